import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  fromJsonSchema,
  fromStandardSchema,
  type AgentSchema,
  type AgentReadContext,
  type JsonValue,
} from "../../src/index.js";
import {
  cart,
  createSurface,
  act,
  errorOf,
  outcome,
  outputOf,
  printedDuring,
  thrownBy,
  unfrozen,
} from "../helpers/surface.js";
import { layer, openShop } from "./shop.js";

type Any = AgentSchema<{ [key: string]: JsonValue }>;
const withDefault: Any = fromJsonSchema({
  type: "object",
  properties: { code: { type: "string" }, mode: { type: "string", default: "add" } },
});
const rows: Any = fromJsonSchema({
  type: "object",
  properties: {
    rows: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, pin: { type: "string", maxLength: 4 } },
      },
    },
    note: { type: "string" },
  },
  additionalProperties: false,
});

function standard(validate: (value: unknown) => unknown): Any {
  const schema = { "~standard": { version: 1, vendor: "test", validate } } as never;
  return fromStandardSchema(schema, { jsonSchema: { type: "object" } });
}

const issuesOf = (result: Parameters<typeof errorOf>[0]) =>
  errorOf(result).details!["issues"] as { path: string; message: string }[];

describe("input (contract 4 phase 5, 15 and 17; core API, Schemas and Invocation)", () => {
  describe("the effective input", () => {
    it("reaches the handler with defaults filled in", async () => {
      const { call, ran } = openShop({ action: { input: withDefault } });
      await call({ input: { code: "x" } });
      expect(ran).to.deep.equal([{ code: "x", mode: "add" }]);
    });

    it("reaches policies with defaults filled in", async () => {
      const seen: unknown[] = [];
      const policy = layer("onInvoke", (next, { effectiveInput }) => {
        seen.push(effectiveInput);
        return next();
      });
      await openShop({ policies: [policy], action: { input: withDefault } }).call();
      expect(seen).to.deep.equal([{ mode: "add" }]);
    });

    it("reaches the precondition with defaults filled in", async () => {
      const seen: unknown[] = [];
      const precondition = (input: JsonValue) => void seen.push(input);
      await openShop({ action: { input: withDefault, precondition } }).call();
      expect(seen).to.deep.equal([{ mode: "add" }]);
    });

    it("reaches the confirmation with defaults filled in", async () => {
      const { registry, call } = openShop({ action: { input: withDefault, confirmation: "required" } });
      await call();
      expect(registry.confirmations.pending()[0]!.input).to.deep.equal({ mode: "add" });
    });

    it("is {} where none was sent", async () => {
      const { call, ran } = openShop();
      await call();
      expect(ran).to.deep.equal([{}]);
    });

    it("is what the schema's parse gives, not what was sent", async () => {
      const { call, ran } = openShop({ action: { input: standard(() => ({ value: { code: "PARSED" } })) } });
      await call({ input: { code: "raw" } });
      expect(ran).to.deep.equal([{ code: "PARSED" }]);
    });

    it("is a deep frozen copy that shares nothing with the caller's", async () => {
      const { call, ran } = openShop();
      const input = { rows: [{ id: 1 }] };
      await call({ input });
      input.rows[0]!.id = 2;
      expect(ran).to.deep.equal([{ rows: [{ id: 1 }] }]);
      expect(unfrozen(ran[0])).to.deep.equal([]);
    });

    it("has no undefined properties and no -0", async () => {
      const { call, ran } = openShop();
      await call({ input: { a: undefined, b: -0 } as never });
      expect(Object.keys(ran[0] as object)).to.deep.equal(["b"]);
      expect(Object.is((ran[0] as { b: number }).b, 0)).to.equal(true);
    });
  });

  describe("invalid input", () => {
    it("is INVALID_INPUT with every failing field and its place as a.b[0]", async () => {
      const { call } = openShop({ action: { input: rows } });
      const result = await call({ input: { rows: [{ id: "a" }, { id: 1 }], note: 2 } });
      expect(issuesOf(result).map(({ path }) => path)).to.deep.equal(["rows[1].id", "note"]);
    });

    it('has the path "" at the root', async () => {
      const { call } = openShop();
      expect(issuesOf(await call({ input: "text" }))[0]!.path).to.equal("");
    });

    it("names an unknown field where the schema is closed", async () => {
      const { call } = openShop({ action: { input: rows } });
      expect(JSON.stringify(issuesOf(await call({ input: { other: 1 } })))).to.contain("other");
    });

    it("reaches no handler, no precondition, no policy of invocation and no person", async () => {
      const reached: string[] = [];
      const policy = layer("onInvoke", (next) => {
        reached.push("policy");
        return next();
      });
      const { call, registry, ran } = openShop({
        policies: [policy],
        action: {
          input: rows,
          confirmation: "required",
          precondition: () => void reached.push("precondition"),
        },
      });
      expect(outcome(await call({ input: { note: 1 } }))).to.equal("INVALID_INPUT");
      expect([...reached, ...ran, ...registry.confirmations.pending()]).to.deep.equal([]);
    });

    it("comes after authorization: who may not call learns nothing about the input", async () => {
      const refusal = { code: "NOT_AUTHORIZED", message: "No.", retry: "no" } as const;
      const refuse = layer("onAuthorize", () => Promise.reject(new AgentSurfaceError(refusal)));
      const { call } = openShop({ policies: [refuse], action: { input: rows } });
      expect(outcome(await call({ input: { note: 1 } }))).to.equal("NOT_AUTHORIZED");
    });

    it("comes after availability", async () => {
      const { call } = openShop({ action: { input: rows, when: () => false } });
      expect(outcome(await call({ input: { note: 1 } }))).to.equal("CAPABILITY_NOT_AVAILABLE");
    });

    it("by a Standard Schema has its issues and paths", async () => {
      const input = standard(() => ({ issues: [{ message: "is too long", path: ["rows", 0, "id"] }] }));
      expect(issuesOf(await openShop({ action: { input } }).call())).to.deep.equal([
        { path: "rows[0].id", message: "is too long" },
      ]);
    });

    it("by a Standard Schema that answers asynchronously is INVALID_INPUT too", async () => {
      const input = standard(() => Promise.resolve({ value: {} }));
      const { call, ran } = openShop({ action: { input } });
      expect(outcome(await call())).to.equal("INVALID_INPUT");
      expect(ran).to.deep.equal([]);
    });

    it("by a parse that throws anything else is INVALID_INPUT without the thrown text", async () => {
      const parse = () => {
        throw new Error("secret internals");
      };
      const result = await openShop({ action: { input: { jsonSchema: {}, parse } } }).call();
      expect(outcome(result)).to.equal("INVALID_INPUT");
      expect(JSON.stringify(result)).not.to.contain("secret");
    });

    it("by a parse that gives what JSON cannot carry is INVALID_INPUT", async () => {
      const input = { jsonSchema: {}, parse: () => ({ at: NaN }) };
      expect(outcome(await openShop({ action: { input } }).call())).to.equal("INVALID_INPUT");
    });
  });

  describe("observations", () => {
    it("without a declared input have the effective input {} whatever was sent", async () => {
      const seen: unknown[] = [];
      const policy = layer("onInvoke", (next, { effectiveInput }) => {
        seen.push(effectiveInput);
        return next();
      });
      const { look } = openShop({ policies: [policy] });
      expect(outcome(await look({ input: { any: [1] } }))).to.equal("ok");
      expect(seen).to.deep.equal([{}]);
    });

    it("without a declared input give their handler none", async () => {
      const contexts: AgentReadContext[] = [];
      const read = (context: AgentReadContext) => {
        contexts.push(context);
        return null;
      };
      await openShop({ observation: { read } }).look({ input: { page: 2 } });
      expect(contexts[0]).not.to.have.property("input");
    });

    it("with a declared input get it validated and with defaults", async () => {
      const input = fromJsonSchema({
        type: "object",
        properties: { page: { type: "integer", default: 1 } },
      });
      const { look } = openShop({ observation: { input, read: (context) => context.input ?? null } });
      expect(outputOf(await look({}))).to.deep.equal({ page: 1 });
      expect(outcome(await look({ input: { page: "x" } }))).to.equal("INVALID_INPUT");
    });
  });

  describe("sensitive values", () => {
    const sensitive = (paths: string[]) => openShop({ action: { input: rows, sensitive: paths } });
    const secret = "123456-secret";

    it("are never echoed by INVALID_INPUT, which still names the place", async () => {
      const result = await sensitive(["rows.*.pin"]).call({ input: { rows: [{ pin: 987654 }] } });
      expect(JSON.stringify(result)).not.to.contain("987654");
      expect(issuesOf(result)[0]).to.include({ path: "rows[0].pin" });
    });

    it("are named by a path whose * stands for any item", async () => {
      const input: Any = fromJsonSchema({ type: "object" });
      const shop = openShop({ action: { input, sensitive: ["rows.*.pin"], audit: "full" } });
      await shop.call({ input: { rows: [{ pin: 1, code: 2 }, { pin: 3 }], pin: 4 } });
      const { payload } = shop.audit.events().at(-1)!;
      const masked = { rows: [{ pin: "(withheld)", code: 2 }, { pin: "(withheld)" }], pin: 4 };
      expect(payload!.input).to.deep.equal(masked);
    });

    it("are withheld where the whole around them has the wrong type", async () => {
      const result = await sensitive(["rows.*.pin"]).call({ input: { rows: secret } });
      expect(JSON.stringify(result)).not.to.contain("secret");
    });

    it("are withheld where something inside them has the wrong type", async () => {
      const result = await sensitive(["rows"]).call({ input: { rows: [{ pin: 987654 }] } });
      expect(JSON.stringify(result)).not.to.contain("987654");
    });

    it("are withheld under a name so long that it is cut in the path", async () => {
      const name = "n".repeat(100);
      const input: Any = fromJsonSchema({ type: "object", properties: { [name]: { type: "string" } } });
      const result = await openShop({ action: { input, sensitive: [name] } }).call({
        input: { [name]: 987654 },
      });
      expect(outcome(result)).to.equal("INVALID_INPUT");
      expect(JSON.stringify(result)).not.to.contain("987654");
    });

    it("leave the messages of other fields as they are", async () => {
      const result = await sensitive(["rows.*.pin"]).call({ input: { note: 5 } });
      expect(issuesOf(result)[0]!.message).to.contain("5");
    });

    it("are withheld whole by a path that cannot be parsed", async () => {
      const result = await sensitive(["rows..pin"]).call({ input: { note: 777 } });
      expect(JSON.stringify(result)).not.to.contain("777");
    });

    it("with a path that cannot be parsed are a definition error in development", () => {
      const { registry } = createSurface({ environment: "development" });
      const definition = cart({ actions: { apply: act({ sensitive: ["rows..pin"] }) } });
      const error = thrownBy(() => registry.register(definition));
      expect(error).to.include({ name: "AgentSurfaceDefinitionError", code: "INVALID_DEFINITION" });
    });

    it("stay out of the summary of a question and of what is sent", async () => {
      const { registry, call } = openShop({
        action: { input: rows, sensitive: ["rows.*.pin"], confirmation: "required" },
      });
      const result = await call({ input: { rows: [{ pin: "9876" }] } });
      expect(JSON.stringify(result)).not.to.contain("9876");
      expect(registry.confirmations.pending()[0]!.summary).not.to.contain("9876");
    });

    it("are exact in confirmations.pending(), inside the page", async () => {
      const { registry, call } = openShop({
        action: { input: rows, sensitive: ["rows.*.pin"], confirmation: "required" },
      });
      await call({ input: { rows: [{ pin: "9876" }] } });
      expect(registry.confirmations.pending()[0]).to.deep.include({
        input: { rows: [{ pin: "9876" }] },
        sensitive: ["rows.*.pin"],
      });
    });

    it("reach the handler as they are", async () => {
      const shop = sensitive(["rows.*.pin"]);
      await shop.call({ input: { rows: [{ pin: "9876" }] } });
      expect(shop.ran).to.deep.equal([{ rows: [{ pin: "9876" }] }]);
    });

    it("are not printed when their schema's parse throws", async () => {
      const parse = () => {
        throw new Error("broken");
      };
      const { call } = openShop({
        environment: "development",
        audit: { record: () => undefined },
        action: { input: { jsonSchema: {}, parse }, sensitive: ["pin"] },
      });
      const printed = await printedDuring(() => call({ input: { pin: secret } }));
      expect(printed.join()).not.to.contain("secret");
    });
  });
});
