import { expect, fixture, html } from "@open-wc/testing";
import { bindAction } from "../../../components/binding/binding.js";
import { checkSchema } from "../../../src/schema/index.js";
import type { JsonSchema } from "../../../src/schema/types.js";

interface FormSchema {
  properties: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties: boolean;
}

/** The schema of a form, which the core's subset must take whole. */
async function schemaOf(content: ReturnType<typeof html>, allowed: string[] = []): Promise<FormSchema> {
  const form = await fixture(html`<form>${content}</form>`);
  const schema = bindAction(form, { allowSensitive: new Set(allowed) }).inputSchema()!;
  checkSchema(schema);
  return schema as unknown as FormSchema;
}

async function fieldOf(content: ReturnType<typeof html>): Promise<JsonSchema | undefined> {
  return (await schemaOf(content)).properties.x;
}

describe("the schema of a form", () => {
  it("is closed and follows the document", async () => {
    const schema = await schemaOf(html`
      <fieldset name="group">
        <label>Code <input name="code" required maxlength="12" /></label>
      </fieldset>
      <input name="amount" type="number" />
      <button name="go">Apply</button>
    `);
    expect(schema).to.deep.equal({
      type: "object",
      properties: {
        code: { type: "string", maxLength: 12, description: "Code" },
        amount: { type: "integer" },
      },
      required: ["code"],
      additionalProperties: false,
    });
    expect(Object.keys(schema.properties)).to.deep.equal(["code", "amount"]);
  });

  it("takes controls that are elsewhere, and none of another form", async () => {
    const root = await fixture(html`
      <div>
        <form id="far"></form>
        <form><input name="other" /></form>
        <input name="mine" form="far" />
      </div>
    `);
    const { properties } = bindAction(root.querySelector("form")!).inputSchema() as unknown as FormSchema;
    expect(Object.keys(properties)).to.deep.equal(["mine"]);
  });

  it("is computed afresh", async () => {
    const form = await fixture<HTMLFormElement>(html`<form><input name="a" /></form>`);
    const binding = bindAction(form);
    form.querySelector("input")!.name = "b";
    expect(binding.inputSchema()!.properties).to.have.all.keys("b");
  });

  it("survives controls that hide the members of the form", async () => {
    const { properties } = await schemaOf(html`
      <input name="elements" /><input name="id" /><input name="submit" /><input name="__proto__" />
    `);
    expect(Object.keys(properties)).to.deep.equal(["elements", "id", "submit", "__proto__"]);
  });

  describe("says of text", () => {
    it("its format", async () => {
      expect(await fieldOf(html`<input name="x" type="email" />`)).to.deep.equal({
        type: "string",
        format: "email",
      });
      expect(await fieldOf(html`<input name="x" type="email" multiple />`)).to.deep.equal({ type: "string" });
      expect(await fieldOf(html`<input name="x" type="url" />`)).to.deep.equal({
        type: "string",
        format: "uri",
      });
      expect(await fieldOf(html`<input name="x" type="tel" />`)).to.deep.equal({ type: "string" });
      expect(await fieldOf(html`<input name="x" type="search" />`)).to.deep.equal({ type: "string" });
      expect(await fieldOf(html`<textarea name="x" minlength="3"></textarea>`)).to.deep.equal({
        type: "string",
        minLength: 3,
      });
    });

    it("its pattern, anchored", async () => {
      expect(await fieldOf(html`<input name="x" pattern="[A-Z]{3}|none" />`)).to.deep.equal({
        type: "string",
        pattern: "^(?:[A-Z]{3}|none)$",
      });
    });

    it("no pattern that JSON Schema cannot read or that may take for ever", async () => {
      expect(await fieldOf(html`<input name="x" pattern="[a&&b]\\-" />`)).to.deep.equal({ type: "string" });
      expect(await fieldOf(html`<input name="x" pattern="(a+)+" />`)).to.deep.equal({ type: "string" });
      expect(await fieldOf(html`<input name="x" pattern="(" />`)).to.deep.equal({ type: "string" });
    });
  });

  it("says of numbers what they may be, and steps only where they count from 0", async () => {
    expect(await fieldOf(html`<input name="x" type="number" min="1" max="9" />`)).to.deep.equal({
      type: "integer",
      minimum: 1,
      maximum: 9,
    });
    expect(await fieldOf(html`<input name="x" type="number" step="0.01" min="0" />`)).to.deep.equal({
      type: "number",
      minimum: 0,
      multipleOf: 0.01,
    });
    expect(await fieldOf(html`<input name="x" type="number" step="5" />`)).to.deep.equal({
      type: "integer",
      multipleOf: 5,
    });
    expect(await fieldOf(html`<input name="x" type="number" step="2" min="1" />`)).to.deep.equal({
      type: "integer",
      minimum: 1,
    });
    expect(await fieldOf(html`<input name="x" type="number" step="any" />`)).to.deep.equal({
      type: "number",
    });
    expect(await fieldOf(html`<input name="x" type="range" />`)).to.deep.equal({
      type: "integer",
      minimum: 0,
      maximum: 100,
    });
  });

  it("says how dates and times are written", async () => {
    expect(
      await fieldOf(html`<input name="x" type="date" min="2026-01-01" max="2026-12-31" />`),
    ).to.deep.equal({
      type: "string",
      format: "date",
      description: "from 2026-01-01 to 2026-12-31",
    });
    const texts = {
      "datetime-local": "2026-01-31T09:30",
      time: "09:30",
      month: "2026-01",
      week: "2026-W05",
      color: "#ff8800",
    };
    for (const [type, text] of Object.entries(texts)) {
      const field = (await fieldOf(html`<input name="x" type=${type} />`))!;
      const [first, second] = Object.keys(field);
      // WebKitGTK has no week and month fields: they are text there.
      if (second === undefined)
        expect([first, type]).to.satisfy(([, kind]: string[]) => /week|month/.test(kind!));
      else expect(text).to.match(new RegExp(field.pattern as string, "u"));
    }
  });

  it("makes a boolean of a checkbox, and a list of several", async () => {
    expect(await fieldOf(html`<label><input type="checkbox" name="x" /> Gift wrap</label>`)).to.deep.equal({
      type: "boolean",
      description: "Gift wrap",
    });
    expect(
      await fieldOf(html`
        <fieldset>
          <legend>Toppings</legend>
          <label><input type="checkbox" name="x" value="ch" /> Cheese</label>
          <label><input type="checkbox" name="x" value="ham" /> ham</label>
          <label><input type="checkbox" name="x" value="no" disabled /> Nothing</label>
        </fieldset>
      `),
    ).to.deep.equal({
      type: "array",
      items: { type: "string", enum: ["ch", "ham"] },
      description: "Toppings (ch = Cheese)",
    });
  });

  it("keeps the checkbox of a hidden field's name", async () => {
    expect(
      await fieldOf(
        html`<input type="hidden" name="x" value="0" /><input type="checkbox" name="x" value="1" />`,
      ),
    ).to.deep.equal({ type: "boolean" });
  });

  it("makes one choice of radios", async () => {
    const schema = await schemaOf(html`
      <fieldset>
        <legend>Size</legend>
        <label><input type="radio" name="x" value="s" required /> Small</label>
        <label><input type="radio" name="x" value="m" /> Medium</label>
      </fieldset>
    `);
    expect(schema.properties.x).to.deep.equal({
      type: "string",
      enum: ["s", "m"],
      description: "Size (s = Small, m = Medium)",
    });
    expect(schema.required).to.deep.equal(["x"]);
  });

  it("makes a choice of a select, without what cannot be chosen", async () => {
    const schema = await schemaOf(html`
      <label
        >Country
        <select name="x" required>
          <option value="">Please choose</option>
          <option value="de">Germany</option>
          <option>Italy</option>
          <option disabled>France</option>
          <optgroup label="Far" disabled><option>Japan</option></optgroup>
          <option hidden>Spain</option>
        </select></label
      >
    `);
    expect(schema.properties.x).to.deep.equal({
      type: "string",
      enum: ["de", "Italy"],
      description: "Country (de = Germany)",
    });
    expect(schema.required).to.deep.equal(["x"]);
  });

  it("makes a list of a select for several", async () => {
    expect(
      await fieldOf(
        html`<select name="x" multiple>
          <option>a</option>
          <option>b</option>
        </select>`,
      ),
    ).to.deep.equal({ type: "array", items: { type: "string", enum: ["a", "b"] } });
  });

  it("does not write out a long list of options", async () => {
    const field = await fieldOf(html`
      <select name="x">
        ${Array.from({ length: 2_000 }, (_, index) => html`<option value=${`item-${index}`}>Item ${index}</option>`)}
      </select>
    `);
    expect(field).to.deep.equal({
      type: "string",
      description: "the value or the label of one of the page's 2000 options",
    });
  });

  it("makes a list of controls that share a name", async () => {
    expect(await fieldOf(html`<input name="x" /><input name="x" /><input name="x" />`)).to.deep.equal({
      type: "array",
      items: { type: "string" },
      maxItems: 3,
    });
  });

  it("does not ask for what the page fills in by itself", async () => {
    const schema = await schemaOf(html`
      <input name="a" required value="there" />
      <select name="b" required>
        <option>one</option>
        <option>two</option>
      </select>
      <input type="radio" name="c" value="1" required checked /><input type="radio" name="c" value="2" />
      <input type="checkbox" name="d" required />
      <textarea name="e" required></textarea>
    `);
    expect(schema.required).to.deep.equal(["d", "e"]);
  });

  it("does not offer what a person cannot fill, files and what has no name", async () => {
    const { properties } = await schemaOf(html`
      <input name="a" disabled /><input name="b" readonly /><input name="c" type="hidden" />
      <input name="d" type="file" /><input /><input name="e" type="submit" /><input name="f" type="reset" />
      <input name="g" type="button" /><button name="h">Go</button><output name="i"></output>
      <fieldset disabled><input name="j" /></fieldset>
      <textarea name="k" readonly></textarea>
    `);
    expect(properties).to.deep.equal({});
  });

  it("offers a select whose options are yet to come", async () => {
    const { properties } = await schemaOf(html`<select name="a"></select>`);
    expect(properties).to.deep.equal({
      a: { type: "string", description: "the value or the label of one of the page's later options" },
    });
  });

  it("offers sensitive controls only where the author allows each", async () => {
    const content = html`
      <input name="password" type="password" /><input name="code" autocomplete="one-time-code" />
      <input name="card" autocomplete="section-a billing cc-number" /><input
        name="user"
        autocomplete="username"
      />
    `;
    expect(Object.keys((await schemaOf(content)).properties)).to.deep.equal(["user"]);
    expect(Object.keys((await schemaOf(content, ["password", "card"])).properties)).to.deep.equal([
      "password",
      "card",
      "user",
    ]);
  });

  describe("describes a control by", () => {
    async function descriptionOf(content: ReturnType<typeof html>) {
      return (await fieldOf(content))?.description;
    }

    it("the first of its description for agents, label, aria-label, title and placeholder", async () => {
      const all = (attributes: string[]) => {
        const label = document.createElement("label");
        label.append(" The\n  label ");
        const input = document.createElement("input");
        input.name = "x";
        for (const name of attributes) input.setAttribute(name, `by ${name}`);
        if (attributes.includes("label")) {
          label.append(input);
          return html`${label}`;
        }
        return html`${input}`;
      };
      const names = ["toolparamdescription", "label", "aria-label", "title", "placeholder"];
      const described = [];
      while (names.length > 0) {
        described.push(await descriptionOf(all(names)));
        names.shift();
      }
      expect(described).to.deep.equal([
        "by toolparamdescription",
        "The label",
        "by aria-label",
        "by title",
        "by placeholder",
      ]);
    });

    it("its label without what stands in controls", async () => {
      expect(
        await descriptionOf(
          html`<label
            >Unit
            <select name="x">
              <option>kg</option>
            </select>
            of weight</label
          >`,
        ),
      ).to.equal("Unit of weight");
    });
  });
});
