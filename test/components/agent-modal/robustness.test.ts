/** Pages that are unkind to an agent-modal, or do things in an order of their own. */
import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { createAgentSurfaceRegistry, createWindows } from "../../../src/index.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentModalElement, AgentSurfaceElement } from "../../../components/index.js";
import { call, freshTag, offered, output, pageWith, printed, settled } from "../../helpers/page.js";

async function page(text: string) {
  const root = await pageWith(text);
  const modals = [...root.querySelectorAll<AgentModalElement>("agent-modal")];
  return { root, modal: modals[0]!, modals };
}

const ask = (content = "<button id='b'>Fine</button>", attributes = "") =>
  `<agent-window type="u.w" description="W"><agent-modal type="u.ask" description="Ask" ${attributes}>${content}</agent-modal></agent-window>`;

function dialogOf(modal: AgentModalElement): HTMLDialogElement {
  return modal.shadowRoot!.querySelector("dialog")!;
}

function operable(registry = findRegistry()): string[] {
  return createWindows(registry)
    .operableWindowIds()
    .filter((id) => id.startsWith("u."));
}

/** Longer than a frame: what is drawn, and who observes it, has been told. */
async function drawn() {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await settled();
}

describe("agent-modal that cannot be shown yet", () => {
  it("is shown where the modal around it is opened after it in the same task", async () => {
    const { modals } = await page(`
      <agent-window type="u.w" description="W">
        <agent-modal type="u.d1" description="D1">One<agent-modal type="u.d2" description="D2">Two</agent-modal></agent-modal>
      </agent-window>`);
    const [d1, d2] = modals as [AgentModalElement, AgentModalElement];
    const lines = await printed(async () => {
      d2.open = true;
      d1.open = true;
      await settled();
    });
    expect([d1.open, d2.open, lines]).to.deep.equal([true, true, []]);
    expect(operable()).to.deep.equal(["u.d2@default"]);
  });

  it("is shown where the page shows what is around it later in the same task", async () => {
    const { root, modal } = await page(ask());
    root.hidden = true;
    modal.show();
    root.hidden = false;
    await settled();
    expect(dialogOf(modal).matches(":modal")).to.equal(true);
  });

  it("waits for the dialog that it is for", async () => {
    const { root, modal } = await page(ask("", `for="later" open`));
    expect(modal.open).to.equal(true);
    root.insertAdjacentHTML("beforeend", `<dialog id="later">Text</dialog>`);
    await settled();
    expect(root.querySelector("dialog")!.matches(":modal")).to.equal(true);
    expect(operable()).to.deep.equal(["u.ask@default"]);
  });

  it("waits for a library's dialog that takes its time to open", async () => {
    const tag = freshTag();
    customElements.define(
      tag,
      class extends HTMLElement {
        open = false;
        async show() {
          await settled();
          await settled();
          this.open = true;
          this.dispatchEvent(new Event("toggle"));
        }
        hide() {
          this.open = false;
        }
      },
    );
    const { modal } = await page(ask(`<${tag} id="theirs">Text</${tag}>`, `for="theirs"`));
    const lines = await printed(async () => {
      modal.show();
      await settled();
      await settled();
      await settled();
    });
    expect([modal.open, operable(), lines]).to.deep.equal([true, ["u.ask@default"], []]);
  });

  it("blocks until a library's dialog is really gone, which takes its time to close", async () => {
    const tag = freshTag();
    customElements.define(
      tag,
      class extends HTMLElement {
        open = true;
        async hide() {
          this.className = "leaving";
          await settled();
          await settled();
          this.open = false;
          this.dispatchEvent(new Event("transitionend"));
        }
      },
    );
    const { modal } = await page(ask(`<${tag} id="theirs">Text</${tag}>`, `for="theirs"`));
    const heard: string[] = [];
    modal.addEventListener("toggle", (event) => heard.push(event.newState));
    expect(operable()).to.deep.equal(["u.ask@default"]);
    modal.close();
    await settled();
    expect(operable()).to.deep.equal(["u.ask@default"]);
    for (let count = 0; count < 4; count++) await settled();
    expect([modal.open, operable(), heard]).to.deep.equal([false, ["u.w@default"], ["closed"]]);
  });

  it("opens what for names, where a framework sets for and open on an element in place", async () => {
    const { root, modal } = await page(ask(""));
    root.insertAdjacentHTML("beforeend", `<dialog id="theirs">Text</dialog>`);
    modal.for = "theirs";
    modal.open = true;
    await settled();
    expect([modal.open, root.querySelector("dialog")!.matches(":modal")]).to.deep.equal([true, true]);
  });
});

