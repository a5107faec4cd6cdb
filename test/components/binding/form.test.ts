import { expect, fixture, html } from "@open-wc/testing";
import { bindAction } from "../../../components/binding/binding.js";
import { record, refused, run } from "./run.js";

type Entries = [string, string][];

/** A form whose page handles the submit by itself, with what each submit contained. */
async function handledForm(
  content: ReturnType<typeof html>,
): Promise<{ form: HTMLFormElement; sent: Entries[] }> {
  const form = await fixture<HTMLFormElement>(html`<form>${content}</form>`);
  const sent: Entries[] = [];
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.push([...new FormData(form, event.submitter)] as Entries);
  });
  return { form, sent };
}

const button = html`<button>Apply</button>`;

describe("an action bound to a form", () => {
  it("fills it, submits it through its button and answers with what was really there", async () => {
    const { form, sent } = await handledForm(html`
      <input name="code" />
      <input name="count" type="number" />
      <input name="when" type="date" />
      <textarea name="note"></textarea>
      <input name="untouched" value="as it was" />
      <button name="go" value="1">Apply</button>
    `);
    const seen = record(form, "click", "submit");
    const result = await run(bindAction(form), {
      note: "a\nb",
      code: "SAVE10",
      count: 2,
      when: "2026-01-31",
    });
    expect(result).to.deep.equal({ values: { code: "SAVE10", count: 2, when: "2026-01-31", note: "a\nb" } });
    expect(sent).to.deep.equal([
      [
        ["code", "SAVE10"],
        ["count", "2"],
        ["when", "2026-01-31"],
        ["note", "a\nb"],
        ["untouched", "as it was"],
        ["go", "1"],
      ],
    ]);
    expect(seen).to.deep.equal(["click go", "submit form"]);
  });

  it("answers with what the page shows, after two tasks", async () => {
    const { form } = await handledForm(html`<input name="code" />${button}<output></output>`);
    const output = form.querySelector("output")!;
    form.addEventListener("submit", () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        output.textContent = "10 % off";
        port1.close();
      };
      port2.postMessage(null);
    });
    expect(await run(bindAction(form), { code: "SAVE10" }, () => output)).to.equal("10 % off");
  });

  it("answers with the values even where the page empties the form", async () => {
    const { form } = await handledForm(html`<input name="code" />${button}`);
    form.addEventListener("submit", () => form.reset());
    expect(await run(bindAction(form), { code: "SAVE10" })).to.deep.equal({ values: { code: "SAVE10" } });
  });

  it("settles at once where the browser submits", async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe name="elsewhere"></iframe>`);
    const form = await fixture(
      html`<form action="about:blank" target="elsewhere"><input name="code" />${button}</form>`,
    );
    let isAsked = false;
    const result = await run(bindAction(form), { code: "x" }, () => {
      isAsked = true;
      return undefined;
    });
    expect(result).to.deep.equal({ submitted: true });
    expect(isAsked).to.equal(false);
    frame.remove();
  });

  it("says that the browser submits a form in a shadow tree, whose events forget their targets", async () => {
    await fixture<HTMLIFrameElement>(html`<iframe name="shade"></iframe>`);
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: "closed" });
    root.innerHTML = `<form action="about:blank" target="shade"><input name="code"><button>Go</button></form>`;
    const [form, press] = [root.querySelector("form")!, root.querySelector("button")!];
    expect(await run(bindAction(form), { code: "x" })).to.deep.equal({ submitted: true });
    expect(await run(bindAction(press))).to.deep.equal({ submitted: true });
  });

  it("works in a shadow tree and in another document", async () => {
    const host = await fixture(html`<div></div>`);
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
    for (const root of [host.attachShadow({ mode: "closed" }), frame.contentDocument!.body]) {
      const form = root.ownerDocument.createElement("form");
      const input = root.ownerDocument.createElement("input");
      input.name = "code";
      form.append(input, root.ownerDocument.createElement("button"));
      root.append(form);
      const sent: unknown[] = [];
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        event.stopPropagation();
        sent.push(input.value);
      });
      expect(await run(bindAction(form), { code: "x" })).to.deep.equal({ values: { code: "x" } });
      expect(sent).to.deep.equal(["x"]);
    }
  });

  it("works for a form whose controls hide its members", async () => {
    const { form, sent } = await handledForm(html`<input name="elements" /><input name="requestSubmit" />`);
    await run(bindAction(form), { elements: "a", requestSubmit: "b" });
    expect(sent).to.deep.equal([
      [
        ["elements", "a"],
        ["requestSubmit", "b"],
      ],
    ]);
  });

  describe("sets controls as a person does", () => {
    const types = ["focus", "focusin", "click", "input", "change", "blur", "focusout"];

    it("text: with the events of a person, in their order, and past what a framework put on the element", async () => {
      const { form } = await handledForm(html`<input name="code" value="old" />${button}`);
      const input = form.querySelector("input")!;
      const written: string[] = [];
      Object.defineProperty(input, "value", {
        configurable: true,
        get: () => Reflect.get(HTMLInputElement.prototype, "value", input),
        set: (value: string) => written.push(value),
      });
      const seen = record(input, ...types);
      const outside = record(document, ...types);
      await run(bindAction(form), { code: "new" });
      expect(input.value).to.equal("new");
      expect(written).to.deep.equal([]);
      expect(seen.join(" ")).to.equal(
        "focus code focusin code input code change code blur code focusout code",
      );
      expect(outside.join(" ")).to.equal("focusin code input code change code focusout code click button");
    });

    it("leaves alone what is as wanted already", async () => {
      const { form } = await handledForm(html`
        <input name="a" value="x" /><input name="b" type="checkbox" checked />
        <select name="c">
          <option>one</option></select
        >${button}
      `);
      const seen = record(form, "input", "change");
      await run(bindAction(form), { a: "x", b: true, c: "one" });
      expect(seen).to.deep.equal([]);
    });

    it("checkboxes and radios: by activation, and only those that change", async () => {
      const { form, sent } = await handledForm(html`
        <input type="checkbox" name="wrap" />
        <input type="checkbox" name="top" value="a" checked /><input
          type="checkbox"
          name="top"
          value="b"
          checked
        />
        <input type="checkbox" name="top" value="c" />
        <input type="radio" name="size" value="s" checked /><input
          type="radio"
          name="size"
          value="m"
        />${button}
      `);
      const seen = record(form, "click", "change");
      const visited = record(form.querySelector("[value=s]")!, "focus", "blur");
      const result = await run(bindAction(form), { wrap: true, top: ["c", "b"], size: "m" });
      expect(result).to.deep.equal({ values: { wrap: true, top: ["b", "c"], size: "m" } });
      expect(seen).to.deep.equal([
        "click wrap",
        "change wrap",
        "click top",
        "change top",
        "click top",
        "change top",
        "click size",
        "change size",
        "click button",
      ]);
      expect(visited).to.deep.equal([]);
      expect(sent[0]).to.deep.equal([
        ["wrap", "on"],
        ["top", "b"],
        ["top", "c"],
        ["size", "m"],
      ]);
    });

    it("selects: by value, or by label", async () => {
      const { form, sent } = await handledForm(html`
        <select name="one">
          <option value="a">A</option>
          <option value="b">Bee</option>
        </select>
        <select name="many" multiple>
          <option selected>x</option>
          <option>y</option>
          <option>z</option></select
        >${button}
      `);
      const seen = record(form, "input", "change");
      await run(bindAction(form), { one: "Bee", many: ["z", "y"] });
      expect(sent[0]).to.deep.equal([
        ["one", "b"],
        ["many", "y"],
        ["many", "z"],
      ]);
      expect(seen).to.deep.equal(["input one", "change one", "input many", "change many"]);
    });

    it("choices of one value: by their labels, as objects of frameworks have", async () => {
      const object = "[object Object]";
      const { form, sent } = await handledForm(html`
        <select name="one">
          <option value=${object}>A</option>
          <option value=${object}>B</option>
          <option value="c">C</option>
        </select>
        <label><input type="radio" name="two" value=${object} checked />D</label>
        <label><input type="radio" name="two" value=${object} />E</label>
        <label><input type="checkbox" name="three" value=${object} />F</label>
        <label><input type="checkbox" name="three" value=${object} />G</label>
        ${button}
      `);
      const binding = bindAction(form);
      const { one, two } = binding.inputSchema()!.properties as Record<string, unknown>;
      expect(one).to.deep.equal({ type: "string", enum: ["A", "B", "c"], description: "c = C" });
      expect(two).to.deep.equal({ type: "string", enum: ["D", "E"] });
      const values = { one: "B", two: "E", three: ["G"] };
      expect(await run(binding, values)).to.deep.equal({ values });
      expect(sent).to.have.length(1);
      expect(form.querySelector("select")!.selectedIndex).to.equal(1);
      expect(Array.from(form.querySelectorAll("input"), ({ checked }) => checked)).to.deep.equal([
        false,
        true,
        false,
        true,
      ]);
    });

    it("choices whose values say nothing: by their labels, where those tell them apart", async () => {
      const { form } = await handledForm(html`
        <select name="one">
          <option value="0: Object">A</option>
          <option value="1: 'b'">B</option>
          <option value="2: Object">C</option>
          <option value="3: Object">C</option>
          <option value="d">D</option>
          <option value="d">D</option></select
        >${button}
      `);
      const binding = bindAction(form);
      const { one } = binding.inputSchema()!.properties as Record<string, { enum: string[] }>;
      expect(one!.enum).to.deep.equal(["A", "B", "2: Object", "3: Object", "d"]);
      for (const [word, index] of [
        ["B", 1],
        ["3: Object", 3],
        ["d", 4],
      ] as const) {
        expect(await run(binding, { one: word })).to.deep.equal({ values: { one: word } });
        expect(form.querySelector("select")!.selectedIndex).to.equal(index);
      }
    });

    it("several checkboxes: one a task, so that the page has taken the last one", async () => {
      const { form } = await handledForm(html`
        <input type="checkbox" name="x" value="a" /><input type="checkbox" name="x" value="b" />${button}
      `);
      /** As of the last render, from which each change starts. */
      let shown: string[] = [];
      form.addEventListener("change", ({ target }) => {
        const next = [...shown, (target as HTMLInputElement).value];
        void Promise.resolve().then(() => (shown = next));
      });
      await run(bindAction(form), { x: ["a", "b"] });
      expect(shown).to.deep.equal(["a", "b"]);
    });

    it("several controls of one name: in their order", async () => {
      const { form, sent } = await handledForm(html`<input name="x" /><input name="x" value="2" />${button}`);
      expect(await run(bindAction(form), { x: ["1"] })).to.deep.equal({ values: { x: ["1", "2"] } });
      expect(sent[0]).to.deep.equal([
        ["x", "1"],
        ["x", "2"],
      ]);
    });

    it("custom elements: through their value", async () => {
      class BindingStars extends HTMLElement {
        static formAssociated = true;
        #internals = this.attachInternals();
        #value = 0;
        get value() {
          return this.#value;
        }
        set value(value: unknown) {
          this.#value = Number(value);
          this.#internals.setFormValue(String(this.#value));
        }
      }
      customElements.define("binding-stars", BindingStars);
      const { form, sent } = await handledForm(html`
        <label for="stars">Stars</label
        ><binding-stars id="stars" name="stars" tabindex="0"></binding-stars>${button}
      `);
      const seen = record(form, "input", "change");
      const binding = bindAction(form);
      expect(binding.inputSchema()!.properties).to.deep.equal({
        stars: { type: "string", description: "Stars" },
      });
      expect(await run(binding, { stars: "4" })).to.deep.equal({ values: { stars: "4" } });
      expect(sent[0]).to.deep.equal([["stars", "4"]]);
      expect(seen).to.deep.equal(["input stars", "change stars"]);
    });

    it("never moves the focus", async () => {
      const { form } = await handledForm(html`<input name="mine" /><input name="code" />${button}`);
      const [mine] = form.querySelectorAll("input");
      mine!.focus();
      const lost = record(mine!, "blur", "focusout");
      await run(bindAction(form), { code: "x" });
      expect(document.activeElement).to.equal(mine);
      expect(lost).to.deep.equal([]);
    });

    it("tells a control in which the person is that they still are", async () => {
      const { form } = await handledForm(html`<input name="code" />${button}`);
      const input = form.querySelector("input")!;
      input.focus();
      const seen = record(input, ...types);
      await run(bindAction(form), { code: "x" });
      expect(document.activeElement).to.equal(input);
      expect(seen.join(" ")).to.equal(
        "input code change code blur code focusout code focus code focusin code",
      );
    });

    it("waits for the page between controls, so that one may change the next", async () => {
      const { form, sent } = await handledForm(html`
        <select name="country">
          <option>de</option>
          <option>it</option>
        </select>
        <select name="city">
          <option>Bonn</option>
          <option>Rome</option></select
        >${button}
      `);
      const [country, city] = form.querySelectorAll("select");
      country!.addEventListener("change", () => {
        void Promise.resolve().then(() => {
          city!.replaceChildren(new Option("Milan"), new Option("Rome"));
        });
      });
      await run(bindAction(form), { city: "Rome", country: "it" });
      expect(sent[0]).to.deep.equal([
        ["country", "it"],
        ["city", "Rome"],
      ]);
    });
  });

  describe("tries values first", () => {
    it("and refuses, field by field, without touching the form", async () => {
      const { form, sent } = await handledForm(html`
        <input name="code" maxlength="5" minlength="2" />
        <input name="when" type="date" />
        <input name="count" type="number" min="1" max="5" />
        <input name="level" type="range" min="0" max="10" />
        <input name="mail" type="email" />
        <select name="city">
          <option>Bonn</option>
          <option disabled>Rome</option>
        </select>
        <input type="radio" name="size" value="s" /><input type="radio" name="size" value="m" />
        <input type="checkbox" name="wrap" />
        <input name="fixed" readonly value="kept" />
        ${button}
      `);
      const seen = record(form, "input", "change", "click", "focusin", "submit", "invalid");
      const binding = bindAction(form);
      const issuesOf = async (input: Record<string, never>) => {
        const { code, details, message } = await refused(run(binding, input));
        expect(code).to.equal("INVALID_INPUT");
        expect(message).to.match(/^NOT SUBMITTED: .*Nothing was changed\.$/);
        return (details!.issues as { path: string; message: string }[]).map(({ path }) => path);
      };
      const bad = {
        code: "much too long",
        when: "25/12/2026",
        count: "1,5",
        level: 11,
        mail: "nobody",
        city: "Rome",
        size: "xl",
        wrap: "yes",
        fixed: "no",
        other: "x",
      };
      const all = await issuesOf(bad as never);
      expect(all).to.deep.equal(Object.keys(bad));
      expect(await issuesOf({ code: "x" } as never)).to.deep.equal(["code"]);
      expect(await issuesOf({ count: 6 } as never)).to.deep.equal(["count"]);
      expect(await issuesOf({ code: "good", count: 1.5 } as never)).to.deep.equal(["count"]);
      expect(seen).to.deep.equal([]);
      expect(sent).to.deep.equal([]);
      expect(form.querySelector("input")!.value).to.equal("");
    });

    it("and repeats nothing that is sensitive", async () => {
      const { form } = await handledForm(
        html`<input name="pin" type="password" pattern="\\d{4}" />${button}`,
      );
      const binding = bindAction(form, { allowSensitive: new Set(["pin"]) });
      const payload = await refused(run(binding, { pin: "hunter2" }));
      expect(payload.code).to.equal("INVALID_INPUT");
      expect(JSON.stringify(payload)).to.not.contain("hunter2");
    });
  });

  describe("reads back", () => {
    it("and lists what the page adjusted", async () => {
      const { form } = await handledForm(html`<input name="card" /><input name="other" />${button}`);
      const input = form.querySelector("input")!;
      input.addEventListener("input", () => (input.value = input.value.replace(/(\d{4})(?=\d)/g, "$1 ")));
      expect(await run(bindAction(form), { card: "12345678", other: "x" })).to.deep.equal({
        values: { card: "1234 5678", other: "x" },
        adjusted: ["card"],
      });
    });

    it("and withholds what is sensitive", async () => {
      const { form, sent } = await handledForm(
        html`<input name="pin" type="password" /><input name="a" />${button}`,
      );
      const binding = bindAction(form, { allowSensitive: new Set(["pin"]) });
      expect(await run(binding, { pin: "1234", a: "x" })).to.deep.equal({
        values: { a: "x" },
        withheld: ["pin"],
      });
      expect(sent[0]).to.deep.equal([
        ["pin", "1234"],
        ["a", "x"],
      ]);
    });

    const reactions: Record<string, (input: HTMLInputElement) => void> = {
      empties: (input) => (input.value = ""),
      "sets back": (input) => (input.value = "old"),
      "finds invalid": (input) => input.setCustomValidity(input.value === "new" ? "unknown code" : ""),
      "takes away": (input) => input.name === "code" && input.removeAttribute("name"),
    };
    for (const [what, react] of Object.entries(reactions)) {
      it(`and refuses what the page ${what}, even a task later`, async () => {
        const { form, sent } = await handledForm(html`<input name="code" value="old" />${button}`);
        const input = form.querySelector("input")!;
        input.addEventListener("input", () => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            react(input);
            port1.close();
          };
          port2.postMessage(null);
        });
        const { code, details } = await refused(run(bindAction(form), { code: "new" }));
        expect(code).to.equal("INVALID_INPUT");
        expect((details!.issues as { path: string }[])[0]!.path).to.equal("code");
        expect(sent).to.deep.equal([]);
      });
    }

    it("and refuses where the page picked something else", async () => {
      const { form, sent } = await handledForm(html`
        <input type="radio" name="size" value="s" checked /><input
          type="radio"
          name="size"
          value="m"
        />${button}
      `);
      const [small, medium] = form.querySelectorAll("input");
      medium!.addEventListener("change", () => (small!.checked = true));
      const { details } = await refused(run(bindAction(form), { size: "m" }));
      expect((details!.issues as { path: string }[])[0]!.path).to.equal("size");
      expect(sent).to.deep.equal([]);
    });
  });

  describe("puts back on refusal", () => {
    it("all values, with the same events", async () => {
      const { form } = await handledForm(html`
        <input name="a" value="1" /><input type="checkbox" name="b" />
        <input type="radio" name="c" value="x" /><input type="radio" name="c" value="y" />
        <select name="d">
          <option>p</option>
          <option>q</option>
        </select>
        <input name="missing" required />${button}
      `);
      const before = [...new FormData(form)];
      const seen = record(form, "input");
      const { code, details, message } = await refused(
        run(bindAction(form), { a: "2", b: true, c: "y", d: "q" }),
      );
      expect(code).to.equal("INVALID_INPUT");
      expect(details).to.have.all.keys("issues");
      expect((details!.issues as { path: string }[]).map(({ path }) => path)).to.deep.equal(["missing"]);
      expect(message).to.contain("put back").and.to.contain("not undone");
      expect([...new FormData(form)]).to.deep.equal(before);
      expect(form.querySelectorAll(":checked").length).to.equal(1);
      expect(seen).to.deep.equal(["a", "b", "c", "d", "a", "b", "c", "d"].map((name) => `input ${name}`));
    });

    it("what depends on another control", async () => {
      const { form } = await handledForm(html`
        <select name="city">
          <option>Bonn</option>
          <option>Trier</option>
        </select>
        <select name="country">
          <option>de</option>
          <option>it</option>
        </select>
        <input name="missing" required />${button}
      `);
      const [city, country] = form.querySelectorAll("select");
      city!.value = "Trier";
      country!.addEventListener("change", () => {
        const names = country!.value === "de" ? ["Bonn", "Trier"] : ["Rome"];
        city!.replaceChildren(...names.map((name) => new Option(name)));
      });
      const { details } = await refused(run(bindAction(form), { city: "Bonn", country: "it" }));
      expect([city!.value, country!.value]).to.deep.equal(["Trier", "de"]);
      expect(details).to.not.have.property("notRestored");
    });

    it("and names what could not be put back", async () => {
      const { form } = await handledForm(
        html`<input name="a" value="1" /><input name="b" required />${button}`,
      );
      const [a] = form.querySelectorAll("input");
      a!.addEventListener("input", () => (a!.value = a!.value === "2" ? "2" : "stuck"));
      const { details, message } = await refused(run(bindAction(form), { a: "2" }));
      expect(details!.notRestored).to.deep.equal(["a"]);
      expect(message).to.contain("could not be put back: a");
    });

    it("where the call is cancelled before the submit", async () => {
      const { form, sent } = await handledForm(html`<input name="a" value="1" />${button}`);
      const input = form.querySelector("input")!;
      const controller = new AbortController();
      input.addEventListener("change", () => controller.abort("enough"));
      let error: unknown;
      await bindAction(form)
        .run({ a: "2" }, { signal: controller.signal })
        .catch((reason: unknown) => (error = reason));
      expect(error).to.equal("enough");
      expect(input.value).to.equal("1");
      expect(sent).to.deep.equal([]);
    });
  });

  describe("submits", () => {
    it("with what the page enables in reaction to the values", async () => {
      const { form, sent } = await handledForm(html`<input name="code" /><button disabled>Apply</button>`);
      form.addEventListener("input", () => {
        void Promise.resolve().then(() => (form.querySelector("button")!.disabled = false));
      });
      await run(bindAction(form), { code: "x" });
      expect(sent).to.have.length(1);
    });

    it("not while its button is disabled", async () => {
      const { form, sent } = await handledForm(html`<input name="code" /><button disabled>Apply</button>`);
      const { code, message } = await refused(run(bindAction(form), { code: "x" }));
      expect(code).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(message).to.contain('the <button> "Apply" is disabled');
      expect(form.querySelector("input")!.value).to.equal("");
      expect(sent).to.deep.equal([]);
    });

    it("not while a field is invalid, and shows no browser message for it", async () => {
      const { form, sent } = await handledForm(html`
        <input name="a" required /><input name="pin" type="password" required /><input name="b" />${button}
      `);
      const shown = record(document, "invalid");
      form.addEventListener("invalid", () => shown.push("invalid"), true);
      const { details } = await refused(run(bindAction(form), { b: "x" }));
      const issues = details!.issues as { path: string; message: string }[];
      expect(issues.map(({ path }) => path)).to.deep.equal(["a", "pin"]);
      expect(issues[0]!.message).to.not.contain("only a person");
      expect(issues[1]!.message).to.contain("only a person can fill this");
      expect([sent, shown]).to.deep.equal([[], []]);
    });

    it("whatever is missing where the author turned validation off", async () => {
      for (const form of [
        html`<form novalidate><input name="a" required /><input name="b" />${button}</form>`,
        html`<form><input name="a" required /><input name="b" /><button formnovalidate>Apply</button></form>`,
      ]) {
        const element = await fixture(form);
        const seen = record(element, "submit");
        element.addEventListener("submit", (event) => event.preventDefault());
        await run(bindAction(element), { b: "x" });
        expect(seen).to.deep.equal(["submit form"]);
      }
    });

    it("by itself where there is no button, and through an image", async () => {
      const { form, sent } = await handledForm(html`<input name="a" />`);
      await run(bindAction(form), { a: "x" });
      expect(sent).to.deep.equal([[["a", "x"]]]);

      const second = await handledForm(html`<input name="a" /><input type="image" name="i" alt="Go" />`);
      const seen = record(second.form, "click");
      await run(bindAction(second.form), { a: "x" });
      expect(seen).to.deep.equal(["click i"]);
      expect(second.sent).to.have.length(1);
    });

    it("through the first button that submits, wherever it stands", async () => {
      const root = await fixture(html`
        <div>
          <form id="far-button"><button type="button">Help</button><input name="a" /></form>
          <button form="far-button" name="go">Go</button>
        </div>
      `);
      const seen = record(root, "click");
      root.addEventListener("submit", (event) => event.preventDefault());
      await run(bindAction(root.querySelector("form")!), { a: "x" });
      expect(seen).to.deep.equal(["click go"]);
    });

    it("once, also where the page asks first and submits a task later", async () => {
      const { form, sent } = await handledForm(html`<input name="a" />${button}`);
      form.querySelector("button")!.addEventListener("click", (event) => {
        event.preventDefault();
        void Promise.resolve().then(() => form.requestSubmit());
      });
      expect(await run(bindAction(form), { a: "x" })).to.deep.equal({ values: { a: "x" } });
      expect(sent).to.have.length(1);
    });

    it("and says so where no submit came", async () => {
      const { form } = await handledForm(html`<input name="a" />${button}`);
      form.querySelector("button")!.addEventListener("click", (event) => event.preventDefault());
      const { code, message, retry } = await refused(run(bindAction(form), { a: "x" }));
      expect([code, retry]).to.deep.equal(["EXECUTION_FAILED", "no"]);
      expect(message).to.contain("the page stopped the press of its submit button");
      // It may have taken effect, so nothing is put back.
      expect(form.querySelector("input")!.value).to.equal("x");
    });
  });

  it("is unavailable while it is not shown, inert or gone", async () => {
    const form = await fixture<HTMLFormElement>(html`<form hidden><input name="a" /></form>`);
    const binding = bindAction(form);
    expect(binding.unavailableReason()).to.equal("not-shown");
    expect((await refused(run(binding, { a: "x" }))).details).to.deep.equal({ reason: "not-shown" });
    form.hidden = false;
    form.inert = true;
    expect(binding.unavailableReason()).to.equal("inert");
    form.inert = false;
    expect(binding.unavailableReason()).to.equal(undefined);
    form.remove();
    expect(binding.unavailableReason()).to.equal("missing");
  });
});
