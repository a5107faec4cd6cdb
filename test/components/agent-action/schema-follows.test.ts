/** What an action takes is what its form takes now, wherever what says so stands: one change each. */
import { expect } from "@open-wc/testing";
import "../../../components/all.js";
import type { JsonSchema } from "../../../src/index.js";
import { freshTag, pageWith, settled } from "../../helpers/page.js";
import { signalsLoaded, toldOf } from "../../helpers/told.js";

const id = "view:f.page.act";
const act = `<agent-action name="act" description="Act" for="it"></agent-action>`;

interface Row {
  /** What is on the page, with what the action is for as `it`. */
  readonly markup: string;
  readonly change: (root: HTMLElement) => void;
  /** What the input takes before and after. */
  readonly before: unknown;
  readonly after: unknown;
}

const text = { type: "string" };
const named = (description: string) => ({ type: "string", description });

function defineControl(tag: string): void {
  class Control extends HTMLElement {
    static formAssociated = true;
    value = "";
    constructor() {
      super();
      this.attachInternals();
    }
  }
  customElements.define(tag, Control);
}

const [late, lateOutside] = [freshTag(), freshTag()];

const rows: Record<string, Row> = {
  "a control that is added": {
    markup: `<form id="it"><input name="a"></form>`,
    change: (root) => {
      root.querySelector("form")!.insertAdjacentHTML("beforeend", `<p><input name="b"></p>`);
    },
    before: { a: text },
    after: { a: text, b: text },
  },
  "a control whose class comes late": {
    markup: `<form id="it"><input name="a"><${late} name="b"></${late}></form>`,
    change: () => {
      defineControl(late);
    },
    before: { a: text },
    after: { a: text, b: text },
  },
  "a control outside whose class comes late": {
    markup: `<form id="it"><input name="a"></form><${lateOutside} form="it" name="b"></${lateOutside}>`,
    change: () => {
      defineControl(lateOutside);
    },
    before: { a: text },
    after: { a: text, b: text },
  },
  "options that are added": {
    markup: `<form id="it"><select name="a"><option>x</option></select></form>`,
    change: (root) => {
      root.querySelector("select")!.add(new Option("y"));
      root.querySelector("select")!.add(new Option("z"));
    },
    before: { a: { type: "string", enum: ["x"] } },
    after: { a: { type: "string", enum: ["x", "y", "z"] } },
  },
  "the text of an option": {
    markup: `<select id="it"><option value="x">Old</option></select>`,
    change: (root) => {
      (root.querySelector("option")!.firstChild as Text).data = "New";
    },
    before: { value: { type: "string", enum: ["x"], description: "x = Old" } },
    after: { value: { type: "string", enum: ["x"], description: "x = New" } },
  },
  "an attribute of a control": {
    markup: `<form id="it"><input name="a"></form>`,
    change: (root) => {
      root.querySelector("input")!.maxLength = 5;
    },
    before: { a: text },
    after: { a: { type: "string", maxLength: 5 } },
  },
  "an attribute of a single control": {
    markup: `<input id="it">`,
    change: (root) => {
      root.querySelector("input")!.maxLength = 5;
    },
    before: { value: text },
    after: { value: { type: "string", maxLength: 5 } },
  },
  "a control outside that is added": {
    markup: `<form id="it"><input name="a"></form>`,
    change: (root) => {
      root.insertAdjacentHTML("beforeend", `<p><input name="b" form="it"></p>`);
    },
    before: { a: text },
    after: { a: text, b: text },
  },
  "a control outside that is taken away": {
    markup: `<form id="it"><input name="a"></form><input name="b" form="it">`,
    change: (root) => {
      root.querySelector("[form]")!.remove();
    },
    before: { a: text, b: text },
    after: { a: text },
  },
  "a control outside that changes": {
    markup: `<form id="it"><input name="a"></form><input name="b" form="it">`,
    change: (root) => {
      root.querySelector<HTMLInputElement>("[form]")!.maxLength = 5;
    },
    before: { a: text, b: text },
    after: { a: text, b: { type: "string", maxLength: 5 } },
  },
  "a control outside that goes to another form": {
    markup: `<form id="it"><input name="a"></form><input name="b" form="it">`,
    change: (root) => {
      root.querySelector("[form]")!.removeAttribute("form");
    },
    before: { a: text, b: text },
    after: { a: text },
  },
  "a control in another form that comes to it": {
    markup: `<form id="it"><input name="a"></form><form><input name="b"></form>`,
    change: (root) => {
      root.querySelector("[name=b]")!.setAttribute("form", "it");
    },
    before: { a: text },
    after: { a: text, b: text },
  },
  "a label outside that is added": {
    markup: `<form id="it"><input name="a" id="a"></form>`,
    change: (root) => {
      root.insertAdjacentHTML("beforeend", `<p><label for="a">Name</label></p>`);
    },
    before: { a: text },
    after: { a: named("Name") },
  },
  "the text of a label outside": {
    markup: `<form id="it"><input name="a" id="a"></form><label for="a"><b>Old</b></label>`,
    change: (root) => {
      (root.querySelector("b")!.firstChild as Text).data = "New";
    },
    before: { a: named("Old") },
    after: { a: named("New") },
  },
  "the label of a single control": {
    markup: `<label for="it">Old</label><input id="it">`,
    change: (root) => {
      root.querySelector("label")!.textContent = "New";
    },
    before: { value: named("Old") },
    after: { value: named("New") },
  },
  "a datalist outside": {
    markup: `<form id="it"><input name="a" list="l"></form><datalist id="l"><option value="x"></datalist>`,
    change: (root) => {
      root.querySelector("datalist")!.insertAdjacentHTML("beforeend", `<option value="y">`);
    },
    before: { a: named("such as x") },
    after: { a: named("such as x, y") },
  },
  "a fieldset inside that is disabled": {
    markup: `<form id="it"><input name="a"><fieldset><input name="b"></fieldset></form>`,
    change: (root) => {
      root.querySelector("fieldset")!.disabled = true;
    },
    before: { a: text, b: text },
    after: { a: text },
  },
  "a fieldset around that is enabled": {
    markup: `<fieldset disabled><form id="it"><input name="a"></form></fieldset>`,
    change: (root) => {
      root.querySelector("fieldset")!.disabled = false;
    },
    before: {},
    after: { a: text },
  },
};