describe("agent-modal on a page that changes around it", () => {
  it("closes where a style sheet hides what is around it", async () => {
    const { root, modal } = await page(ask());
    modal.show();
    await drawn();
    const sheet = document.createElement("style");
    root.id = "gone";
    sheet.textContent = "#gone { display: none }";
    document.head.append(sheet);
    await drawn();
    await drawn();
    sheet.remove();
    expect([modal.open, dialogOf(modal).open]).to.deep.equal([false, false]);
  });

  it("stays open where it is moved, and something about it changes before that has settled", async () => {
    const { root, modal } = await page(ask());
    modal.show();
    await settled();
    const heard: string[] = [];
    modal.addEventListener("toggle", (event) => heard.push(event.newState));
    root.querySelector("agent-window")!.prepend(modal);
    modal.className = "moved";
    await settled();
    expect([modal.open, dialogOf(modal).matches(":modal"), heard]).to.deep.equal([true, true, []]);
  });

  it("closes where the host of its shadow tree is hidden", async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: "closed" });
    root.innerHTML = ask();
    await settled();
    const modal = root.querySelector<AgentModalElement>("agent-modal")!;
    modal.show();
    await drawn();
    host.style.display = "none";
    await drawn();
    await drawn();
    expect([modal.open, dialogOf(modal).open]).to.deep.equal([false, false]);
  });

  it("is seen over a window that is not visible", async () => {
    const { root, modal } = await page(ask());
    root.style.visibility = "hidden";
    modal.show();
    await settled();
    expect(getComputedStyle(root.querySelector("#b")!).visibility).to.equal("visible");
    expect(offered()).to.deep.equal(["view:u.ask.dismiss"]);
  });

  it("can be used over a page that was made inert for it", async () => {
    const { root, modal } = await page(
      ask(`<button id="b">Fine</button><agent-action name="fine" description="Fine" for="b"></agent-action>`),
    );
    root.inert = true;
    modal.show();
    await settled();
    expect(document.activeElement!.id).to.equal("b");
    expect(offered()).to.deep.equal(["view:u.ask.dismiss", "view:u.ask.fine"]);
    expect((await call("view:u.ask.fine")).status).to.equal("ok");
  });

  it("stays open where its surface gets another registry", async () => {
    const { root, modal } = await page(`<agent-surface>${ask()}</agent-surface>`);
    const surface = root.querySelector<AgentSurfaceElement>("agent-surface")!;
    modal.show();
    await settled();
    const former = surface.registry;
    surface.registry = createAgentSurfaceRegistry();
    await settled();
    expect([modal.open, operable(former), operable(surface.registry)]).to.deep.equal([
      true,
      [],
      ["u.ask@default"],
    ]);
  });

  it("stays open where the window around it gets another name", async () => {
    const { root, modal } = await page(ask());
    modal.show();
    await settled();
    root.querySelector("agent-window")!.setAttribute("instance", "second");
    await settled();
    expect([modal.open, operable()]).to.deep.equal([true, ["u.ask@default"]]);
    expect(createWindows(findRegistry()).describe({ id: "u.ask@default" })!.owner).to.equal("u.w@second");
  });

  it("stays open with all that is open over it", async () => {
    const { root, modals } = await page(`
      <agent-window type="u.w" description="W">
        <agent-modal type="u.d1" description="D1" open>One
          <agent-modal type="u.d2" description="D2" open>Two
            <agent-modal type="u.d3" description="D3" open>Three</agent-modal>
          </agent-modal>
        </agent-modal>
      </agent-window>`);
    root.querySelector("agent-window")!.setAttribute("instance", "second");
    await settled();
    expect(modals.map(({ open }) => open)).to.deep.equal([true, true, true]);
    expect(operable()).to.deep.equal(["u.d3@default"]);
  });

  it("stays open over one whose modality changes", async () => {
    const { modals } = await page(`
      <agent-window type="u.w" description="W">
        <agent-modal type="u.d1" description="D1" open>One<agent-modal type="u.d2" description="D2" open>Two</agent-modal></agent-modal>
      </agent-window>`);
    modals[0]!.modality = "app";
    await settled();
    expect(modals.map(({ open }) => open)).to.deep.equal([true, true]);
    expect(operable()).to.deep.equal(["u.d2@default"]);
  });

  it("stays open where a re-render replaces the window that owns it", async () => {
    const { root, modal } = await page(`
      <agent-window type="u.w" description="W"></agent-window>
      <agent-modal type="u.ask" description="Ask" owner="u.w@default" open>Text</agent-modal>`);
    const outer = root.querySelector("agent-window")!;
    outer.replaceWith(outer.cloneNode(true));
    await settled();
    expect([modal.open, operable()]).to.deep.equal([true, ["u.ask@default"]]);
  });

  it("keeps what is in it when type or instance changes while it is open", async () => {
    const { modal } = await page(ask());
    modal.show();
    await settled();
    modal.setAttribute("instance", "second");
    await settled();
    expect([modal.open, operable()]).to.deep.equal([true, ["u.ask@second"]]);
    modal.type = "u.other";
    await settled();
    expect([modal.open, operable()]).to.deep.equal([true, ["u.other@second"]]);
  });
});

