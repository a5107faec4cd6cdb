/** Frameworks set a property where an element has one, also to what the page wrote as an attribute. */
import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { createWindows } from "../../../src/index.js";
import { AgentWindowElement, findRegistry } from "../../../components/index.js";
import { freshTag, printed, settled, toolNamed } from "../../helpers/page.js";

async function page(text: string) {
  const root = await fixture<HTMLElement>(html`<div></div>`);
  root.innerHTML = text;
  await settled();
  return { root };
}

describe("a window whose properties a framework sets", () => {
  it("takes texts and numbers as its attributes do", async () => {
    const { root } = await page("");
    const element = document.createElement("agent-window");
    Object.assign(element, {
      type: "f.v",
      instance: 5,
      label: 7,
      priority: "3",
      background: "false",
      disabled: "",
      sensitive: "pin",
      state: { pin: "1234" },
    });
    root.append(element);
    await settled();
    expect([
      element.problem,
      element.windowId,
      element.background,
      element.disabled,
      element.priority,
    ]).to.deep.equal([undefined, "f.v@5", false, true, 3]);
    const told = createWindows(findRegistry()).describe({ id: "f.v@5" })!;
    expect([told.withheld, told.state]).to.deep.equal([["pin"], { pin: "(withheld)" }]);
  });

  for (const nothing of [null, undefined]) {
    it(`takes ${nothing} as the absence of the attribute`, async () => {
      const { root } = await page(
        `<agent-window type="f.v" label="V" instance="a" priority="1" disabled background sensitive="pin">
          <agent-action name="act" description="Act" idempotent irreversible confirm disabled timeout="500"
            disabled-reason="No"></agent-action>
        </agent-window>`,
      );
      const [element, action] = root.querySelectorAll<HTMLElement>("agent-window,agent-action");
      for (const name of ["instance", "priority", "disabled", "background", "sensitive"])
        Reflect.set(element!, name, nothing);
      for (const name of [
        "idempotent",
        "irreversible",
        "confirm",
        "disabled",
        "timeout",
        "disabledReason",
        "label",
        "effect",
        "for",
      ]) {
        Reflect.set(action!, name, nothing);
      }
      await settled();
      const { problem, windowId, priority, disabled, background } = root.querySelector("agent-window")!;
      expect([problem, windowId, priority, disabled, background]).to.deep.equal([
        undefined,
        "f.v@default",
        undefined,
        false,
        false,
      ]);
      expect(root.querySelector("agent-action")!.problem).to.equal(undefined);
      const { available, annotations } = toolNamed("view:f.v.act");
      expect([available, annotations]).to.deep.equal([
        true,
        { readOnly: false, idempotent: false, destructive: false, untrusted: false, confirms: false },
      ]);
    });
  }

  it("takes them where they were set before its class was defined", async () => {
    const tag = freshTag();
    const element = document.createElement(tag);
    Object.assign(element, { type: "f.v", instance: 5, label: "V", background: "false", sensitive: "a b" });
    const { root } = await page("");
    root.append(element);
    customElements.define(tag, class extends AgentWindowElement {});
    await settled();
    const { windowId, background, sensitive } = root.querySelector<AgentWindowElement>(tag)!;
    expect([windowId, background, sensitive]).to.deep.equal(["f.v@5", false, ["a", "b"]]);
    expect(createWindows(findRegistry()).operableWindowIds()).to.include("f.v@5");
  });

  it("shows no new state before it keeps what is newly sensitive in it", async () => {
    const { root } = await page(`<agent-window type="f.v" description="V"></agent-window>`);
    const element = root.querySelector<AgentWindowElement>("agent-window")!;
    element.state = { items: 1 };
    await settled();
    const told = () => JSON.stringify(createWindows(findRegistry()).describe({ id: "f.v@default" })!.state);
    element.sensitive = ["pin"];
    element.state = { items: 2, pin: "1234" };
    expect(told()).to.equal(`{"items":1}`);
    await settled();
    expect(told()).to.equal(`{"items":2,"pin":"(withheld)"}`);
    element.setAttribute("sensitive", "items");
    element.state = { items: 3, pin: "1234" };
    element.removeAttribute("sensitive");
    await settled();
    expect(told()).to.contain("1234");
  });

  it("shows no new state where what names its secrets was refused", async () => {
    const { root } = await page(`<agent-window type="f.v" description="V"></agent-window>`);
    const element = root.querySelector<AgentWindowElement>("agent-window")!;
    element.state = { items: 1 };
    await settled();
    await printed(async () => {
      element.sensitive = ["pin"];
      element.state = { items: (() => 1) as never };
      await settled();
    });
    element.state = { pin: "1234" };
    const told = () => JSON.stringify(createWindows(findRegistry()).describe({ id: "f.v@default" })!.state);
    expect(told()).to.equal(`{"items":1}`);
    await settled();
    expect(told()).to.equal(`{"pin":"(withheld)"}`);
  });
});