describe("the schema of an action that follows", () => {
  for (const [what, { markup, change, before, after }] of Object.entries(rows)) {
    it(what, async () => {
      const root = await pageWith(`<agent-window type="f.page" label="Page">${markup}${act}</agent-window>`);
      const told = toldOf(id);
      const takes = () => (told.tool().inputSchema as { properties: Record<string, JsonSchema> }).properties;
      expect(takes()).to.deep.equal(before);
      await signalsLoaded();
      told.notices();
      change(root);
      await settled();
      expect(takes()).to.deep.equal(after);
      expect(told.notices()).to.equal(1);
    });
  }

  it("is not read again for what belongs to no form that is bound", async () => {
    const root = await pageWith(
      `<agent-window type="f.page" label="Page"><form id="it"><input name="a"></form>${act}</agent-window>` +
        `<form><label>Old <input name="b"></label><fieldset><input></fieldset></form><p>Text</p>`,
    );
    const told = toldOf(id);
    await signalsLoaded();
    root.querySelector("label")!.append(" (new)");
    root.querySelector("fieldset")!.disabled = true;
    root.querySelector("p")!.innerHTML = "<b>Other</b>";
    let isRead = false;
    const own = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements") as {
      get(this: HTMLFormElement): unknown;
    };
    const get = function (this: HTMLFormElement): unknown {
      isRead = true;
      return own.get.call(this);
    };
    Object.defineProperty(HTMLFormElement.prototype, "elements", { configurable: true, get });
    await settled();
    await settled();
    Object.defineProperty(HTMLFormElement.prototype, "elements", own);
    expect([isRead, told.notices()]).to.deep.equal([false, 0]);
  });
});
