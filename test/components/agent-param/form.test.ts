import { expect } from "@open-wc/testing";
import { html } from "lit";
import type { TemplateResult } from "lit";
import { id, page, problems, quietly, taken } from "./page.js";
import { call, errorCode, output } from "../../helpers/page.js";

const seen: Record<string, FormDataEntryValue>[] = [];

async function form(controls: TemplateResult, params: string): Promise<HTMLElement> {
  seen.length = 0;
  const root = await page(html`
    <form
      id="f"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        seen.push(Object.fromEntries(new FormData(event.target as HTMLFormElement)));
      }}
    >
      ${controls}<button>Go</button>
    </form>
  `);
  root.insertAdjacentHTML(
    "beforeend",
    `<agent-action name="act" description="Act" for="f">${params}</agent-action>`,
  );
  await quietly();
  return root;
}

const properties = () => taken()?.properties as Record<string, unknown> | undefined;

describe("agent-param over a form", () => {
  it("says more about the field of its name, and leaves the others", async () => {
    await form(
      html`<label>Code <input name="code" maxlength="12" /></label
        ><label>Count <input name="count" type="number" min="1" max="9" /></label>`,
      '<agent-param name="code" description="From the mail" minlength="3" required></agent-param>',
    );
    expect(taken()).to.deep.equal({
      type: "object",
      properties: {
        code: { type: "string", description: "From the mail", minLength: 3, maxLength: 12 },
        count: { type: "integer", description: "Count", minimum: 1, maximum: 9 },
      },
      required: ["code"],
      additionalProperties: false,
    });
  });

  it("wins over what the form says, and bars what it bars", async () => {
    await form(
      html`<input name="count" type="number" min="1" max="9" />`,
      '<agent-param name="count" max="3"></agent-param>',
    );
    expect(properties()).to.deep.equal({ count: { type: "integer", minimum: 1, maximum: 3 } });
    expect(await errorCode(id, { count: 5 })).to.equal("INVALID_INPUT");
    expect(seen).to.deep.equal([]);
    await output(id, { count: 2 });
    expect(seen).to.deep.equal([{ count: "2" }]);
  });

  it("gives a field its default", async () => {
    await form(html`<input name="a" />`, '<agent-param name="a" default="x"></agent-param>');
    await output(id);
    expect(seen).to.deep.equal([{ a: "x" }]);
  });

  it("makes numbers of a text field and of a list", async () => {
    await form(
      html`<input name="a" pattern="\\d+" />
        <select name="b">
          <option value="1">One</option>
          <option value="2">Two</option>
        </select>`,
      '<agent-param name="a" type="integer" min="1"></agent-param><agent-param name="b" type="integer"></agent-param>',
    );
    expect(properties()).to.deep.equal({
      a: { type: "integer", minimum: 1 },
      b: { type: "integer", enum: [1, 2], description: "1 = One, 2 = Two" },
    });
    await output(id, { a: 5, b: 2 });
    expect(seen).to.deep.equal([{ a: "5", b: "2" }]);
  });

  it("narrows which choices there are, of one and of several", async () => {
    await form(
      html`<input type="radio" name="one" value="a" /><input type="radio" name="one" value="b" />
        <input type="checkbox" name="many" value="a" /><input type="checkbox" name="many" value="b" />`,
      '<agent-param name="one" enum="a"></agent-param><agent-param name="many" enum="b"></agent-param>',
    );
    expect(properties()).to.deep.equal({
      one: { type: "string", enum: ["a"] },
      many: { type: "array", items: { type: "string", enum: ["b"] } },
    });
  });

  for (const [control, type] of [
    [html`<input name="a" type="checkbox" />`, "string"],
    [html`<input name="a" type="number" />`, "string"],
    [html`<input name="a" />`, "object"],
    [
      html`<select name="a">
        <option>x</option>
      </select>`,
      "integer",
    ],
  ] as const) {
    it(`keeps the action from being offered where the field cannot be of the type ${type}`, async () => {
      await form(control, `<agent-param name="a" type="${type}"></agent-param>`);
      expect(taken()).to.equal(undefined);
      expect(problems()).to.deep.equal(["bad-value"]);
    });
  }

  it("is left out without a field of its name, until there is one", async () => {
    const root = await form(html`<input name="a" />`, '<agent-param name="b" required></agent-param>');
    expect(taken()).to.deep.include({ properties: { a: { type: "string" } } });
    expect(taken()).not.to.have.property("required");
    expect(problems()).to.deep.equal(["no-target"]);
    root.querySelector("form")!.insertAdjacentHTML("beforeend", '<input name="b">');
    await quietly();
    expect(properties()).to.have.all.keys("a", "b");
    expect(taken()?.required).to.deep.equal(["b"]);
    expect(problems()).to.deep.equal([undefined]);
  });

  it("may have the name of any field", async () => {
    await form(html`<input name="user[mail]" />`, '<agent-param name="user[mail]" required></agent-param>');
    expect(taken()?.required).to.deep.equal(["user[mail]"]);
    expect(problems()).to.deep.equal([undefined]);
  });

  it("opens a password only where it says so, and then never repeats it", async () => {
    const root = await form(
      html`<input name="user" /><input name="pass" type="password" />`,
      '<agent-param name="pass"></agent-param>',
    );
    const param = root.querySelector("agent-param")!;
    expect(properties()).to.have.all.keys("user");
    expect(problems()).to.deep.equal(["no-target"]);

    param.setAttribute("allow-sensitive", "");
    param.setAttribute("type", "integer");
    await quietly();
    expect(properties()).to.have.all.keys("user", "pass");
    const refused = await call(id, { pass: "hunter2" });
    expect(refused.status).to.equal("error");
    expect(JSON.stringify(refused)).not.to.contain("hunter2");

    param.removeAttribute("type");
    await quietly();
    expect(await output(id, { user: "me", pass: "hunter2" })).to.deep.equal({
      values: { user: "me" },
      withheld: ["pass"],
    });
    expect(seen).to.deep.equal([{ user: "me", pass: "hunter2" }]);

    param.setAttribute("allow-sensitive", "false");
    await quietly();
    expect(properties()).to.have.all.keys("user");
    expect(await errorCode(id, { pass: "hunter2" })).to.equal("INVALID_INPUT");
  });

  it("says everything where the target takes nothing", async () => {
    const root = await page(html`
      <button id="go">Go</button>
      <agent-action name="act" description="Act" for="go">
        <agent-param name="speed" type="number"></agent-param>
      </agent-action>
    `);
    const got: unknown[] = [];
    root.addEventListener("agent-invoke", (event) => {
      got.push(event.input);
      event.respondWith("done");
    });
    expect(await output(id, { speed: 2 })).to.equal("done");
    expect(got).to.deep.equal([{ speed: 2 }]);
  });
});
