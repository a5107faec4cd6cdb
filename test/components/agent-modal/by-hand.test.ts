/** What a person does at an agent-modal, with input that the browser trusts. */
import { expect } from "@open-wc/testing";
import { sendKeys, sendMouse } from "@web/test-runner-commands";
import "../../../components/all.js";
import type { AgentModalElement, AgentWindowElement } from "../../../components/index.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";
import { call, offered, pageWith, settled } from "../../helpers/page.js";

const describeByHand = hasTrustedInput ? describe : describe.skip;

async function page(content: string) {
  const root = await pageWith(`
    <agent-window type="h.orders" description="Orders">
      <button id="open">Delete…</button>
      <agent-action name="remove" description="Delete an order" for="open"></agent-action>
      <form id="note"><input id="text" name="text"><input id="urgent" name="urgent" type="checkbox"><button>Save</button></form>
      <agent-action name="note" description="Write a note" for="note"></agent-action>
      ${content}
    </agent-window>`);
  const modal = root.querySelector<AgentModalElement>("agent-modal")!;
  root.querySelector<HTMLElement>("#open")!.addEventListener("click", () => {
    modal.show();
  });
  return { root, modal, orders: root.querySelector<AgentWindowElement>("agent-window")! };
}

const ask = `
  <agent-modal type="h.ask" label="Delete the order?" description="Asks">
    <p>It cannot be undone.</p>
    <form method="dialog"><button value="no">Keep</button><button value="yes" autofocus>Delete</button></form>
  </agent-modal>`;

async function press(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  await sendMouse({ type: "click", position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  await settled();
}

describeByHand("a person at an agent-modal", () => {
  it("opens it by a click, and agents have its tools instead of the window's", async () => {
    const { root, modal } = await page(ask);
    await press(root.querySelector("#open")!);
    expect(modal.open).to.equal(true);
    expect(offered()).to.deep.equal(["view:h.ask.dismiss"]);
  });

  it("finds the focus where the author wants it, and back where it was", async () => {
    const { root, modal } = await page(ask);
    await press(root.querySelector("#open")!);
    expect(document.activeElement).to.equal(modal.querySelector("[autofocus]"));
    await sendKeys({ press: "Escape" });
    await settled();
    expect(document.activeElement).to.equal(root.querySelector("#open"));
  });

  it("leaves it by Escape", async () => {
    const { root, modal } = await page(ask);
    const heard: string[] = [];
    for (const type of ["cancel", "toggle", "close"]) modal.addEventListener(type, () => heard.push(type));
    await press(root.querySelector("#open")!);
    await sendKeys({ press: "Escape" });
    await settled();
    expect(modal.open).to.equal(false);
    expect(heard).to.deep.equal(["toggle", "cancel", "toggle", "close"]);
    expect(offered()).to.have.members(["view:h.orders.note", "view:h.orders.remove"]);
  });

  it("answers it by the keyboard, and the page reads the answer", async () => {
    const { root, modal } = await page(ask);
    await press(root.querySelector("#open")!);
    await sendKeys({ press: "Enter" });
    await settled();
    expect([modal.open, modal.returnValue]).to.deep.equal([false, "yes"]);
  });

  it("does not leave it by a form that a listener further out prevents", async () => {
    const { root, modal } = await page(ask);
    await press(root.querySelector("#open")!);
    const stay = (event: Event) => {
      event.preventDefault();
    };
    document.addEventListener("submit", stay);
    await press(modal.querySelector("[value=yes]")!);
    document.removeEventListener("submit", stay);
    expect(modal.open).to.equal(true);
    await press(modal.querySelector("[value=yes]")!);
    expect([modal.open, modal.returnValue]).to.deep.equal([false, "yes"]);
  });

  it("cannot reach what is behind it, while an agent can use the windows beside", async () => {
    const { root, modal } = await page(ask);
    const beside = document.createElement("agent-window");
    beside.innerHTML = `<button>Beside</button>`;
    Object.assign(beside, { type: "h.beside", description: "Beside" });
    const action = document.createElement("agent-action");
    Object.assign(action, { name: "press", description: "Press", execute: () => "pressed" });
    beside.append(action);
    root.append(beside);
    await press(root.querySelector("#open")!);
    let clicks = 0;
    root.querySelector("#open")!.addEventListener("click", () => clicks++);
    await press(root.querySelector("#open")!);
    expect([modal.open, clicks]).to.deep.equal([true, 0]);
    expect(await call("view:h.beside.press")).to.include({ status: "ok", output: "pressed" });
  });

  it("closes a dialog of the page by Escape, which the modal follows", async () => {
    const { root, modal } = await page(`
      <agent-modal type="h.theirs" description="Theirs" for="theirs"><dialog id="theirs"><button>Fine</button></dialog></agent-modal>`);
    await press(root.querySelector("#open")!);
    expect(root.querySelector("dialog")!.matches(":modal")).to.equal(true);
    await sendKeys({ press: "Escape" });
    await settled();
    expect(modal.open).to.equal(false);
    expect(offered()).to.include("view:h.orders.note");
  });
});

describeByHand("a person who edits what is bound", () => {
  it("makes a new version with each edit, which a call with the old one is refused for", async () => {
    const { root, orders } = await page(ask);
    const { version } = orders;
    await press(root.querySelector("#text")!);
    await sendKeys({ type: "ab" });
    await settled();
    expect(orders.version).to.equal(version + 2);
    await press(root.querySelector("#urgent")!);
    expect(orders.version).to.equal(version + 3);
    const stale = await call("view:h.orders.note", { text: "mine" }, { expectedVersion: version });
    expect(stale.status === "error" && stale.error.details).to.include({ reason: "stale_state" });
    expect(root.querySelector<HTMLInputElement>("#text")!.value).to.equal("ab");
  });
});
