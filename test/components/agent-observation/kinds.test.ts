import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentObservationElement } from "../../../components/index.js";
import { call, errorCode, offered, output, printed, settled, toolNamed } from "../../helpers/page.js";

const id = "view:o.window.look";

/** A page whose observation reads `#it`. */
async function page(content: ReturnType<typeof html>, as: string): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(html`
    <agent-window type="o.window" description="A window">
      ${content}
      <agent-observation name="look" description="It" for="it" as=${as}></agent-observation>
    </agent-window>
  `);
  await settled();
  return root;
}

function reason(): string | undefined {
  return toolNamed(id).unavailableReason;
}

class KeptValue extends HTMLElement {
  static formAssociated = true;
  constructor() {
    super();
    this.attachInternals().setFormValue("kept");
  }
}

class OpenValue extends KeptValue {
  value: unknown = { from: 1, to: 2 };
}

customElements.define("x-kept-value", KeptValue);
customElements.define("x-open-value", OpenValue);

describe("agent-observation as form", () => {
  it("reads the values that a person sees, by their names", async () => {
    await page(
      html`<form id="it">
        <input name="name" value="Ada" />
        <input name="age" type="number" value="36" />
        <input name="size" type="range" />
        <input name="none" type="number" />
        <input name="news" type="checkbox" checked />
        <input name="colour" type="checkbox" value="red" checked />
        <input name="colour" type="checkbox" value="blue" />
        <input name="way" type="radio" value="post" />
        <input name="way" type="radio" value="mail" checked />
        <input name="fixed" value="x" readonly />
        <input name="off" value="y" disabled />
        <input name="matches" value="z" />
        <select name="land">
          <option value="nl">Netherlands</option>
          <option value="de" selected>Germany</option>
        </select>
        <select name="many" multiple>
          <option selected>a</option>
          <option selected>b</option>
        </select>
        <textarea name="note">text</textarea>
        <input name="file" type="file" />
        <output name="sum">12</output>
        <x-open-value name="span"></x-open-value>
        <x-kept-value name="kept"></x-kept-value>
        <input name="token" type="hidden" value="secret" />
        <input name="gone" value="secret" hidden />
        <input value="no name" />
        <button name="send" value="1">Send</button>
      </form>`,
      "form",
    );
    expect(await output(id)).to.deep.equal({
      values: {
        name: "Ada",
        age: 36,
        size: 50,
        none: null,
        news: true,
        colour: ["red"],
        way: "mail",
        fixed: "x",
        off: "y",
        matches: "z",
        land: "de",
        many: ["a", "b"],
        note: "text",
        file: [],
        sum: "12",
        span: { from: 1, to: 2 },
        kept: "kept",
      },
    });
    expect(toolNamed(id).inputSchema).to.have.property("properties").that.deep.equals({});
  });

  it("says what is withheld and what was shortened, and tells the page nothing", async () => {
    const root = await page(
      html`<form id="it">
        <input name="password" type="password" value="secret" />
        <input name="card" autocomplete="cc-number" value="4111" />
        <textarea name="long" .value=${"a".repeat(2_000)}></textarea>
      </form>`,
      "form",
    );
    const seen: string[] = [];
    for (const type of ["input", "change", "focus", "invalid", "formdata"])
      root.addEventListener(type, () => seen.push(type), true);
    const read = await output(id);
    expect(read).to.deep.equal({
      values: { long: `${"a".repeat(999)}…` },
      withheld: ["password", "card"],
      shortened: ["long"],
    });
    expect(seen).to.deep.equal([]);
  });

  it("reads choices of one value by their labels", async () => {
    await page(
      html`<form id="it">
        <select name="one">
          <option value="[object Object]">A</option>
          <option value="[object Object]" selected>B</option>
        </select>
        <label><input type="radio" name="two" value="[object Object]" checked />C</label>
        <label><input type="radio" name="two" value="[object Object]" />D</label>
      </form>`,
      "form",
    );
    expect(await output(id)).to.deep.equal({ values: { one: "B", two: "C" } });
  });

  it("reads a fieldset, or the form in what it points at", async () => {
    const root = await page(html`<fieldset id="it"><input name="a" value="1" /></fieldset>`, "form");
    expect(await output(id)).to.deep.equal({ values: { a: "1" } });
    root.querySelector("fieldset")!.outerHTML = `<div id="it"><form><input name="b" value="2"></form></div>`;
    await settled();
    expect(await output(id)).to.deep.equal({ values: { b: "2" } });
  });
});

