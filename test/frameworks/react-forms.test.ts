/** Forms that React holds, filled by an agent. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import type { JsonValue } from "../../src/index.js";
import { refusal, pathsOf } from "../helpers/action-page.js";
import { call, offered, output, settled, toolNamed } from "../helpers/page.js";
import { deferred, dependent, empty, filled, place, shown, type Model } from "./app.js";
import {
  createElement,
  createRoot,
  flushSync,
  useActionState,
  useEffect,
  useFormStatus,
  useRef,
  useState,
  type ChangeEvent,
  type SubmitEvent,
  type ReactNode,
  type Root,
} from "./libs/react.js";

const h = createElement as (type: unknown, props?: object | null, ...children: ReactNode[]) => ReactNode;
const id = "view:f.form.fill";
const fillAction = (more: object = {}) =>
  h("agent-action", { name: "fill", description: "Fills the form", for: "form", ...more });

type Change = ChangeEvent<HTMLInputElement & HTMLSelectElement>;

describe("React: forms", () => {
  let root: Root | undefined;

  async function page(app: ReactNode): Promise<HTMLElement> {
    const element = place();
    root = createRoot(element);
    flushSync(() => root!.render(h("agent-window", { type: "f.form", label: "Form" }, app)));
    await settled();
    return element;
  }

  afterEach(() => root?.unmount());

  describe("with one of each kind of control", () => {
    let model: Model;
    let sent: Model[] = [];
    let again: () => void;

    function App() {
      const [state, setState] = useState<Model>(empty);
      const [, tick] = useState(0);
      model = state;
      again = () => flushSync(() => tick((count) => count + 1));
      const set = (part: Partial<Model>) => setState((before) => ({ ...before, ...part }));
      const onSubmit = (event: SubmitEvent) => {
        event.preventDefault();
        sent.push(state);
      };
      return h(
        "form",
        { id: "form", onSubmit },
        h("input", {
          name: "title",
          value: state.title,
          onChange: ({ currentTarget }: Change) => set({ title: currentTarget.value }),
        }),
        h("textarea", {
          name: "notes",
          value: state.notes,
          onChange: ({ currentTarget }: Change) => set({ notes: currentTarget.value }),
        }),
        h("input", {
          name: "count",
          type: "number",
          value: state.count,
          onChange: ({ currentTarget }: Change) => set({ count: currentTarget.valueAsNumber }),
        }),
        h("input", {
          name: "agree",
          type: "checkbox",
          checked: state.agree,
          onChange: ({ currentTarget }: Change) => set({ agree: currentTarget.checked }),
        }),
        ["red", "blue"].map((colour) =>
          h("input", {
            key: colour,
            name: "colour",
            type: "radio",
            value: colour,
            checked: state.colour === colour,
            onChange: () => set({ colour }),
          }),
        ),
        h(
          "select",
          {
            name: "country",
            value: state.country,
            onChange: ({ currentTarget }: Change) => set({ country: currentTarget.value }),
          },
          ["de", "it"].map((name) => h("option", { key: name }, name)),
        ),
        h(
          "select",
          {
            name: "tags",
            multiple: true,
            value: state.tags,
            onChange: ({ currentTarget }: Change) =>
              set({ tags: Array.from(currentTarget.selectedOptions, ({ value }) => value) }),
          },
          ["a", "b", "c"].map((name) => h("option", { key: name }, name)),
        ),
        h("button", null, "Save"),
        fillAction(),
      );
    }

    beforeEach(() => (sent = []));

    it("has every value in the state, and keeps it", async () => {
      const element = await page(h(App));
      expect(await output(id, filled)).to.deep.equal({ values: filled });
      expect(model).to.deep.equal(filled);
      expect(sent).to.deep.equal([filled]);
      again();
      expect(shown(element.querySelector("form")!)).to.deep.equal(filled);
    });

    it("takes what was taken before once more, and the way back", async () => {
      await page(h(App));
      await output(id, filled);
      await output(id, empty);
      expect(model).to.deep.equal(empty);
      await output(id, filled);
      expect(sent).to.deep.equal([filled, empty, filled]);
    });
  });

  describe("that change or refuse what is typed", () => {
    /** A field whose state is what `take` makes of the text; `undefined` leaves it as it is. */
    function Field({ take, ...props }: { take: (text: string) => string | undefined }) {
      const [value, setValue] = useState("");
      return h("input", {
        name: "field",
        ...props,
        value,
        onChange: ({ currentTarget }: Change) => setValue((before) => take(currentTarget.value) ?? before),
      });
    }
    const sent: string[] = [];
    const form = (field: ReactNode) =>
      h(
        "form",
        {
          id: "form",
          onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            sent.push(new FormData(event.currentTarget).get("field") as string);
          },
        },
        field,
        h("button", null, "Save"),
        fillAction(),
      );

    beforeEach(() => (sent.length = 0));

    it("tells what a mask made of it", async () => {
      await page(form(h(Field, { take: (text: string) => text.toUpperCase() })));
      expect(await output(id, { field: "abc" })).to.deep.equal({
        values: { field: "ABC" },
        adjusted: ["field"],
      });
      expect(sent).to.deep.equal(["ABC"]);
    });

    it("tells what a bound made of it", async () => {
      const take = (text: string) => String(Math.min(10, Number(text)));
      await page(form(h(Field, { type: "number", take })));
      expect(await output(id, { field: 12 })).to.deep.equal({ values: { field: 10 }, adjusted: ["field"] });
    });

    it("refuses what the state did not take, and takes the next", async () => {
      const element = await page(
        form(h(Field, { take: (text: string) => (/^\d*$/.test(text) ? text : undefined) })),
      );
      const refused = await refusal({ field: "abc" }, id);
      expect(refused.code).to.equal("INVALID_INPUT");
      expect(pathsOf(refused)).to.deep.equal(["field"]);
      expect(element.querySelector("input")!.value).to.equal("");
      expect(await output(id, { field: "12" })).to.deep.equal({ values: { field: "12" } });
      expect(pathsOf(await refusal({ field: "abc" }, id))).to.deep.equal(["field"]);
      expect(element.querySelector("input")!.value).to.equal("12");
      expect(sent).to.deep.equal(["12"]);
    });

    for (const [kind, control, wanted] of [
      ["checkbox", h("input", { name: "field", type: "checkbox", checked: false, readOnly: true }), true],
      [
        "select",
        h(
          "select",
          { name: "field", value: "a", onChange: () => {} },
          h("option", null, "a"),
          h("option", null, "b"),
        ),
        "b",
      ],
      [
        "radio",
        ["a", "b"].map((value) =>
          h("input", {
            key: value,
            name: "field",
            type: "radio",
            value,
            checked: value === "a",
            readOnly: true,
          }),
        ),
        "b",
      ],
    ] as [string, ReactNode, JsonValue][]) {
      it(`refuses what a ${kind} that never changes did not take`, async () => {
        await page(form(control));
        expect(pathsOf(await refusal({ field: wanted }, id))).to.deep.equal(["field"]);
        expect(sent).to.deep.equal([]);
      });
    }
  });

  it("fills a select whose options come from another field's state", async () => {
    const cities: Record<string, string[]> = { de: ["Bonn"], it: ["Milan", "Rome"] };
    let chosen: string[] = [];
    function App() {
      const [country, setCountry] = useState("de");
      const [city, setCity] = useState("Bonn");
      return h(
        "form",
        {
          id: "form",
          onSubmit: (event: SubmitEvent) => {
            event.preventDefault();
            chosen = [country, city];
          },
        },
        h(
          "select",
          {
            name: "country",
            value: country,
            onChange: ({ currentTarget }: Change) => {
              setCountry(currentTarget.value);
              setCity(cities[currentTarget.value]![0]!);
            },
          },
          Object.keys(cities).map((name) => h("option", { key: name }, name)),
        ),
        h(
          "select",
          {
            name: "city",
            value: city,
            onChange: ({ currentTarget }: Change) => setCity(currentTarget.value),
          },
          cities[country]!.map((name) => h("option", { key: name }, name)),
        ),
        h("button", null, "Go"),
        fillAction({ schema: dependent }),
      );
    }
    await page(h(App));
    await output(id, { city: "Rome", country: "it" });
    expect(chosen).to.deep.equal(["it", "Rome"]);
  });

  describe("whose submit takes time", () => {
    const server = { answer: deferred<string>() };
    beforeEach(() => (server.answer = deferred()));

    /** Its fields are disabled and it is busy until the server has answered. */
    function App({ more }: { more?: object }) {
      const [code, setCode] = useState("");
      const [isSending, setSending] = useState(false);
      const [said, say] = useState("");
      const form = useRef<HTMLFormElement>(null);
      const send = async () => {
        setSending(true);
        say(await server.answer.promise);
        setSending(false);
        form.current!.dispatchEvent(new Event("saved"));
      };
      return h(
        "form",
        {
          id: "form",
          ref: form,
          "aria-busy": isSending,
          onSubmit: (event: SubmitEvent) => {
            event.preventDefault();
            void send();
          },
        },
        h(
          "fieldset",
          { disabled: isSending },
          h("input", {
            name: "code",
            value: code,
            onChange: ({ currentTarget }: Change) => setCode(currentTarget.value),
          }),
          h("button", null, "Send"),
        ),
        h("p", { id: "said" }, said),
        fillAction(more),
      );
    }

    it("tells the values, and that it is not done, while it is disabled", async () => {
      await page(h(App));
      const result = await call(id, { code: "x" });
      expect(result).to.include({ status: "ok", settled: false });
      expect(result.status === "ok" && result.output).to.deep.equal({ values: { code: "x" } });
      server.answer.resolve("Done");
    });

    it("waits for the event that says it is done, and tells what the page shows", async () => {
      await page(h(App, { more: { "done-on": "saved", "result-from": "said" } }));
      const calling = output(id, { code: "x" });
      await settled();
      server.answer.resolve("Saved as 12");
      expect(await calling).to.equal("Saved as 12");
    });
  });

  describe("that its own submit unmounts", () => {
    function App({ inside = false }) {
      const [isOpen, setOpen] = useState(true);
      const form = h(
        "form",
        {
          id: "form",
          onSubmit: (event: SubmitEvent) => {
            event.preventDefault();
            flushSync(() => setOpen(false));
          },
        },
        h("input", { name: "code" }),
        h("button", null, "Send"),
        inside && fillAction({ effect: "navigation" }),
      );
      return h("div", null, isOpen ? form : h("p", null, "Thanks"), !inside && fillAction());
    }

    for (const inside of [true, false]) {
      it(`answers for it with its action ${inside ? "inside, which says that it goes" : "beside it"}`, async () => {
        const element = await page(h(App, { inside }));
        expect(await output(id, { code: "x" })).to.deep.equal({ values: { code: "x" } });
        expect(element.textContent).to.equal("Thanks");
        expect(offered()).to.deep.equal([]);
      });
    }
  });

  it("runs a form's action, which empties the form afterwards", async () => {
    const sent: unknown[] = [];
    function Send() {
      return h("button", { disabled: useFormStatus().pending }, "Send");
    }
    function App() {
      const [said, send] = useActionState(async (_before: string, data: FormData) => {
        sent.push(data.get("code"));
        await Promise.resolve();
        return `Got ${data.get("code") as string}`;
      }, "");
      return h(
        "form",
        { id: "form", action: send },
        h("input", { name: "code" }),
        h(Send),
        h("p", { id: "said" }, said),
        fillAction({ "result-from": "said" }),
      );
    }
    const element = await page(h(App));
    expect(await output(id, { code: "x" })).to.equal("Got x");
    expect(sent).to.deep.equal(["x"]);
    expect(element.querySelector("input")!.value).to.equal("");
    expect(toolNamed(id).available).to.be.true;
  });

  it("tells the page's own message where its validation refuses", async () => {
    let isSent = false;
    function App() {
      const [code, setCode] = useState("");
      const input = useRef<HTMLInputElement>(null);
      useEffect(() => {
        input.current!.setCustomValidity(code.startsWith("A") ? "" : "Codes begin with A");
      });
      return h(
        "form",
        {
          id: "form",
          onSubmit: (event: SubmitEvent) => {
            event.preventDefault();
            isSent = true;
          },
        },
        h("input", {
          name: "code",
          ref: input,
          value: code,
          onChange: ({ currentTarget }: Change) => setCode(currentTarget.value),
        }),
        h("button", null, "Send"),
        fillAction(),
      );
    }
    const element = await page(h(App));
    const { details } = await refusal({ code: "B1" }, id);
    expect(details!.issues).to.deep.equal([{ path: "code", message: "Codes begin with A" }]);
    expect(isSent).to.be.false;
    expect(element.querySelector("input")!.value).to.equal("");
    expect(await output(id, { code: "A1" })).to.deep.equal({ values: { code: "A1" } });
    expect(isSent).to.be.true;
  });

  it("tells what its own validation shows at the submit", async () => {
    let isSent = false;
    function App() {
      const [code, setCode] = useState("");
      const [error, setError] = useState("");
      return h(
        "form",
        {
          id: "form",
          noValidate: true,
          onSubmit: (event: SubmitEvent) => {
            event.preventDefault();
            isSent = code.startsWith("A");
            setError(isSent ? "" : "Codes begin with A");
          },
        },
        h("input", {
          name: "code",
          value: code,
          onChange: ({ currentTarget }: Change) => setCode(currentTarget.value),
          "aria-invalid": error !== "",
          "aria-describedby": "error",
        }),
        h("p", { id: "error" }, error),
        h("button", null, "Send"),
        fillAction(),
      );
    }
    const element = await page(h(App));
    const { details } = await refusal({ code: "B1" }, id);
    expect(details!.issues).to.deep.equal([{ path: "code", message: "Codes begin with A" }]);
    expect(element.querySelector("input")!.value).to.equal("");
    expect(await output(id, { code: "A1" })).to.deep.equal({ values: { code: "A1" } });
    expect(isSent).to.be.true;
  });
});