describe("several modals", () => {
  it("are no dead ends under a modal over the whole page, where an agent can go on", async () => {
    const { modals } = await page(
      `${ask()}<agent-modal type="u.app" description="App" modality="app">x</agent-modal>`,
    );
    const [first, app] = modals as [AgentModalElement, AgentModalElement];
    first.show();
    await settled();
    expect(
      await printed(async () => {
        app.show();
        await settled();
      }),
    ).to.deep.equal([]);
    expect([first.problem, operable()]).to.deep.equal([undefined, ["u.app@default"]]);
  });
});

describe("agent-modal and the handlers of a page", () => {
  it("is dismissed where the page takes cancel over and closes it itself", async () => {
    const { modal } = await page(ask());
    modal.show();
    await settled();
    modal.addEventListener("cancel", (event) => {
      event.preventDefault();
      modal.open = false;
    });
    expect((await call("view:u.ask.dismiss")).status).to.equal("ok");
  });

  it("is dismissed where the page takes it away", async () => {
    const { modal } = await page(ask());
    modal.show();
    await settled();
    modal.addEventListener("cancel", (event) => {
      event.preventDefault();
      modal.remove();
    });
    expect((await call("view:u.ask.dismiss")).status).to.equal("ok");
    await settled();
    expect(operable()).to.deep.equal(["u.w@default"]);
  });

  it("forgets the answer of the time before", async () => {
    const { root, modal } = await page(
      ask(`<form method="dialog"><button id="b" value="delete">Delete</button></form>`),
    );
    modal.show();
    await settled();
    root.querySelector<HTMLElement>("#b")!.click();
    await settled();
    expect(modal.returnValue).to.equal("delete");
    modal.show();
    expect([modal.returnValue, dialogOf(modal).returnValue]).to.deep.equal(["", ""]);
    await settled();
    await output("view:u.ask.dismiss");
    expect(modal.returnValue).to.equal("");
  });

  it("opens again in its close handler", async () => {
    const { modal } = await page(ask());
    modal.addEventListener("close", () => {
      modal.show();
    });
    modal.show();
    await settled();
    const result = await call("view:u.ask.dismiss");
    expect(result.status === "error" && result.error.code).to.equal("PRECONDITION_FAILED");
    expect([modal.open, operable()]).to.deep.equal([true, ["u.ask@default"]]);
  });

  it("closes alone by a form in it, where it stands in a dialog of the page", async () => {
    const { root, modal } = await page(
      `<dialog id="outer">${ask(`<form method="dialog"><button id="b" value="yes">Yes</button></form>`)}</dialog>`,
    );
    const outer = root.querySelector<HTMLDialogElement>("#outer")!;
    outer.showModal();
    modal.show();
    await settled();
    root.querySelector<HTMLElement>("#b")!.click();
    await settled();
    expect([outer.open, modal.open, modal.returnValue]).to.deep.equal([true, false, "yes"]);
  });

  for (const [title, form, isClosed] of [
    ["the method of its button", `<form><button id="b" formmethod="DIALOG">Yes</button></form>`, true],
    [
      "a form with a control named method",
      `<form method="dialog"><input name="method"><button id="b">Yes</button></form>`,
      true,
    ],
    [
      "a form with a button named submit",
      `<form method="dialog"><button id="b" name="submit">Yes</button></form>`,
      true,
    ],
    [
      "a button outside of the form",
      `<form method="dialog" id="f"></form><button id="b" form="f">Yes</button>`,
      true,
    ],
    ["an image button", `<form method="dialog"><input id="b" type="image" alt="Yes"></form>`, true],
  ] as const) {
    it(`closes by ${title}`, async () => {
      const { root, modal } = await page(ask(form));
      modal.show();
      root.querySelector<HTMLElement>("#b")!.click();
      await settled();
      expect(modal.open).to.equal(!isClosed);
    });
  }

  it("is answered in closed shadow trees", async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const outer = host.attachShadow({ mode: "closed" });
    outer.innerHTML = `<agent-window type="u.w" description="W"><div></div></agent-window>`;
    const inner = outer.querySelector("div")!.attachShadow({ mode: "closed" });
    inner.innerHTML = `<agent-modal type="u.ask" description="Ask">
      <form method="dialog"><button id="ok" value="yes">OK</button></form>
      <agent-action name="ok" description="OK" for="ok"></agent-action></agent-modal>`;
    await settled();
    const modal = inner.querySelector<AgentModalElement>("agent-modal")!;
    modal.show();
    await settled();
    expect(operable()).to.deep.equal(["u.ask@default"]);
    expect((await call("view:u.ask.ok")).status).to.equal("ok");
    expect([modal.open, modal.returnValue, operable()]).to.deep.equal([false, "yes", ["u.w@default"]]);
  });

  it("opens and closes many times in a task, and ends as the page said last", async () => {
    const { modal } = await page(ask());
    const heard: string[] = [];
    modal.addEventListener("toggle", (event) => heard.push(event.newState));
    for (let count = 0; count < 200; count++) {
      modal.show();
      modal.close();
    }
    modal.show();
    await settled();
    expect([modal.open, operable(), heard.length]).to.deep.equal([true, ["u.ask@default"], 401]);
  });
});

describe("the focus in an agent-modal", () => {
  for (const [title, content] of [
    ["a heading that asks for it", `<button>One</button><h2 id="b" tabindex="-1" autofocus>Two</h2>`],
    ["what is not inert", `<button inert>One</button><button id="b">Two</button>`],
    [
      "what is not disabled by its fieldset",
      `<fieldset disabled><input></fieldset><button id="b">Two</button>`,
    ],
    ["what is shown", `<button style="visibility:hidden">One</button><button id="b">Two</button>`],
    [
      "the first where the one that asks for it is disabled",
      `<button id="b">One</button><button autofocus disabled>Two</button>`,
    ],
  ] as const) {
    it(`goes to ${title}`, async () => {
      const { modal } = await page(ask(content));
      modal.show();
      expect(document.activeElement!.id).to.equal("b");
    });
  }
});
