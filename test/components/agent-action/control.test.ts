/** An action for a single control. */
import { expect, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { JsonValue } from "../../../src/index.js";
import { actId, actionIn, page, pathsOf, refusal } from "../../helpers/action-page.js";
import { offered, output, settled, toolNamed, toolsOf } from "../../helpers/page.js";
import { record } from "../binding/run.js";

const action = html`<agent-action name="act" description="Act" for="it"></agent-action>`;

interface Kind {
  content: ReturnType<typeof html>;
  schema: Record<string, unknown>;
  given: JsonValue;
  /** What the control holds then. */
  holds: unknown;
  bad?: JsonValue;
  /** The answer where it is not what was given. */
  answer?: JsonValue;
  events?: string[];
}

const typed = ["focus", "input", "change", "blur"];
const picked = ["focus", "click", "input", "change", "blur"];
const stringy = { type: "string" };

const kinds: Record<string, Kind> = {
  text: { content: html`<input id="it" />`, schema: stringy, given: "a b", holds: "a b" },
  search: { content: html`<input id="it" type="search" />`, schema: stringy, given: "a", holds: "a" },
  tel: { content: html`<input id="it" type="tel" />`, schema: stringy, given: "+49 30", holds: "+49 30" },
  email: {
    content: html`<input id="it" type="email" />`,
    schema: { ...stringy, format: "email" },
    given: "a@b.de",
    holds: "a@b.de",
    bad: "nobody",
  },
  url: {
    content: html`<input id="it" type="url" />`,
    schema: { ...stringy, format: "uri" },
    given: "https://a.de/",
    holds: "https://a.de/",
    bad: "nowhere",
  },
  number: {
    content: html`<input id="it" type="number" min="1" max="9" />`,
    schema: { type: "integer", minimum: 1, maximum: 9 },
    given: 5,
    holds: "5",
    bad: 10,
  },
  range: {
    content: html`<input id="it" type="range" min="0" max="10" step="2" value="0" />`,
    schema: { type: "integer", minimum: 0, maximum: 10, multipleOf: 2 },
    given: 4,
    holds: "4",
    bad: 3,
  },
  date: {
    content: html`<input id="it" type="date" />`,
    schema: { ...stringy, format: "date" },
    given: "2026-02-28",
    holds: "2026-02-28",
    bad: "2026-02-30",
  },
  "datetime-local": {
    content: html`<input id="it" type="datetime-local" />`,
    schema: { ...stringy },
    given: "2026-02-28T10:30",
    holds: "2026-02-28T10:30",
    bad: "28.2.2026",
  },
  time: {
    content: html`<input id="it" type="time" />`,
    schema: { ...stringy },
    given: "10:30",
    holds: "10:30",
    bad: "25:00",
  },
  month: {
    content: html`<input id="it" type="month" />`,
    schema: { ...stringy },
    given: "2026-02",
    holds: "2026-02",
    bad: "February",
  },
  week: {
    content: html`<input id="it" type="week" />`,
    schema: { ...stringy },
    given: "2026-W05",
    holds: "2026-W05",
    bad: "5",
  },
  color: {
    content: html`<input id="it" type="color" />`,
    schema: { ...stringy },
    given: "#ff0000",
    holds: "#ff0000",
    bad: "red",
  },
  textarea: {
    content: html`<textarea id="it"></textarea>`,
    schema: stringy,
    given: "a\nb",
    holds: "a\nb",
  },
  checkbox: {
    content: html`<input id="it" type="checkbox" />`,
    schema: { type: "boolean" },
    given: true,
    holds: "on",
    bad: "yes",
    events: picked,
  },
  select: {
    content: html`<select id="it">
      <option value="a">A</option>
      <option value="b">B</option>
    </select>`,
    schema: { ...stringy, enum: ["a", "b"] },
    given: "b",
    holds: "b",
    bad: "c",
  },
  "select of several": {
    content: html`<select id="it" multiple>
      <option>a</option>
      <option>b</option>
      <option>c</option>
    </select>`,
    schema: { type: "array", items: { ...stringy, enum: ["a", "b", "c"] } },
    given: ["c", "a"],
    answer: ["a", "c"],
    holds: "a",
  },
};

describe("agent-action for a single control", () => {
  for (const [name, kind] of Object.entries(kinds)) {
    it(`${name}: sets it as a person does and answers with what is there`, async () => {
      const root = await page(html`${kind.content}${action}`);
      const control = root.querySelector<HTMLInputElement>("#it")!;
      expect(actionIn(root).problem).to.equal(undefined);
      const { inputSchema } = toolNamed(actId);
      expect(inputSchema).to.deep.include({
        type: "object",
        required: ["value"],
        additionalProperties: false,
      });
      const { value } = inputSchema.properties as Record<string, Record<string, unknown>>;
      // A format that the subset has no word for is a pattern, which the engine's control decides on (`bad`).
      expect(value).to.deep.include(kind.schema);
      const seen: string[] = [];
      for (const type of picked) control.addEventListener(type, () => seen.push(type));
      if (kind.bad !== undefined) {
        expect((await refusal({ value: kind.bad })).code).to.equal("INVALID_INPUT");
        expect(seen).to.deep.equal([]);
      }
      expect(await output(actId, { value: kind.given })).to.deep.equal({ value: kind.answer ?? kind.given });
      expect(control.value).to.equal(kind.holds);
      expect(seen).to.deep.equal(kind.events ?? typed);
    });
  }

  it("a radio stands for its group, and for no other of that name", async () => {
    const root = await page(html`
      <form><input type="radio" name="size" value="s" /></form>
      <input id="it" type="radio" name="size" value="s" checked /><input type="radio" name="size" value="m" />
      <input type="radio" name="size" value="l" disabled />${action}
    `);
    expect(toolNamed(actId).inputSchema.properties).to.deep.equal({
      value: { type: "string", enum: ["s", "m"] },
    });
    expect(await output(actId, { value: "m" })).to.deep.equal({ value: "m" });
    expect([...root.querySelectorAll("input")].map(({ checked }) => checked)).to.deep.equal([
      false,
      false,
      true,
      false,
    ]);
  });

  it("answers with what the page made of it, and says so", async () => {
    await page(html`
      <input
        id="it"
        @input=${({ target }: Event) => {
          const input = target as HTMLInputElement;
          input.value = input.value.toUpperCase();
        }}
      />${action}
    `);
    expect(await output(actId, { value: "abc" })).to.deep.equal({ value: "ABC", adjusted: ["value"] });
  });

  it("refuses what the page does not take, and puts back what was there", async () => {
    const root = await page(html`
      <input
        id="it"
        value="old"
        @input=${({ target }: Event) => {
          const input = target as HTMLInputElement;
          if (input.value === "gone") input.value = "";
          input.setCustomValidity(input.value === "bad" ? "Unknown code" : "");
        }}
      />${action}
    `);
    const input = root.querySelector("input")!;
    for (const value of ["gone", "bad"]) {
      const error = await refusal({ value });
      expect([error.code, ...pathsOf(error)]).to.deep.equal(["INVALID_INPUT", "value"]);
      expect(input.value).to.equal("old");
    }
    expect((await refusal({ value: "bad" })).message).to.contain("Unknown code");
  });

  it("has its label, and follows its options", async () => {
    const root = await page(html`
      <label
        >Size
        <select id="it"></select></label
      >${action}
    `);
    const select = root.querySelector("select")!;
    const value = () => (toolNamed(actId).inputSchema.properties as Record<string, unknown>).value;
    expect(value()).to.deep.include({ type: "string" }).and.to.not.have.property("enum");
    select.append(new Option("s"), new Option("m"));
    await settled();
    expect(value()).to.deep.equal({ type: "string", enum: ["s", "m"], description: "Size" });
    expect(await output(actId, { value: "m" })).to.deep.equal({ value: "m" });
  });

  it("cannot be used while it is read-only, disabled, a file, or not allowed as sensitive", async () => {
    const reasons: Record<string, ReturnType<typeof html>> = {
      "read-only": html`<input id="it" readonly />`,
      disabled: html`<fieldset disabled><textarea id="it"></textarea></fieldset>`,
      "only-a-person": html`<input id="it" type="file" />`,
    };
    for (const [reason, content] of Object.entries(reasons)) {
      const root = await page(html`${content}${action}`);
      expect(toolNamed(actId).unavailableReason).to.contain(reason);
      root.remove();
      await settled();
    }
    const root = await page(html`<input id="it" type="password" value="secret" />${action}`);
    expect(offered()).to.deep.equal([]);
    expect(JSON.stringify(toolsOf())).to.not.contain("secret");
    const error = await refusal({ value: "hunter2" });
    expect(error.code).to.equal("CAPABILITY_NOT_AVAILABLE");
    expect(root.querySelector("input")!.value).to.equal("secret");
  });

  it("is called by its label in messages, never by what stands in it", async () => {
    const refusing = ({ target }: Event) => {
      (target as HTMLInputElement).value = "";
    };
    const contents = [
      html`<input id="it" aria-label="Note" value="private" @input=${refusing} />`,
      html`<label>Note <textarea id="it" @input=${refusing}>private</textarea></label>`,
      html`<div id="it" contenteditable aria-label="Note">private</div>`,
    ];
    for (const content of contents) {
      const root = await page(html`${content}${action}`);
      root.querySelector<HTMLElement>("[contenteditable]")?.focus();
      const error = await refusal({ value: "new" });
      expect(error.message).to.contain('"Note"');
      expect(JSON.stringify(error)).to.not.contain("private");
      root.remove();
      await settled();
    }
  });

  it("becomes usable again by itself", async () => {
    const root = await page(html`<input id="it" readonly />${action}`);
    expect(offered()).to.deep.equal([]);
    root.querySelector("input")!.readOnly = false;
    await settled();
    expect(offered()).to.deep.equal([actId]);
  });

  describe("a form-associated custom element", () => {
    class ControlRating extends HTMLElement {
      static formAssociated = true;
      #internals = this.attachInternals();
      #value = "";
      get value() {
        return this.#value;
      }
      set value(value: string) {
        this.#value = value;
        this.#internals.setFormValue(value);
        if (value === "9") this.#internals.setValidity({ rangeOverflow: true }, "too many", this);
        else this.#internals.setValidity({});
      }
    }
    class ControlSwitch extends HTMLElement {
      static formAssociated = true;
      #internals = this.attachInternals();
      value = "on";
      checked = false;
      connectedCallback() {
        this.addEventListener("click", () => {
          this.checked = !this.checked;
          this.#internals.setFormValue(this.checked ? "on" : null);
          this.dispatchEvent(new Event("change", { bubbles: true }));
        });
      }
    }
    class ControlButton extends HTMLElement {
      static formAssociated = true;
      type = "button";
      value = "";
    }

    it("is set through its value, and refused where it finds itself invalid", async () => {
      customElements.define("control-rating", ControlRating);
      const root = await page(html`
        <form><control-rating id="it" name="stars" tabindex="0">…</control-rating></form>
        ${action}
      `);
      const seen = record(root, "input", "change");
      expect(await output(actId, { value: "4" })).to.deep.equal({ value: "4" });
      expect(seen).to.deep.equal(["input stars", "change stars"]);
      expect([...new FormData(root.querySelector("form")!)]).to.deep.equal([["stars", "4"]]);
      expect((await refusal({ value: "9" })).code).to.equal("INVALID_INPUT");
      expect([...new FormData(root.querySelector("form")!)]).to.deep.equal([["stars", "4"]]);
    });

    it("that is on or off is switched", async () => {
      customElements.define("control-switch", ControlSwitch);
      const root = await page(html`
        <form><control-switch id="it" name="dark" tabindex="0">…</control-switch></form>
        ${action}
      `);
      expect(toolNamed(actId).inputSchema.properties).to.deep.equal({ value: { type: "boolean" } });
      expect(await output(actId, { value: true })).to.deep.equal({ value: true });
      expect([...new FormData(root.querySelector("form")!)]).to.deep.equal([["dark", "on"]]);
    });

    it("that is a button is pressed", async () => {
      customElements.define("control-button", ControlButton);
      const root = await page(html`<control-button id="it">Go</control-button>${action}`);
      const seen = record(root, "click");
      expect(await output(actId)).to.deep.equal({ done: true });
      expect(seen).to.have.length(1);
    });

    it("is a control once its class is defined", async () => {
      await page(html`<control-late id="it">…</control-late>${action}`);
      customElements.define("control-late", class extends ControlRating {});
      await settled();
      expect(await output(actId, { value: "3" })).to.deep.equal({ value: "3" });
    });
  });

  describe("contenteditable", () => {
    it("is edited as by typing, and gives the focus back", async () => {
      const root = await page(html`
        <button>Other</button>
        <div id="it" contenteditable aria-label="Note">old text</div>
        ${action}
      `);
      root.querySelector("button")!.focus();
      const div = root.querySelector<HTMLElement>("#it")!;
      const seen = record(div, "beforeinput", "input");
      expect(toolNamed(actId).inputSchema.properties).to.deep.equal({
        value: { type: "string", description: "Note" },
      });
      expect(await output(actId, { value: "new" })).to.deep.equal({ value: "new" });
      expect(div.textContent).to.equal("new");
      expect(seen).to.include("input div");
      expect(document.activeElement).to.equal(root.querySelector("button"));
      expect(await output(actId, { value: "" })).to.deep.equal({ value: "" });
    });

    it("answers that it is busy while the person is in it", async () => {
      const root = await page(
        html`<div id="it" contenteditable>mine</div>
          ${action}`,
      );
      const div = root.querySelector<HTMLElement>("#it")!;
      div.focus();
      const error = await refusal({ value: "new" });
      expect([error.code, error.details]).to.deep.equal(["CAPABILITY_NOT_AVAILABLE", { reason: "busy" }]);
      expect(div.textContent).to.equal("mine");
    });

    it("leaves the focus to the person who types elsewhere", async () => {
      const root = await page(html`
        <input />
        <div id="it" contenteditable>old</div>
        ${action}
      `);
      const input = root.querySelector("input")!;
      input.focus();
      const lost = record(input, "blur");
      expect(await output(actId, { value: "new" })).to.deep.equal({ value: "new" });
      expect([document.activeElement, lost]).to.deep.equal([input, []]);
    });

    it("refuses where an editor keeps what it had", async () => {
      const root = await page(html`
        <div id="it" contenteditable @beforeinput=${(event: Event) => event.preventDefault()}>kept</div>
        ${action}
      `);
      expect((await refusal({ value: "new" })).code).to.equal("INVALID_INPUT");
      expect(root.querySelector("#it")!.textContent).to.equal("kept");
    });
  });
});