describe("agent-observation as value", () => {
  const values: [what: string, content: ReturnType<typeof html>, value: unknown][] = [
    ["a text field", html`<input id="it" value="Ada" />`, "Ada"],
    ["a number field", html`<input id="it" type="number" value="1.5" />`, 1.5],
    ["a checkbox", html`<input id="it" type="checkbox" checked />`, true],
    [
      "a select",
      html`<select id="it">
        <option value="1">one</option>
      </select>`,
      "1",
    ],
    ["an output", html`<output id="it">12</output>`, "12"],
    ["a meter", html`<meter id="it" max="10" value="4"></meter>`, 4],
    ["a custom element", html`<x-open-value id="it"></x-open-value>`, { from: 1, to: 2 }],
    ["an edited text", html`<p id="it" contenteditable>a <b>b</b><i hidden>c</i></p>`, "a b"],
  ];
  for (const [what, content, value] of values) {
    it(`reads that of ${what}`, async () => {
      await page(content, "value");
      expect(await output(id)).to.deep.equal({ value });
    });
  }

  it("reads it now and not as it was written", async () => {
    const root = await page(html`<input id="it" value="a" />`, "value");
    root.querySelector("input")!.value = "b";
    expect(await output(id)).to.deep.equal({ value: "b" });
  });

  it("withholds it where it is sensitive", async () => {
    await page(html`<input id="it" type="password" value="secret" />`, "value");
    expect(await output(id)).to.deep.equal({ value: null, withheld: true });
  });

  it("cuts a long one and says so", async () => {
    await page(html`<textarea id="it" .value=${"a".repeat(5_000)}></textarea>`, "value");
    expect(await output(id)).to.deep.equal({ value: "a".repeat(4_000), total: 5_000, truncated: true });
  });

  it("is unavailable where there is none", async () => {
    await page(html`<p id="it">x</p>`, "value");
    expect(reason()).to.equal("no-value");
  });
});

describe("agent-observation as list", () => {
  it("reads the items that are shown", async () => {
    await page(
      html`<ul id="it">
        <li>One</li>
        <li hidden>secret</li>
        <li>
          Two
          <ol>
            <li>inner</li>
          </ol>
        </li>
      </ul>`,
      "list",
    );
    expect(await output(id)).to.deep.equal({ items: ["One", "Two\ninner"], total: 2, truncated: false });
  });

  it("can be read on where it was cut", async () => {
    const root = await page(
      html`<menu id="it">${[1, 2, 3, 4, 5].map((number) => html`<li>${number}</li>`)}</menu>`,
      "list",
    );
    root.querySelector("agent-observation")!.setAttribute("max-rows", "2");
    await settled();
    expect(await output(id)).to.deep.equal({ items: ["1", "2"], total: 5, truncated: true, next: 2 });
    expect(await output(id, { offset: 4 })).to.deep.equal({ items: ["5"], total: 5, truncated: false });
    expect(await errorCode(id, { limit: 3 })).to.equal("INVALID_INPUT");
  });

  it("reads lists that are made of roles, also around wrappers, and their whole size", async () => {
    await page(
      html`<div id="it">
        <div role="list">
          <div><span role="listitem" aria-setsize="9">a</span></div>
          <span role="listitem">b</span>
        </div>
      </div>`,
      "list",
    );
    expect(await output(id)).to.deep.equal({ items: ["a", "b"], total: 9, truncated: true });
  });

  it("reads terms with what is said of them", async () => {
    await page(
      html`<dl id="it">
        <div>
          <dt>Colour</dt>
          <dt>Color</dt>
          <dd>red</dd>
        </div>
        <dt>Sizes</dt>
        <dd>1</dd>
        <dd>2</dd>
      </dl>`,
      "list",
    );
    expect(await output(id)).to.deep.include({
      items: [
        { term: "Colour\nColor", description: "red" },
        { term: "Sizes", description: "1\n2" },
      ],
      total: 2,
    });
  });
});

