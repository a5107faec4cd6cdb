import { expect } from "@open-wc/testing";
import "../../../components/all.js";
import { createWindows } from "../../../src/index.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentModalElement, AgentWindowElement } from "../../../components/index.js";
import { call, offered, output, pageWith, printed, settled, toolNamed } from "../../helpers/page.js";

const markup = `
  <agent-window type="m.orders" description="Orders">
    <agent-action name="refresh" description="Look again"></agent-action>
    <agent-modal type="m.orders.ask" label="Delete the order?" description="Asks whether to delete">
      <form method="dialog"><button id="no" value="no">Keep</button><button id="yes" value="yes">Delete</button></form>
      <agent-action name="confirm" description="Delete it" for="yes"></agent-action>
    </agent-modal>
  </agent-window>
  <agent-window type="m.beside" description="Beside">
    <agent-action name="act" description="Act"></agent-action>
  </agent-window>`;

async function page(text = markup) {
  const root = await pageWith(text);
  const modals = [...root.querySelectorAll<AgentModalElement>("agent-modal")];
  return { root, modal: modals[0]!, modals, orders: root.querySelector<AgentWindowElement>("agent-window")! };
}

function dialogOf(modal: AgentModalElement): HTMLDialogElement {
  return modal.shadowRoot!.querySelector("dialog")!;
}

function operable(): string[] {
  return createWindows(findRegistry())
    .operableWindowIds()
    .filter((id) => id.startsWith("m."));
}

