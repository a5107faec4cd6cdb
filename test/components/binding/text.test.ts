import { expect, fixture, html } from "@open-wc/testing";
import { bindObservation } from "../../../components/binding/binding.js";
import { checkSchema, fromJsonSchema } from "../../../src/schema/index.js";
import { refused } from "./run.js";

interface TextResult {
  text: string;
  total: number;
  truncated: boolean;
  next?: number;
}

async function textOf(content: ReturnType<typeof html>): Promise<string> {
  const root = await fixture(html`<div>${content}</div>`);
  return ((await bindObservation(root).read()) as unknown as TextResult).text;
}

describe("an observation of text", () => {
  it("reads what is there, and says that it is all", async () => {
    const root = await fixture(html`<p>Total: <b>12</b> EUR</p>`);
    const binding = bindObservation(root);
    const result = await binding.read();
    expect(result).to.deep.equal({ text: "Total: 12 EUR", total: 13, truncated: false });
    checkSchema(binding.inputSchema()!);
    expect(fromJsonSchema(binding.outputSchema()).parse(result)).to.deep.equal(result);
  });

  it("folds white space and breaks lines as a browser does", async () => {
    expect(
      await textOf(html`
        <h2>A title</h2>
        <p>One two<br />three</p>
        <p>four<span> five</span></p>
        <pre>
  a
    b</pre>
        <ul>
          <li>x</li>
          <li>y</li>
        </ul>
      `),
    ).to.equal("A title\nOne two\nthree\nfour five\n  a\n    b\nx\ny");
  });

  it("separates cells", async () => {
    expect(
      await textOf(
        html`<table>
          <tr>
            <td>a</td>
            <td>b</td>
          </tr>
          <tr>
            <td>c</td>
            <td>d</td>
          </tr>
        </table>`,
      ),
    ).to.equal("a\tb\nc\td");
  });

  it("leaves out what a person does not see", async () => {
    expect(
      await textOf(html`
        seen
        <p hidden>1</p>
        <p style="display: none">2</p>
        <p style="visibility: hidden">3 <b style="visibility: visible">shown again</b></p>
        <p style="opacity: 0">4</p>
        <details>
          <summary>sum</summary>
          5
          <p>6</p>
        </details>
        <script type="text/plain">
          7
        </script>
        <style>
          .x {
            color: red;
          }
        </style>
        <template>8</template>
        <noscript>9</noscript>
        <p style="content-visibility: hidden">10</p>
        <p style="display: contents">contents</p>
        <p aria-hidden="true">still seen</p>
      `),
    ).to.equal("seen\nshown again\nsum\ncontents\nstill seen");
  });

  it("reads what stands in controls as a person sees it, but for the sensitive", async () => {
    expect(
      await textOf(html`
        <label>Name <input value="Ada" /></label>
        <label>Card <input autocomplete="cc-number" value="4111" /></label>
        <label>News <input type="checkbox" checked /></label>
        <textarea>text</textarea>
        <select>
          <option>one</option>
          <option selected value="2">two</option></select
        ><input type="hidden" value="7" /><button>Send</button>
      `),
    ).to.equal("Name Ada Card withheld News checked text two Send");
  });

  it("reads shadow text, with slotted text in its place and fallbacks", async () => {
    const host = await fixture<HTMLElement>(html`<div><i slot="b">B</i>A<u slot="none">unslotted</u></div>`);
    const span = document.createElement("span");
    const named = Object.assign(document.createElement("slot"), { name: "b" });
    const empty = Object.assign(document.createElement("slot"), { name: "c", textContent: "fallback" });
    span.append("[", named, "|", document.createElement("slot"), "|", empty, "]");
    host.attachShadow({ mode: "open" }).append(span);
    expect(((await bindObservation(host).read()) as unknown as TextResult).text).to.equal("[B|A|fallback]");
  });

  it("can be read on where it was cut", async () => {
    const root = await fixture(html`<p>${"abcdefghij".repeat(10)}</p>`);
    const binding = bindObservation(root, "text", { maxLength: 40 });
    let text = "";
    let offset: number | undefined = 0;
    const sizes = [];
    while (offset !== undefined) {
      const part = (await binding.read({ offset })) as unknown as TextResult;
      expect([part.total, part.truncated]).to.deep.equal([100, part.next !== undefined]);
      text += part.text;
      sizes.push(part.text.length);
      offset = part.next;
    }
    expect(text).to.equal("abcdefghij".repeat(10));
    expect(sizes).to.deep.equal([40, 40, 20]);
    expect(await binding.read({ offset: 5, limit: 3 })).to.deep.equal({
      text: "fgh",
      total: 100,
      truncated: true,
      next: 8,
    });
    expect(await binding.read({ offset: 500 })).to.deep.equal({ text: "", total: 100, truncated: false });
    expect(((await binding.read({ limit: 1_000 })) as unknown as TextResult).text).to.have.length(40);
  });

  it("takes 4,000 characters at once", async () => {
    const root = await fixture(html`<p>${"a".repeat(4_001)}</p>`);
    expect(((await bindObservation(root).read()) as unknown as TextResult).next).to.equal(4_000);
  });

  it("never cuts a character in two", async () => {
    const root = await fixture(html`<p>${"😀".repeat(4)}</p>`);
    const binding = bindObservation(root);
    let text = "";
    let offset: number | undefined = 0;
    for (let reads = 0; offset !== undefined && reads < 10; reads++) {
      const part = (await binding.read({ offset, limit: reads % 2 === 0 ? 1 : 3 })) as unknown as TextResult;
      expect(part.text).to.match(/^(?:😀)+$/u);
      text += part.text;
      offset = part.next;
    }
    expect(text).to.equal("😀".repeat(4));
  });

  it("reads what would be seen where the author lets it be read out of sight", async () => {
    const root = await fixture(
      html`<div hidden>
        <p>a<i hidden>b</i></p>
      </div>`,
    );
    const read = async (target: Element) =>
      ((await bindObservation(target, "text", { background: true }).read()) as unknown as TextResult).text;
    expect([await read(root), await read(root.querySelector("p")!)]).to.deep.equal(["a", "a"]);
  });

  it("is unavailable while its target is not shown", async () => {
    const root = await fixture<HTMLElement>(html`<p hidden>x</p>`);
    const binding = bindObservation(root);
    expect(binding.unavailableReason()).to.equal("not-shown");
    expect((await refused(binding.read())).code).to.equal("CAPABILITY_NOT_AVAILABLE");
    root.hidden = false;
    expect(binding.unavailableReason()).to.equal(undefined);
    root.inert = true;
    expect(binding.unavailableReason()).to.equal(undefined);
    root.remove();
    expect(binding.unavailableReason()).to.equal("missing");
  });
});