describe("agent-observation as json", () => {
  const island = (text: string, type = "application/json") => {
    const script = Object.assign(document.createElement("script"), { type, id: "it", textContent: text });
    return html`${script}`;
  };

  it("reads the value of a script that nobody sees", async () => {
    await page(island(`{"items": [1, null], "__proto__": 2}`), "json");
    const read = (await output(id)) as Record<string, unknown>;
    expect(read["items"]).to.deep.equal([1, null]);
    expect(Object.keys(read)).to.have.members(["items", "__proto__"]);
  });

  it("reads any value, of linked data too", async () => {
    await page(island("[1]", "application/ld+json"), "json");
    expect(await output(id)).to.deep.equal([1]);
  });

  it("says that it is not valid, without quoting it", async () => {
    await page(island(`{"secret": oops}`), "json");
    const result = await call(id);
    expect(result.status === "error" && result.error).to.include({ code: "EXECUTION_FAILED", retry: "no" });
    expect(JSON.stringify(result)).to.contain("not valid JSON").and.not.contain("oops");
  });

  it("is unavailable where there is no JSON", async () => {
    await page(html`<p id="it">{}</p>`, "json");
    expect(reason()).to.equal("no-json");
  });
});

describe("agent-observation", () => {
  it("follows a target that comes late, is replaced, emptied or taken away", async () => {
    const root = await page(html`<div class="place"></div>`, "list");
    const place = root.querySelector(".place")!;
    expect(offered()).to.deep.equal([]);
    place.innerHTML = `<ul id="it"><li>1</li></ul>`;
    await settled();
    expect(await output(id)).to.deep.include({ items: ["1"] });
    place.innerHTML = `<ol id="it"><li>2</li></ol>`;
    await settled();
    expect(await output(id)).to.deep.include({ items: ["2"] });
    place.firstElementChild!.replaceChildren();
    await settled();
    expect(await output(id)).to.deep.equal({ items: [], total: 0, truncated: false });
    place.replaceChildren();
    await settled();
    expect([toolNamed(id).available, await errorCode(id)]).to.deep.equal([false, "CAPABILITY_NOT_AVAILABLE"]);
  });

  for (const attribute of ["max-length", "max-rows", "timeout"]) {
    it(`ignores and reports a ${attribute} that is no count, until it is mended`, async () => {
      const root = await page(html`<p id="it">text</p>`, "text");
      const element = root.querySelector<AgentObservationElement>("agent-observation")!;
      for (const text of ["many", "-1", "0", "1.5"]) {
        const lines = await printed(async () => {
          element.setAttribute(attribute, text);
          await settled();
        });
        expect([element.problem?.code, lines.length <= 1]).to.deep.equal(["bad-value", true]);
        expect(await output(id)).to.include({ text: "text", truncated: false });
      }
      element.setAttribute(attribute, "2000");
      await settled();
      expect(element.problem).to.equal(undefined);
    });
  }

  it("has an output schema for each kind", async () => {
    const root = await page(html`<form id="it"><input name="a" /></form>`, "text");
    const required = async (as: string) => {
      root.querySelector("agent-observation")!.setAttribute("as", as);
      await settled();
      return toolNamed(id).outputSchema?.required;
    };
    expect(await required("text")).to.deep.equal(["text", "total", "truncated"]);
    expect(await required("form")).to.deep.equal(["values"]);
    expect(await required("value")).to.deep.equal(["value"]);
    expect(await required("list")).to.deep.equal(["items", "total", "truncated"]);
    expect(await required("table")).to.deep.equal(["columns", "rows", "total", "truncated"]);
    expect(await required("json")).to.equal(undefined);
  });
});