describe("agent-modal", () => {
  it("is not there for agents, nor for people, while it is closed", async () => {
    const { modal } = await page();
    expect(offered()).to.deep.equal(["view:m.beside.act", "view:m.orders.refresh"]);
    expect(modal.querySelector("button")!.checkVisibility()).to.equal(false);
  });

  it("takes the place of the window that it is in, and gives it back", async () => {
    const { modal, orders } = await page();
    modal.show();
    expect(dialogOf(modal).matches(":modal")).to.equal(true);
    await settled();
    expect(offered()).to.deep.equal([
      "view:m.beside.act",
      "view:m.orders.ask.dismiss",
      "view:m.orders.ask.confirm",
    ]);
    expect(operable()).to.deep.equal(["m.beside@default", "m.orders.ask@default"]);
    expect(orders.operable).to.equal(false);
    const blocked = await call("view:m.orders.refresh");
    expect(blocked.status === "error" && blocked.error.details).to.deep.equal({
      reason: "blocked_by_modal",
      blockedBy: ["m.orders.ask@default"],
    });
    modal.close();
    await settled();
    expect(operable()).to.deep.equal(["m.beside@default", "m.orders@default"]);
    expect(offered()).to.deep.equal(["view:m.beside.act", "view:m.orders.refresh"]);
  });

  it("follows its open attribute as a controlled input, and shows in it", async () => {
    const { modal } = await page();
    modal.setAttribute("open", "");
    await settled();
    expect(dialogOf(modal).matches(":modal")).to.equal(true);
    expect(operable()).to.include("m.orders.ask@default");
    modal.removeAttribute("open");
    await settled();
    expect(dialogOf(modal).open).to.equal(false);
    expect(operable()).not.to.include("m.orders.ask@default");
    modal.show();
    expect(modal.hasAttribute("open")).to.equal(true);
    modal.close();
    expect(modal.hasAttribute("open")).to.equal(false);
  });

  it("is dismissed by an agent, which hears of a veto", async () => {
    const { modal } = await page();
    modal.show();
    await settled();
    const stay = (event: Event) => {
      event.preventDefault();
    };
    modal.addEventListener("cancel", stay);
    const vetoed = await call("view:m.orders.ask.dismiss");
    expect(vetoed.status === "error" && vetoed.error.code).to.equal("PRECONDITION_FAILED");
    expect(modal.open).to.equal(true);
    modal.removeEventListener("cancel", stay);
    await output("view:m.orders.ask.dismiss");
    expect(modal.open).to.equal(false);
    expect(offered()).to.include("view:m.orders.refresh");
  });

  it("closes by a slotted form of method dialog, and the commit that closes it is ok", async () => {
    const { modal } = await page();
    modal.show();
    await settled();
    expect(toolNamed("view:m.orders.ask.confirm").description).to.contain("navigation");
    expect((await call("view:m.orders.ask.confirm")).status).to.equal("ok");
    expect(modal.open).to.equal(false);
    expect(modal.returnValue).to.equal("yes");
  });

  it("closes with the modals on it, innermost and outermost", async () => {
    const { modals } = await page(`
      <agent-window type="m.b" description="B">
        <agent-modal type="m.d1" description="D1"><button>One</button>
          <agent-modal type="m.d2" description="D2"><button>Two</button></agent-modal>
        </agent-modal>
      </agent-window>`);
    const [d1, d2] = modals as [AgentModalElement, AgentModalElement];
    d1.show();
    d2.show();
    await settled();
    expect(operable()).to.deep.equal(["m.d2@default"]);
    d1.close();
    await settled();
    expect([d1.open, d2.open]).to.deep.equal([false, false]);
    expect(document.querySelector(":modal")).to.equal(null);
    expect(operable()).to.deep.equal(["m.b@default"]);
  });

  it("is modal again after a move", async () => {
    const { modal, root } = await page();
    modal.show();
    await settled();
    const place = document.createElement("section");
    root.querySelector("agent-window")!.append(place);
    place.append(modal);
    await settled();
    expect(dialogOf(modal).matches(":modal")).to.equal(true);
    expect(operable()).to.include("m.orders.ask@default");
    modal.remove();
    await settled();
    expect(document.querySelector(":modal")).to.equal(null);
    expect(operable()).to.deep.equal(["m.beside@default", "m.orders@default"]);
  });

  it("is closed and reported where it cannot be shown", async () => {
    const { modal, root } = await page();
    root.hidden = true;
    const lines = await printed(async () => {
      modal.show();
      await settled();
    });
    expect(modal.open).to.equal(false);
    expect(lines.join()).to.contain("not-shown");
    expect(document.querySelector(":modal")).to.equal(null);
  });

  it("reports a dead end, and no longer once there is a way out", async () => {
    const { modal } = await page(`
      <agent-window type="m.w" description="W">
        <agent-modal type="m.dead" description="Dead" without-dismiss>Text</agent-modal>
      </agent-window>`);
    await printed(async () => {
      modal.show();
      await settled();
    });
    expect(modal.problem?.code).to.equal("dead-end");
    modal.withoutDismiss = false;
    await settled();
    expect(modal.problem).to.equal(undefined);
  });

  it("follows a dialog of the page, and draws none", async () => {
    const { modal, root } = await page(`
      <agent-window type="m.w" description="W"><agent-action name="act" description="Act"></agent-action>
        <agent-modal type="m.theirs" description="Theirs" for="theirs">
          <dialog id="theirs"><button>Fine</button></dialog>
        </agent-modal>
      </agent-window>`);
    const dialog = root.querySelector("dialog")!;
    expect(modal.shadowRoot!.querySelector("dialog")).to.equal(null);
    dialog.showModal();
    await settled();
    expect(operable()).to.deep.equal(["m.theirs@default"]);
    await output("view:m.theirs.dismiss");
    expect(dialog.open).to.equal(false);
    expect(operable()).to.deep.equal(["m.w@default"]);
    modal.show();
    expect(dialog.matches(":modal")).to.equal(true);
    dialog.close();
    await settled();
    expect(modal.open).to.equal(false);
  });

  it("over the whole page leaves only what is in it", async () => {
    const { modal } = await page(markup.replace('type="m.orders.ask"', 'type="m.orders.ask" modality="app"'));
    modal.show();
    await settled();
    expect(operable()).to.deep.equal(["m.orders.ask@default"]);
    modal.modality = "window";
    await settled();
    expect(operable()).to.deep.equal(["m.beside@default", "m.orders.ask@default"]);
  });

  it("closes the innermost of two by a form in it, and none by a form in a dialog of the page", async () => {
    const { modals, root } = await page(`
      <agent-window type="m.b" description="B">
        <agent-modal type="m.d1" description="D1"><button>One</button>
          <dialog id="inner"><form method="dialog"><button id="native">Fine</button></form></dialog>
          <agent-modal type="m.d2" description="D2"><form method="dialog"><button id="two">Two</button></form></agent-modal>
        </agent-modal>
      </agent-window>`);
    const [d1, d2] = modals as [AgentModalElement, AgentModalElement];
    d1.show();
    d2.show();
    root.querySelector<HTMLElement>("#two")!.click();
    await settled();
    expect([d1.open, d2.open]).to.deep.equal([true, false]);
    root.querySelector<HTMLDialogElement>("#inner")!.showModal();
    root.querySelector<HTMLElement>("#native")!.click();
    await settled();
    expect([d1.open, root.querySelector<HTMLDialogElement>("#inner")!.open]).to.deep.equal([true, false]);
  });

  it("stays where the page prevents the submit, however late", async () => {
    const { modal, root } = await page();
    modal.show();
    const stay = (event: Event) => {
      event.preventDefault();
    };
    document.addEventListener("submit", stay);
    root.querySelector<HTMLElement>("#yes")!.click();
    await settled();
    document.removeEventListener("submit", stay);
    expect(modal.open).to.equal(true);
  });

  it("is opened and closed by the buttons of a page without scripts", async () => {
    if (!("commandForElement" in HTMLButtonElement.prototype)) return;
    const { modal, root } = await page(
      `${markup}<button id="opens" command="--show" commandfor="c">Open</button>`.replace(
        "<agent-modal",
        '<agent-modal id="c"',
      ),
    );
    root.querySelector<HTMLElement>("#opens")!.click();
    expect(modal.open).to.equal(true);
    const closes = root.querySelector<HTMLElement>("#opens")!.cloneNode(true) as HTMLElement;
    closes.setAttribute("command", "--close");
    modal.append(closes);
    closes.click();
    expect(modal.open).to.equal(false);
  });

  it("fires native names at itself, that do not bubble", async () => {
    const { modal, root } = await page();
    const heard: string[] = [];
    for (const type of ["toggle", "close", "cancel"]) {
      modal.addEventListener(type, () => heard.push(type));
      root.addEventListener(type, () => heard.push(`root ${type}`));
    }
    modal.show();
    modal.show();
    modal.close();
    modal.close();
    await settled();
    expect(heard).to.deep.equal(["toggle", "toggle", "close"]);
  });
});
