/** Dialogs that the page has already: native ones, popovers, and those of other libraries. */
import { expect } from "@open-wc/testing";
import "../../../components/all.js";
import { createWindows } from "../../../src/index.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentModalElement } from "../../../components/index.js";
import { call, freshTag, output, pageWith, printed, settled } from "../../helpers/page.js";

async function page(content: string) {
  const root =
    await pageWith(`<agent-window type="p.w" description="W"><agent-action name="act" description="Act"></agent-action>
    <agent-modal type="p.m" description="M" for="theirs"></agent-modal>${content}</agent-window>`);
  return {
    root,
    modal: root.querySelector<AgentModalElement>("agent-modal")!,
    theirs: root.querySelector<HTMLElement>("#theirs")!,
  };
}

const isBlocked = () => !createWindows(findRegistry()).operableWindowIds().includes("p.w@default");

describe("agent-modal for a dialog of the page", () => {
  it("follows a popover both ways", async () => {
    const { modal, theirs } = await page(`<div id="theirs" popover>Text</div>`);
    theirs.showPopover();
    await settled();
    expect([modal.open, isBlocked()]).to.deep.equal([true, true]);
    theirs.hidePopover();
    await settled();
    expect([modal.open, isBlocked()]).to.deep.equal([false, false]);
    modal.show();
    expect(theirs.matches(":popover-open")).to.equal(true);
    await settled();
    await output("view:p.m.dismiss");
    expect(theirs.matches(":popover-open")).to.equal(false);
  });

  it("follows an element of another library that has an open property and attribute", async () => {
    const tag = freshTag();
    customElements.define(
      tag,
      class extends HTMLElement {
        get open() {
          return this.hasAttribute("open");
        }
        set open(open) {
          this.toggleAttribute("open", open);
        }
        show() {
          this.open = true;
        }
        hide() {
          this.open = false;
        }
      },
    );
    const { modal, theirs } = await page(`<${tag} id="theirs">Text</${tag}>`);
    (theirs as HTMLElement & { open: boolean }).open = true;
    await settled();
    expect([modal.open, isBlocked()]).to.deep.equal([true, true]);
    await output("view:p.m.dismiss");
    expect((theirs as HTMLElement & { open: boolean }).open).to.equal(false);
    expect(isBlocked()).to.equal(false);
    modal.show();
    expect((theirs as HTMLElement & { open: boolean }).open).to.equal(true);
  });

  it("is open from the start where the dialog is", async () => {
    const { modal } = await page(`<dialog id="theirs" open>Text</dialog>`);
    expect([modal.open, isBlocked()]).to.deep.equal([true, true]);
  });

  it("hears a veto of the page's own cancel listener", async () => {
    const { modal, theirs } = await page(`<dialog id="theirs">Text</dialog>`);
    theirs.addEventListener("cancel", (event) => {
      event.preventDefault();
    });
    (theirs as HTMLDialogElement).showModal();
    await settled();
    const result = await call("view:p.m.dismiss");
    expect(result.status === "error" && result.error.code).to.equal("PRECONDITION_FAILED");
    expect([modal.open, (theirs as HTMLDialogElement).open]).to.deep.equal([true, true]);
  });

  it("follows the dialog that takes the id, and is free where it leaves", async () => {
    const { root, modal, theirs } = await page(`<dialog id="theirs">Text</dialog>`);
    (theirs as HTMLDialogElement).showModal();
    await settled();
    const other = document.createElement("dialog");
    other.id = "theirs";
    theirs.replaceWith(other);
    await settled();
    expect([modal.open, isBlocked()]).to.deep.equal([false, false]);
    other.showModal();
    await settled();
    expect(isBlocked()).to.equal(true);
    await printed(async () => {
      other.remove();
      await settled();
    });
    expect(isBlocked()).to.equal(false);
    expect(modal.problem?.code).to.equal("no-target");
    root.append(other);
    await settled();
    expect(modal.problem).to.equal(undefined);
  });

  it("asks the page to open what its attribute says", async () => {
    const { modal, theirs } = await page(`<dialog id="theirs">Text</dialog>`);
    modal.setAttribute("open", "");
    await settled();
    expect(theirs.matches(":modal")).to.equal(true);
    modal.removeAttribute("open");
    await settled();
    expect((theirs as HTMLDialogElement).open).to.equal(false);
  });

  it("does not open a dialog where nobody can see it, which would leave the page inert", async () => {
    const { modal, theirs } = await page(`<div hidden><dialog id="theirs">Text</dialog></div>`);
    await printed(async () => {
      modal.show();
      await settled();
    });
    expect([modal.open, (theirs as HTMLDialogElement).open, isBlocked()]).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect(modal.problem?.code).to.equal("not-shown");
  });

  it("reads the answer of the page's dialog", async () => {
    const { modal, theirs } = await page(`<dialog id="theirs">Text</dialog>`);
    (theirs as HTMLDialogElement).showModal();
    await settled();
    (theirs as HTMLDialogElement).close("yes");
    await settled();
    expect([modal.open, modal.returnValue]).to.deep.equal([false, "yes"]);
  });
});
