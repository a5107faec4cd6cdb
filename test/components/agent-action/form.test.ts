/** Forms, driven as an agent does. */
import { expect, html } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import "../../../components/all.js";
import type { JsonValue } from "../../../src/index.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";
import { actId, actionIn, page, pathsOf, refusal } from "../../helpers/action-page.js";
import { call, offered, output, printed, settled, task, toolNamed } from "../../helpers/page.js";
import { record } from "../binding/run.js";

type Entries = [string, string][];

/** A form whose page handles the submit, with what each submit contained. */
async function formPage(content: ReturnType<typeof html>, more = html``) {
  const sent: Entries[] = [];
  const root = await page(html`
    <form
      id="it"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        sent.push([...new FormData(event.target as HTMLFormElement, event.submitter)] as Entries);
      }}
    >
      ${content}
    </form>
    <agent-action name="act" description="Act" for="it"></agent-action>${more}
  `);
  return { root, sent, form: root.querySelector("form")! };
}

const propertiesOf = () => toolNamed(actId).inputSchema.properties as Record<string, unknown>;

describe("agent-action for a form", () => {
  describe("with several buttons", () => {
    const content = html`
      <input name="note" />
      <button name="step" value="save">Save draft</button><button name="step" value="send">Send</button>
      <input type="submit" name="step" value="Delete" /><button name="step" value="no" disabled>No</button>
      <button name="alone" value="x">Alone</button>
    `;

    it("offers those of one name as a choice", async () => {
      await formPage(content);
      expect(propertiesOf()).to.deep.equal({
        note: { type: "string" },
        step: {
          type: "string",
          enum: ["save", "send", "Delete"],
          description: "save = Save draft, send = Send",
        },
      });
    });

    it("presses the one that was chosen, by value or words, and the first without a choice", async () => {
      const { sent } = await formPage(content);
      expect(await output(actId, { note: "a", step: "send" })).to.deep.equal({
        values: { note: "a", step: "send" },
      });
      await output(actId, { note: "b" });
      await output(actId, { note: "c", step: "Delete" });
      expect(sent.map((entries) => entries.map(([, value]) => value).join())).to.deep.equal([
        "a,send",
        "b,save",
        "c,Delete",
      ]);
    });
  });

  describe("with choices that depend on each other", () => {
    const schema = JSON.stringify({
      type: "object",
      properties: { country: { type: "string" }, city: { type: "string" } },
      additionalProperties: false,
    });
    async function places(fillIn: (city: HTMLSelectElement, names: string[]) => void, isDisabled = false) {
      const { root, sent, form } = await formPage(html`
        <select
          name="country"
          @change=${({ target }: Event) => {
            fillIn(
              root.querySelector("[name=city]")!,
              (target as HTMLSelectElement).value === "it" ? ["Milan", "Rome"] : ["Bonn"],
            );
          }}
        >
          <option>de</option>
          <option>it</option>
        </select>
        <select name="city" ?disabled=${isDisabled}>
          <option>Bonn</option></select
        ><button>Go</button>
      `);
      actionIn(root).schema = schema;
      await settled();
      return { root, sent, form };
    }
    const show = (city: HTMLSelectElement, names: string[]) => {
      city.replaceChildren(...names.map((name) => new Option(name)));
      city.disabled = false;
    };

    it("tries the later against what is there after the earlier", async () => {
      const { sent } = await places(show);
      expect(await output(actId, { city: "Rome", country: "it" })).to.deep.equal({
        values: { country: "it", city: "Rome" },
      });
      expect(sent).to.deep.equal([
        [
          ["country", "it"],
          ["city", "Rome"],
        ],
      ]);
    });

    it("fills what the earlier enabled", async () => {
      const { sent } = await places(show, true);
      await output(actId, { country: "it", city: "Milan" });
      expect(sent[0]).to.deep.include(["city", "Milan"]);
    });

    it("waits for choices that the page has to fetch", async () => {
      let answer!: () => void;
      const { sent } = await places((city, names) => {
        answer = () => show(city, names);
      });
      const running = call(actId, { country: "it", city: "Milan" });
      for (let count = 0; count < 8; count++) await task();
      answer();
      expect((await running).status).to.equal("ok");
      expect(sent[0]).to.deep.include(["city", "Milan"]);
    });

    it("refuses what never comes, with everything as it was", async () => {
      const setTimeout = window.setTimeout.bind(window);
      const { root, sent } = await places(show);
      // The form's patience alone: the call's own time is as long as ever.
      window.setTimeout = ((callback: () => void, ms: number) =>
        setTimeout(callback, ms > 2_000 ? ms : ms / 100)) as typeof setTimeout;
      const error = await refusal({ country: "it", city: "Paris" }).finally(() => {
        window.setTimeout = setTimeout;
      });
      expect([error.code, ...pathsOf(error)]).to.deep.equal(["INVALID_INPUT", "city"]);
      expect(error.details).to.not.have.property("notRestored");
      expect([...root.querySelectorAll("select")].map(({ value }) => value)).to.deep.equal(["de", "Bonn"]);
      expect(sent).to.deep.equal([]);
    });

    it("refuses at once what depends on nothing", async () => {
      const { root } = await places(show);
      const seen = record(root, "change");
      expect(pathsOf(await refusal({ city: "Paris" }))).to.deep.equal(["city"]);
      expect(seen).to.deep.equal([]);
    });
  });

  describe("that leaves the page", () => {
    it("is the problem navigates where its author does not say so, mended by the attribute", async () => {
      const root = await page(html`
        <form id="it" action="about:blank" method="post" target="_self">
          <input name="a" /><button>Go</button>
        </form>
        <agent-action name="act" description="Act" for="it"></agent-action>
      `);
      const form = root.querySelector("form")!;
      const action = actionIn(root);
      // The browser goes nowhere where the address is none that it loads.
      form.setAttribute("action", "javascript:void 0");
      const lines = await printed(async () => {
        expect(await output(actId, { a: "x" })).to.deep.equal({ submitted: true });
      });
      expect(action.problem?.code).to.equal("navigates");
      expect(lines.filter((line) => line.includes("[navigates]"))).to.have.length(1);
      expect(offered()).to.deep.equal([actId]);
      action.effect = "navigation";
      await settled();
      expect(action.problem).to.equal(undefined);
      expect(await output(actId, { a: "x" })).to.deep.equal({ submitted: true });
      expect(action.problem).to.equal(undefined);
    });

    it("is none where it goes to a frame", async () => {
      const root = await page(html`
        <iframe name="beside"></iframe>
        <form id="it" action="about:blank" target="beside"><input name="a" /><button>Go</button></form>
        <agent-action name="act" description="Act" for="it"></agent-action>
      `);
      expect(await output(actId, { a: "x" })).to.deep.equal({ submitted: true });
      expect(actionIn(root).problem).to.equal(undefined);
    });
  });

  describe("whose page validates by itself", () => {
    /** Marks its field at the submit while it does not begin with A. */
    async function validating(more = html``) {
      const root = await page(html`
        <form
          id="it"
          novalidate
          @submit=${(event: SubmitEvent) => {
            event.preventDefault();
            const code = root.querySelector<HTMLInputElement>("[name=code]")!;
            const isWrong = !code.value.startsWith("A");
            void Promise.resolve().then(() => {
              code.setAttribute("aria-invalid", String(isWrong));
              root.querySelector("#why")!.textContent = isWrong ? "Codes begin with A" : "";
            });
          }}
        >
          <input name="code" aria-describedby="hint why" /><span id="hint">Your code.</span>
          <span id="why"></span><button>Go</button>
        </form>
        <agent-action name="act" description="Act" for="it">${more}</agent-action>
      `);
      return root;
    }

    it("refuses what the page then marks as invalid, with the reason that it shows", async () => {
      const root = await validating();
      const error = await refusal({ code: "B" });
      expect(error.code).to.equal("INVALID_INPUT");
      expect(error.details!.issues).to.deep.equal([
        { path: "code", message: "Your code. Codes begin with A" },
      ]);
      expect(root.querySelector("input")!.value).to.equal("");
      expect(await output(actId, { code: "A" })).to.deep.equal({ values: { code: "A" } });
    });

    it("does not wait for the end of what was refused", async () => {
      const root = await validating();
      actionIn(root).doneOn = "saved";
      await settled();
      expect((await refusal({ code: "B" })).code).to.equal("INVALID_INPUT");
    });

    it("repeats nothing about a sensitive field", async () => {
      const root = await validating(html`<agent-param name="code" allow-sensitive></agent-param>`);
      root.querySelector("input")!.type = "password";
      await settled();
      const { details } = await refusal({ code: "B" });
      expect(details!.issues).to.deep.equal([{ path: "code", message: "is not valid" }]);
    });

    it("leaves alone what was marked before, which the page may not have looked at again", async () => {
      const root = await validating();
      root.querySelector("input")!.setAttribute("aria-invalid", "true");
      expect(await output(actId, { code: "B" })).to.deep.equal({ values: { code: "B" } });
    });
  });

  describe("called twice at once", () => {
    const other = html`<agent-window type="e.other" description="Another">
      <agent-action name="act" description="Act" for="it" concurrency="parallel:5"></agent-action>
    </agent-window>`;

    it("never mixes values, whatever actions the calls are of", async () => {
      const { sent } = await formPage(html`<input name="a" /><input name="b" /><button>Go</button>`, other);
      const inputs = ["1", "2", "3"].map((text) => ({ a: text, b: text }));
      const results = await Promise.all([
        call(actId, inputs[0]),
        call("view:e.other.act", inputs[1]),
        call("view:e.other.act", inputs[2]),
      ]);
      expect(results.map((result) => result.status === "ok" && result.output)).to.deep.equal(
        inputs.map((values) => ({ values })),
      );
      expect(sent.map((entries) => entries.map(([, value]) => value).join(""))).to.deep.equal([
        "11",
        "22",
        "33",
      ]);
    });

    it("sets a control of it only between its calls", async () => {
      const { sent } = await formPage(
        html`<input name="a" id="a" /><input name="b" /><button>Go</button>`,
        html`<agent-window type="e.other" description="Another">
          <agent-action name="act" description="Act" for="a"></agent-action>
        </agent-window>`,
      );
      await Promise.all([call(actId, { a: "1", b: "1" }), call("view:e.other.act", { value: "2" })]);
      expect(sent[0]!.map(([, value]) => value).join("")).to.equal("11");
    });

    it("does not submit again while the page's button is disabled for the first", async () => {
      const { root, sent } = await formPage(html`<input name="a" /><button>Go</button>`);
      const button = root.querySelector("button")!;
      root.querySelector("form")!.addEventListener("submit", () => (button.disabled = true));
      const [first, second] = await Promise.all([call(actId, { a: "1" }), call(actId, { a: "2" })]);
      expect([first.status, second.status]).to.deep.equal(["ok", "error"]);
      expect(sent).to.have.length(1);
      expect(root.querySelector("input")!.value).to.equal("1");
    });

    it("goes on after a call that was cancelled in the queue", async () => {
      const { sent } = await formPage(html`<input name="a" /><button>Go</button>`, other);
      const controller = new AbortController();
      const first = call(actId, { a: "1" });
      const second = call("view:e.other.act", { a: "2" }, { signal: controller.signal });
      const third = call("view:e.other.act", { a: "3" });
      controller.abort();
      await Promise.all([first, second, third]);
      expect(sent.map((entries) => entries[0]![1])).to.deep.equal(["1", "3"]);
    });
  });

  it("says of each field what is wrong, several at once", async () => {
    await formPage(html`
      <input name="a" minlength="3" /><input name="b" type="number" max="5" /><input
        name="c"
        required
      /><input name="d" pattern="[a-z]+" /><button>Go</button>
    `);
    const given: Record<string, JsonValue> = { a: "x", b: 6, c: "fine", d: "1" };
    const error = await refusal(given);
    expect([error.code, ...pathsOf(error)]).to.deep.equal(["INVALID_INPUT", "a", "b", "d"]);
  });

  it("takes controls that stand outside, and none of a disabled fieldset but its legend's", async () => {
    const { sent } = await formPage(
      html`
        <fieldset disabled>
          <legend><input name="in-legend" /></legend>
          <input name="off" />
        </fieldset>
        <button>Go</button>
      `,
      html`<input name="outside" form="it" />`,
    );
    expect(propertiesOf()).to.have.all.keys("in-legend", "outside");
    await output(actId, { outside: "1", "in-legend": "2" });
    expect(sent[0]).to.deep.equal([
      ["in-legend", "2"],
      ["outside", "1"],
    ]);
  });

  it("names the suggestions of a datalist, and takes other values too", async () => {
    const { sent } = await formPage(html`
      <input name="city" list="cities" aria-label="City" /><datalist id="cities">
        <option value="Bonn"></option>
        <option value="Rome"></option>
      </datalist>
      <button>Go</button>
    `);
    expect(propertiesOf()).to.deep.equal({
      city: { type: "string", description: "City (such as Bonn, Rome)" },
    });
    await output(actId, { city: "Paris" });
    expect(sent[0]).to.deep.equal([["city", "Paris"]]);
  });

  it("does not submit while a custom element finds itself invalid", async () => {
    class FormStrict extends HTMLElement {
      static formAssociated = true;
      #internals = this.attachInternals();
      value = "";
      connectedCallback() {
        this.#internals.setValidity({ valueMissing: true }, "choose", this);
      }
    }
    customElements.define("form-strict", FormStrict);
    const { sent } = await formPage(html`
      <input name="a" /><form-strict name="level" tabindex="0">…</form-strict><button>Go</button>
    `);
    expect(pathsOf(await refusal({ a: "x" }))).to.deep.equal(["level"]);
    expect(sent).to.deep.equal([]);
  });

  (hasTrustedInput ? it : it.skip)("loses no key of a person who types in it meanwhile", async () => {
    const { root, sent } = await formPage(html`
      <input name="mine" /><input name="a" /><select name="b">
        <option>x</option>
        <option>y</option></select
      ><input type="checkbox" name="c" /><button>Go</button>
    `);
    const mine = root.querySelector("input")!;
    mine.focus();
    const lost = record(mine, "blur");
    const text = "the quick brown fox jumps over the lazy dog";
    const typing = sendKeys({ type: text });
    let count = 0;
    for (let isTyping = true; isTyping;) {
      await output(actId, { a: String(count), b: count % 2 ? "x" : "y", c: count % 2 === 0 });
      count++;
      // However fast the person is: one fill may begin before the first key.
      isTyping = mine.value.length < text.length || count < 2;
    }
    await typing;
    expect(mine.value).to.equal(text);
    expect([document.activeElement, lost]).to.deep.equal([mine, []]);
    expect(sent).to.have.length(count);
  });
});
