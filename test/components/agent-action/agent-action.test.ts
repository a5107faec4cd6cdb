import { expect, fixture, html } from "@open-wc/testing";
import { toJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import "../../../components/all.js";
import { AgentActionElement, findRegistry } from "../../../components/index.js";
import type { AgentInvokeEvent } from "../../../components/index.js";
import type { SchemaInput } from "../../../components/element/schema-source.js";
import { fromStandardSchema, type JsonSchema, type JsonValue } from "../../../src/index.js";
import {
  call,
  errorCode,
  freshTag,
  offered,
  output,
  printed,
  settled,
  toolNamed,
  toolsOf,
} from "../../helpers/page.js";

const id = "view:a.window.act";

const valibot = v.object({
  name: v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
  ),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  mode: v.picklist(["add", "remove"]),
});

async function page(content: ReturnType<typeof html>): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(
    html`<agent-window type="a.window" description="A window">${content}</agent-window>`,
  );
  await settled();
  return root;
}

function actionIn(root: Element): AgentActionElement {
  return root.querySelector("agent-action")!;
}

describe("agent-action", () => {
  describe("for a button", () => {
    it("activates it as a click does", async () => {
      const seen: string[] = [];
      await page(html`
        <button id="go" @click=${(event: Event) => seen.push(event.type)}>Go</button>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      expect(await output(id)).to.deep.equal({ done: true });
      expect(seen).to.deep.equal(["click"]);
    });

    it("gives the text of result-from, as the page shows it after its reaction", async () => {
      await page(html`
        <button
          id="go"
          @click=${() => queueMicrotask(() => (document.getElementById("out")!.textContent = "Saved"))}
        >
          Go
        </button>
        <output id="out"></output>
        <agent-action name="act" description="Act" for="go" result-from="out"></agent-action>
      `);
      expect(await output(id)).to.equal("Saved");
    });

    it("follows its state: disabled and back", async () => {
      const root = await page(html`
        <button id="go">Go</button>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      const button = root.querySelector("button")!;
      button.disabled = true;
      await settled();
      expect(offered()).to.deep.equal([]);
      expect(await errorCode(id)).to.equal("CAPABILITY_NOT_AVAILABLE");
      button.disabled = false;
      await settled();
      expect(offered()).to.deep.equal([id]);
    });

    it("is unavailable while the button is gone, and takes the next one of that id", async () => {
      const seen: string[] = [];
      const root = await page(html`
        <p><button id="go" @click=${() => seen.push("old")}>Go</button></p>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      const before = toolNamed(id).registrationId;
      root.querySelector("button")!.remove();
      await settled();
      expect(offered()).to.deep.equal([]);
      const next = Object.assign(document.createElement("button"), { id: "go", textContent: "Go" });
      next.addEventListener("click", () => seen.push("new"));
      root.querySelector("p")!.append(next);
      await settled();
      expect(await output(id)).to.deep.equal({ done: true });
      expect(seen).to.deep.equal(["new"]);
      expect(toolNamed(id).registrationId).to.equal(before);
    });

    it("for a link is a navigation", async () => {
      await page(html`
        <a id="go" href="#there">Go</a>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      expect(toolNamed(id).description).to.equal("[view · navigation] Act");
    });
  });

  describe("for a form", () => {
    it("takes its schema from the controls, fills and submits it", async () => {
      const submitted: Record<string, FormDataEntryValue>[] = [];
      await page(html`
        <form
          id="coupon"
          @submit=${(event: SubmitEvent) => {
            event.preventDefault();
            submitted.push(Object.fromEntries(new FormData(event.target as HTMLFormElement)));
          }}
        >
          <label>Code <input name="code" required maxlength="12" /></label><button>Apply</button>
        </form>
        <agent-action name="act" description="Act" for="coupon"></agent-action>
      `);
      expect(toolNamed(id).inputSchema).to.deep.equal({
        type: "object",
        properties: { code: { type: "string", maxLength: 12, description: "Code" } },
        required: ["code"],
        additionalProperties: false,
      });
      expect(await output(id, { code: "SAVE10" })).to.deep.equal({ values: { code: "SAVE10" } });
      expect(submitted).to.deep.equal([{ code: "SAVE10" }]);
      expect(await errorCode(id, { code: "much too long for it" })).to.equal("INVALID_INPUT");
      expect(submitted).to.have.length(1);
    });

    it("takes a control that the page adds later", async () => {
      const root = await page(html`
        <form id="f"><input name="a" /></form>
        <agent-action name="act" description="Act" for="f"></agent-action>
      `);
      root.querySelector("form")!.append(Object.assign(document.createElement("input"), { name: "b" }));
      await settled();
      expect(Object.keys(toolNamed(id).inputSchema["properties"] as object)).to.deep.equal(["a", "b"]);
    });
  });

  describe("what runs", () => {
    it("is execute before everything else, with the input and the context", async () => {
      let context: { invocationId?: string } = {};
      const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
      const action = actionIn(root);
      action.input = { type: "object", properties: { n: { type: "integer" } } };
      action.execute = (input: { n: number }, given) => {
        context = given;
        return { twice: input.n * 2 };
      };
      action.addEventListener("agent-invoke", () => expect.fail("the event must not be fired"));
      await settled();
      const result = await call(id, { n: 4 }, { toolCallId: "call-1" });
      expect(result).to.deep.include({ status: "ok", output: { twice: 8 } });
      expect(context).to.include({ invocationId: "call-1", capabilityId: id });
    });

    const libraries: Record<string, SchemaInput> = {
      Zod: z.object({
        name: z.string().transform((text) => text.trim()),
        count: z.int().min(1).default(1),
        mode: z.enum(["add", "remove"]),
      }),
      Valibot: fromStandardSchema(valibot, {
        jsonSchema: toJsonSchema(valibot, { typeMode: "input", target: "draft-2020-12" }) as JsonSchema,
      }),
      ArkType: type({ name: "string.trim", count: "number.integer >= 1 = 1", mode: "'add' | 'remove'" }),
    };
    for (const [library, input] of Object.entries(libraries)) {
      it(`gets what ${library} made of the input, and only what it lets through`, async () => {
        const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
        const action = actionIn(root);
        action.input = input;
        action.execute = (given: JsonValue) => ({ given });
        await settled();
        const { properties, required } = toolNamed(id).inputSchema as {
          properties: Record<string, JsonSchema>;
          required: string[];
        };
        expect(properties.mode!.enum).to.deep.equal(["add", "remove"]);
        expect([...required].sort()).to.deep.equal(["mode", "name"]);
        expect(await output(id, { name: " a ", mode: "add" })).to.deep.equal({
          given: { name: "a", count: 1, mode: "add" },
        });
        const result = await call(id, { name: 5, count: 0, mode: "other" });
        if (result.status !== "error") throw new Error("a bad input was let through");
        expect(result.error.code).to.equal("INVALID_INPUT");
        const issues = result.error.details!.issues as { path: string }[];
        expect(issues.map(({ path }) => path).sort()).to.deep.equal(["count", "mode", "name"]);
      });
    }

    it("says what is wrong with a schema of a library that cannot be shown to agents", async () => {
      const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
      const action = actionIn(root);
      action.execute = () => undefined;
      const lines = await printed(async () => {
        action.input = z.object({ pairs: z.array(z.tuple([z.string(), z.number()])) });
        await settled();
      });
      expect(offered()).to.deep.equal([]);
      expect(action.problem?.message)
        .to.contain("/properties/pairs/items/prefixItems")
        .and.to.contain("Write");
      expect(lines).to.have.length(1);
    });

    it("is read when it runs, not when it was registered", async () => {
      const root = await page(
        html`<agent-action name="act" description="Act" .execute=${() => "old"}></agent-action>`,
      );
      const before = findRegistry().getVersion();
      actionIn(root).execute = () => "new";
      await settled();
      expect(await output(id)).to.equal("new");
      expect(findRegistry().getVersion()).to.equal(before);
    });

    it("is a listener that answers with a value or a promise, anywhere above", async () => {
      const events: AgentInvokeEvent[] = [];
      const listen = (event: AgentInvokeEvent) => {
        events.push(event);
        event.respondWith(Promise.resolve({ heard: true }));
      };
      document.addEventListener("agent-invoke", listen as EventListener);
      await page(html`
        <button id="go" @click=${() => expect.fail("the binding must not run")}>Go</button>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      const result = await output(id);
      document.removeEventListener("agent-invoke", listen as EventListener);
      expect(result).to.deep.equal({ heard: true });
      expect(events).to.have.length(1);
      expect(events[0]).to.include({ bubbles: true, composed: true, cancelable: true });
      expect(events[0]!.consumer).to.deep.equal({ id: "test", kind: "test" });
    });

    it("is nothing more where a listener prevents the default", async () => {
      const root = await page(html`
        <button id="go" @click=${() => expect.fail("the binding must not run")}>Go</button>
        <agent-action name="act" description="Act" for="go"></agent-action>
      `);
      root.addEventListener("agent-invoke", (event) => event.preventDefault());
      expect(await output(id)).to.equal(undefined);
    });

    it("is said to be nothing where nobody answers", async () => {
      await page(html`<agent-action name="act" description="Act"></agent-action>`);
      const result = await call(id);
      expect(result.status === "error" && result.error.code).to.equal("EXECUTION_FAILED");
      expect(result.status === "error" && result.error.message).to.contain('<agent-action name="act">');
    });

    it("throws at an answer that comes too late, and says late-respond", async () => {
      const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
      let late!: AgentInvokeEvent;
      root.addEventListener("agent-invoke", (event) => {
        late = event;
        event.respondWith(1);
      });
      await call(id);
      await printed(() => {
        expect(() => {
          late.respondWith(2);
        }).to.throw(/while agent-invoke is dispatched/);
      });
      expect(actionIn(root).problem?.code).to.equal("late-respond");
    });

    it("is followed by agent-invoked with its status", async () => {
      const seen: unknown[] = [];
      const root = await page(
        html`<agent-action name="act" description="Act" .execute=${() => 1}></agent-action>`,
      );
      root.addEventListener("agent-invoked", (event) => seen.push([event.invocationId, event.status]));
      await call(id, {}, { toolCallId: "one" });
      actionIn(root).execute = () => {
        throw new Error("no");
      };
      await printed(() => call(id, {}, { toolCallId: "two" }));
      expect(seen).to.deep.equal([
        ["one", "ok"],
        ["two", "error"],
      ]);
    });

    it("is refused by a precondition", async () => {
      await page(html`
        <agent-action
          name="act"
          description="Act"
          .execute=${() => expect.fail("must not run")}
          .precondition=${() => ({ message: "The cart is empty. Add something first.", details: { items: 0 } })}
        ></agent-action>
      `);
      const result = await call(id);
      expect(result.status === "error" && result.error).to.deep.include({
        code: "PRECONDITION_FAILED",
        message: "The cart is empty. Add something first.",
        details: { items: 0 },
      });
    });

    it("has its signal aborted when the element leaves", async () => {
      let signal!: AbortSignal;
      const root = await page(html`
        <agent-action
          name="act"
          description="Act"
          .execute=${(_input: unknown, context: { signal: AbortSignal }) => {
            signal = context.signal;
            return new Promise(() => undefined);
          }}
        ></agent-action>
      `);
      const running = call(id);
      root.remove();
      const result = await running;
      expect(result.status === "error" && result.error.code).to.equal("COMPONENT_UNMOUNTED");
      expect(signal.aborted).to.equal(true);
    });
  });

  describe("the schema", () => {
    it("is that of the schema attribute", async () => {
      await page(html`
        <agent-action
          name="act"
          description="Act"
          schema='{"type":"object","properties":{"a":{"type":"number"}}}'
        ></agent-action>
      `);
      expect(toolNamed(id).inputSchema).to.deep.equal({
        type: "object",
        properties: { a: { type: "number" } },
      });
    });

    it("is that of a JSON script inside, between stray text", async () => {
      const root = await fixture<HTMLElement>(html`<div></div>`);
      const template = document.createElement("template");
      template.innerHTML = `<agent-window type="a.window" description="A window"><agent-action name="act" description="Act"><br>
        <script type="application/json">{"type":"object","properties":{"b":{"type":"boolean"}}}</script></agent-action></agent-window>`;
      root.append(template.content);
      await settled();
      expect(toolNamed(id).inputSchema).to.deep.equal({
        type: "object",
        properties: { b: { type: "boolean" } },
      });
    });

    it("follows the script inside, which comes late, says something else, is another one, and goes", async () => {
      const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
      const action = root.querySelector("agent-action")!;
      const names = () => Object.keys(toolNamed(id).inputSchema.properties as object);
      const script = (text: string) => {
        const element = Object.assign(document.createElement("script"), { type: "application/json" });
        element.text = `{"type":"object","properties":{"${text}":{}}}`;
        return element;
      };
      const late = script("late");
      action.append(late);
      await settled();
      expect(names()).to.deep.equal(["late"]);
      late.text = late.text.replace("late", "edited");
      await settled();
      expect(names()).to.deep.equal(["edited"]);
      late.firstChild!.nodeValue = late.text.replace("edited", "again");
      await settled();
      expect(names()).to.deep.equal(["again"]);
      late.replaceWith(script("other"));
      await settled();
      expect(names()).to.deep.equal(["other"]);
      action.replaceChildren();
      await settled();
      expect(names()).to.deep.equal([]);
    });

    it("is that of a Zod schema in the property input", async () => {
      const seen: unknown[] = [];
      await page(html`
        <agent-action
          name="act"
          description="Act"
          .input=${z.object({ ids: z.array(z.string()).min(1), mode: z.enum(["add", "remove"]).default("add") })}
          .execute=${(input: unknown) => void seen.push(input)}
        ></agent-action>
      `);
      await output(id, { ids: ["a"] });
      expect(seen).to.deep.equal([{ ids: ["a"], mode: "add" }]);
      expect(await errorCode(id, { ids: [] })).to.equal("INVALID_INPUT");
    });

    it("is the closed empty object where nothing gives one", async () => {
      await page(html`<agent-action name="act" description="Act" .execute=${() => 1}></agent-action>`);
      expect(await errorCode(id, { a: 1 })).to.equal("INVALID_INPUT");
    });

    for (const [what, schema] of [
      ["that is no JSON", "{“type”: “object”}"],
      ["outside of the subset", '{"type":"object","oneOf":[]}'],
      ["that is no object", "[]"],
    ] as const) {
      it(`${what} is bad-schema: no tool, one line, mended by the attribute`, async () => {
        const root = document.createElement("agent-window");
        Object.assign(root, { type: "a.window", description: "A window" });
        const action = document.createElement("agent-action");
        Object.assign(action, { name: "act", description: "Act", schema });
        root.append(action);
        const holder = await fixture<HTMLElement>(html`<div></div>`);
        const lines = await printed(async () => {
          holder.append(root);
          await settled();
        });
        expect(action.problem?.code).to.equal("bad-schema");
        expect(lines).to.have.length(1);
        expect(offered()).to.deep.equal([]);
        action.setAttribute("schema", '{"type":"object"}');
        await settled();
        expect(action.problem).to.equal(undefined);
        expect(offered()).to.deep.equal([id]);
      });
    }
  });

  describe("bad markup", () => {
    for (const [what, content, code, mend] of [
      ["without a name", html`<agent-action description="Act"></agent-action>`, "bad-id", ["name", "act"]],
      [
        "with a dotted name",
        html`<agent-action name="a.b" description="Act"></agent-action>`,
        "bad-id",
        ["name", "act"],
      ],
      [
        "without a description",
        html`<agent-action name="act"></agent-action>`,
        "no-description",
        ["description", "Act"],
      ],
      [
        "for nothing",
        html`<agent-action name="act" description="Act" for="nix"></agent-action>
          <p id="there"></p>`,
        "no-target",
        ["for", "there"],
      ],
    ] as const) {
      it(`${what} is ${code}: no tool, one line that names element and mend, mended by the attribute`, async () => {
        let root!: HTMLElement;
        const lines = await printed(async () => {
          root = await page(content);
        });
        const action = actionIn(root);
        expect(action.problem?.code).to.equal(code);
        expect(action.matches(":state(invalid)")).to.equal(true);
        expect(lines).to.have.length(1);
        expect(lines[0]).to.match(/^<agent-action/);
        expect(offered()).to.deep.equal([]);
        const [attribute, value] = mend;
        action.setAttribute(attribute, value);
        await settled();
        expect(action.problem).to.equal(undefined);
        expect(offered()).to.deep.equal([id]);
      });
    }

    it("for an element that comes later is mended by its coming", async () => {
      let root!: HTMLElement;
      await printed(async () => {
        root = await page(html`<agent-action name="act" description="Act" for="later"></agent-action>`);
      });
      expect(offered()).to.deep.equal([]);
      root.append(Object.assign(document.createElement("button"), { id: "later" }));
      await settled();
      expect(actionIn(root).problem).to.equal(undefined);
      expect(offered()).to.deep.equal([id]);
    });

    it("takes no other capability of the window down", async () => {
      await printed(async () => {
        await page(html`
          <agent-action name="act" description="Act"></agent-action>
          <agent-action name="bad" description="Act" .meta=${{ big: "x".repeat(3_000) }}></agent-action>
        `);
      });
      expect(offered()).to.deep.equal([id]);
    });

    it("lets the first of two equal names stay, and the second take over", async () => {
      let root!: HTMLElement;
      const lines = await printed(async () => {
        root = await page(html`
          <agent-action name="act" description="First"></agent-action>
          <agent-action name="act" description="Second"></agent-action>
        `);
      });
      const [first, second] = root.querySelectorAll("agent-action");
      expect(lines).to.have.length(1);
      expect(second!.problem?.code).to.equal("duplicate");
      expect(toolNamed(id).description).to.contain("First");
      first!.remove();
      await settled();
      expect(second!.problem).to.equal(undefined);
      expect(toolNamed(id).description).to.contain("Second");
    });

    it("never lets a clone take over from what it was cloned from", async () => {
      const root = await page(
        html`<agent-action name="act" description="Act" .execute=${() => "original"}></agent-action>`,
      );
      await printed(async () => {
        root.prepend(actionIn(root).cloneNode(true));
        await settled();
      });
      expect(await output(id)).to.equal("original");
    });

    it("reads an unknown word as the strictest and says so", async () => {
      let root!: HTMLElement;
      const lines = await printed(async () => {
        root = await page(
          html`<agent-action name="act" description="Act" confirm="requierd"></agent-action>`,
        );
      });
      expect(toolNamed(id).annotations.confirms).to.equal(true);
      expect(actionIn(root).problem?.code).to.equal("bad-value");
      expect(lines).to.have.length(1);
    });
  });

  describe("attributes that relax or tighten", () => {
    for (const [attributes, expected] of [
      [{ confirm: "" }, { confirms: true }],
      [{ confirm: "never" }, { confirms: false }],
      [{ idempotent: "" }, { idempotent: true }],
      [{ idempotent: "false" }, { idempotent: false }],
      [{ irreversible: "false" }, { destructive: true }],
    ] as const) {
      it(`${JSON.stringify(attributes)} gives ${JSON.stringify(expected)}`, async () => {
        const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
        for (const [name, value] of Object.entries(attributes)) actionIn(root).setAttribute(name, value);
        await settled();
        expect(toolNamed(id).annotations).to.include(expected);
      });
    }

    it('disabled="false" is disabled, with its reason', async () => {
      await page(
        html`<agent-action
          name="act"
          description="Act"
          disabled="false"
          disabled-reason="Sold out"
        ></agent-action>`,
      );
      expect(toolNamed(id)).to.include({ available: false, unavailableReason: "Sold out" });
    });
  });

  it("keeps what was set before its class was defined, and takes nothing as a second registration", async () => {
    const tag = freshTag();
    const root = await page(html``);
    const action = document.createElement(tag);
    Object.assign(action, { name: "act", description: "Act", execute: () => "early" });
    root.append(action);
    class Early extends AgentActionElement {}
    Early.define(tag);
    await settled();
    expect(await output(id)).to.equal("early");
  });

  it("moves to another window", async () => {
    const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
    const other = await fixture<HTMLElement>(
      html`<agent-window type="a.other" description="Other"></agent-window>`,
    );
    other.append(actionIn(root));
    await settled();
    expect(offered()).to.deep.equal(["view:a.other.act"]);
  });

  it("belongs to the implicit window page where it stands in none", async () => {
    await fixture(html`<agent-action name="act" description="Act"></agent-action>`);
    await settled();
    expect(offered()).to.deep.equal(["view:page.act"]);
  });

  it("changes in place as one update, with the old name gone", async () => {
    const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
    const before = Number(findRegistry().getVersion());
    actionIn(root).setAttribute("name", "other");
    actionIn(root).setAttribute("description", "Another");
    await settled();
    expect(toolsOf().map(({ name, description }) => [name, description])).to.deep.equal([
      ["view_a__window__other", "[view · local-state] Another"],
    ]);
    expect(Number(findRegistry().getVersion())).to.equal(before + 1);
  });

  it("takes equal content as no change", async () => {
    const root = await page(html`<agent-action name="act" description="Act"></agent-action>`);
    const before = findRegistry().getVersion();
    actionIn(root).setAttribute("description", "Another");
    actionIn(root).setAttribute("description", "Act");
    await settled();
    expect(findRegistry().getVersion()).to.equal(before);
  });

  it("shows what it swallowed, and has no box", async () => {
    const root = await page(html`<agent-action name="act" description="Act"><p>Swallowed</p></agent-action>`);
    expect(getComputedStyle(actionIn(root)).display).to.equal("contents");
    expect(root.querySelector("p")!.checkVisibility()).to.equal(true);
  });
});
