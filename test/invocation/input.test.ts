import { expect } from "@open-wc/testing";
import { fromJsonSchema, fromStandardSchema, type AgentPolicy, type JsonValue } from "../../src/index.js";
import { z } from "zod";
import { act, cart, createSurface, errorOf, look, outcome, outputOf, unfrozen } from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const apply = { capabilityId: "view:shop.cart.apply" };

const coupon = fromJsonSchema<{ [key: string]: JsonValue }>({
  type: "object",
  properties: {
    code: { type: "string", minLength: 2 },
    count: { type: "integer", default: 1 },
  },
  required: ["code"],
  additionalProperties: false,
});

function withInput(input = coupon, own: Parameters<typeof act>[0] = {}) {
  const surface = createSurface();
  const got: JsonValue[] = [];
  const execute = (value: JsonValue) => void got.push(value);
  surface.registry.register(cart({ actions: { apply: act({ input, execute, ...own }) } }));
  return { ...surface, got };
}

describe("the input", () => {
  it("reaches the handler parsed, with its defaults", async () => {
    const { registry, got } = withInput();
    expect(outcome(await registry.invoke({ ...apply, input: { code: "SAVE10" } }))).to.equal("ok");
    expect(got).to.deep.equal([{ code: "SAVE10", count: 1 }]);
  });

  it("reaches it with the defaults of a Standard Schema too", async () => {
    const schema = z.object({ mode: z.enum(["replace", "add"]).default("replace") });
    const input = fromStandardSchema(schema, { jsonSchema: z.toJSONSchema(schema, { io: "input" }) });
    const { registry, got } = withInput(input);
    expect(outcome(await registry.invoke({ ...apply, input: {} }))).to.equal("ok");
    expect(got).to.deep.equal([{ mode: "replace" }]);
  });

  it("that does not fit is INVALID_INPUT with every issue, and nothing runs", async () => {
    const { registry, got } = withInput();
    const error = errorOf(await registry.invoke({ ...apply, input: { code: "x", count: 1.5, more: 1 } }));
    expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
    const issues = error.details!["issues"] as { path: string; message: string }[];
    expect(issues.map(({ path }) => path)).to.have.members(["code", "count", "more"]);
    for (const { message } of issues) expect(message).to.be.a("string").and.not.to.equal("");
    expect(error.message).to.contain("code").and.to.contain("view:shop.cart.apply");
    expect(got).to.deep.equal([]);
  });

  it("with thousands of failures is told of the first hundred, and how many more there are", async () => {
    const rows = fromJsonSchema<{ [key: string]: JsonValue }>({
      type: "object",
      properties: { rows: { type: "array", items: { type: "integer" } } },
    });
    const { registry } = withInput(rows);
    const input = { rows: Array.from({ length: 5_000 }, () => "x") };
    const issues = errorOf(await registry.invoke({ ...apply, input })).details!["issues"] as JsonValue[];
    expect(issues).to.have.length(101);
    expect(issues[100]).to.deep.equal({ path: "", message: "and 4900 more" });
  });

  it("may be left out where the schema needs nothing", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("that is null is null, for an action, an observation and a procedure", async () => {
    const { registry, got } = withInput(fromJsonSchema({ type: ["null", "object"] }));
    await registry.invoke({ ...apply, input: null });
    await registry.invoke(apply);
    expect(got).to.deep.equal([null, {}]);

    const nullable = fromJsonSchema({ type: "null" });
    const { registry: other, asked } = createDomain();
    other.register(
      cart({ observations: { read: look({ input: nullable, read: ({ input }) => [input!] }) } }),
    );
    other.register(order([binding({}, { inputSchema: nullable })]));
    expect(outputOf(await other.invoke({ capabilityId: "view:shop.cart.read", input: null }))).to.deep.equal([
      null,
    ]);
    expect(outcome(await other.invoke({ ...cancel, input: null }))).to.equal("ok");
    expect(asked[0]!.input).to.equal(null);
    expect(outcome(await other.invoke(cancel))).to.equal("INVALID_INPUT");
    // Where null is not taken it is refused, not replaced.
    const strict = withInput(fromJsonSchema({ type: "object" }));
    expect(outcome(await strict.registry.invoke({ ...apply, input: null }))).to.equal("INVALID_INPUT");
  });

  it("that is left out is INVALID_INPUT where the schema needs something", async () => {
    const { registry } = withInput();
    expect(outcome(await registry.invoke(apply))).to.equal("INVALID_INPUT");
  });

  it("is a deep-frozen copy: neither the caller nor the handler can change it for the other", async () => {
    const { registry, got } = withInput(fromJsonSchema({ type: "object" }));
    const input = { list: [{ a: 1 }] };
    const running = registry.invoke({ ...apply, input });
    input.list[0]!.a = 2;
    await running;
    expect(got).to.deep.equal([{ list: [{ a: 1 }] }]);
    expect(unfrozen(got[0])).to.deep.equal([]);
    expect(Object.isFrozen(input)).to.equal(false);
  });

  it("is validated before any policy or precondition that sees input", async () => {
    const seen: string[] = [];
    const policy: AgentPolicy = {
      name: "noting",
      onAuthorize(context, next) {
        seen.push(`authorize ${String("effectiveInput" in context)}`);
        return next();
      },
      onInvoke({ effectiveInput }, next) {
        seen.push(`invoke ${JSON.stringify(effectiveInput)}`);
        return next();
      },
    };
    const precondition = (input: JsonValue) => void seen.push(`precondition ${JSON.stringify(input)}`);
    const { registry } = withInput(coupon, { policies: [policy], precondition });
    expect(outcome(await registry.invoke({ ...apply, input: { code: 5 } }))).to.equal("INVALID_INPUT");
    expect(seen).to.deep.equal(["authorize false"]);
    await registry.invoke({ ...apply, input: { code: "SAVE10" } });
    const effective = '{"code":"SAVE10","count":1}';
    expect(seen.slice(1)).to.deep.equal([
      "authorize false",
      `invoke ${effective}`,
      `precondition ${effective}`,
    ]);
  });

  it("of a marked field is not echoed when it does not fit", async () => {
    const input = fromJsonSchema<{ [key: string]: JsonValue }>({
      type: "object",
      properties: {
        card: { type: "string", pattern: "^[0-9]{16}$" },
        list: { type: "array", items: { type: "object", properties: { pin: { enum: ["a"] } } } },
      },
    });
    const { registry } = withInput(input, { sensitive: ["card", "list.*.pin"] });
    const bad = { card: "4111-secret", list: [{ pin: "secret-too" }] };
    const error = errorOf(await registry.invoke({ ...apply, input: bad }));
    expect(error.code).to.equal("INVALID_INPUT");
    expect(JSON.stringify(error)).not.to.contain("secret");
    expect((error.details!["issues"] as { path: string }[]).map(({ path }) => path)).to.deep.equal([
      "card",
      "list[0].pin",
    ]);
  });

  it("of a schema that throws something else is INVALID_INPUT, without the text of what was thrown", async () => {
    const input = {
      jsonSchema: { type: "object" },
      parse() {
        throw new Error("secret stack");
      },
    };
    const { registry } = withInput(input);
    const error = errorOf(await registry.invoke({ ...apply, input: {} }));
    expect(error.code).to.equal("INVALID_INPUT");
    expect(JSON.stringify(error)).not.to.contain("secret");
  });
});

describe("the input of an observation", () => {
  const page = fromJsonSchema({ type: "object", properties: { page: { type: "integer", default: 1 } } });

  it("is validated where one is declared, and given to read", async () => {
    const { registry } = createSurface();
    registry.register(
      cart({ observations: { read: look({ input: page, read: ({ input }) => input ?? null }) } }),
    );
    const read = { capabilityId: "view:shop.cart.read" };
    expect(outputOf(await registry.invoke({ ...read, input: { page: 3 } }))).to.deep.equal({ page: 3 });
    expect(outputOf(await registry.invoke(read))).to.deep.equal({ page: 1 });
    expect(outcome(await registry.invoke({ ...read, input: { page: "3" } }))).to.equal("INVALID_INPUT");
  });

  it("is {} for policies where none is declared", async () => {
    const seen: JsonValue[] = [];
    const policy: AgentPolicy = {
      name: "noting",
      onInvoke({ effectiveInput }, next) {
        seen.push(effectiveInput);
        return next();
      },
    };
    const { registry } = createSurface({ policies: [policy] });
    registry.register(cart());
    await registry.invoke({ capabilityId: "view:shop.cart.read" });
    expect(seen).to.deep.equal([{}]);
  });
});

describe("hostile input", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const throwing = {
    get a() {
      throw new Error("secret getter");
    },
  };
  let deep: unknown = 1;
  for (let index = 0; index < 20_000; index++) deep = [deep];
  const hostile: [string, unknown][] = [
    ["NaN", NaN],
    ["Infinity", { a: [Infinity] }],
    ["a function", { a: () => 1 }],
    ["a symbol", { a: Symbol("x") }],
    ["a bigint", { a: 1n }],
    ["a cycle", cyclic],
    ["a Map", { a: new Map() }],
    ["a getter that throws", throwing],
    ["20,000 levels", deep],
    ["a revoked proxy", revoked()],
  ];
  for (const [title, input] of hostile) {
    it(`is INVALID_INPUT in the result, never an exception: ${title}`, async () => {
      const { registry, got } = withInput(fromJsonSchema({}));
      const error = errorOf(await registry.invoke({ ...apply, input: input as never }));
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      expect(error.details!["issues"]).to.have.length(1);
      expect(JSON.stringify(error)).not.to.contain("secret");
      expect(got).to.deep.equal([]);
    });
  }

  it("names the place of what is no JSON", async () => {
    const { registry } = withInput(fromJsonSchema({}));
    const error = errorOf(await registry.invoke({ ...apply, input: { a: { b: [0, NaN] } } }));
    expect((error.details!["issues"] as { path: string }[])[0]!.path).to.equal("a.b[1]");
  });

  it("with __proto__ keys pollutes nothing and is an ordinary key", async () => {
    const { registry, got } = withInput(fromJsonSchema({ type: "object" }));
    const input = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {}}}') as never;
    expect(outcome(await registry.invoke({ ...apply, input }))).to.equal("ok");
    expect(({} as Record<string, unknown>)["polluted"]).to.equal(undefined);
    expect(Object.keys(got[0] as object)).to.deep.equal(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(got[0])).to.equal(Object.prototype);
  });

  it("with __proto__ keys is refused where no more keys are allowed", async () => {
    const { registry } = withInput();
    const input = JSON.parse('{"code": "SAVE10", "__proto__": {}}') as never;
    expect(outcome(await registry.invoke({ ...apply, input }))).to.equal("INVALID_INPUT");
  });

  it("of a megabyte is taken where the schema allows it", async () => {
    const { registry } = withInput(fromJsonSchema({ type: "object" }));
    const result = await registry.invoke({ ...apply, input: { text: "x".repeat(1_000_000) } });
    expect(outcome(result)).to.equal("ok");
  });
});

describe("a hostile request", () => {
  const fields = [
    "invocationId",
    "capabilityId",
    "instanceId",
    "registrationId",
    "surfaceId",
    "surfaceVersion",
    "confirmationId",
  ];
  for (const field of fields) {
    for (const value of [5, null, {}, ["x"], true]) {
      it(`is INVALID_INPUT where ${field} is ${JSON.stringify(value)}`, async () => {
        const { registry, got } = withInput(fromJsonSchema({}));
        const result = await registry.invoke({ ...apply, [field]: value });
        const error = errorOf(result);
        expect(error.code).to.equal("INVALID_INPUT");
        expect((error.details!["issues"] as { path: string }[])[0]!.path).to.equal(field);
        expect(result.invocationId).to.be.a("string");
        expect(result.capabilityId).to.be.a("string");
        expect(got).to.deep.equal([]);
      });
    }
  }

  for (const value of [1.5, "3", null, NaN]) {
    it(`is INVALID_INPUT where expectedVersion is ${String(value)}`, async () => {
      const { registry } = withInput(fromJsonSchema({}));
      const result = await registry.invoke({ ...apply, expectedVersion: value as never });
      expect(outcome(result)).to.equal("INVALID_INPUT");
    });
  }

  for (const request of [undefined, null, "view:shop.cart.apply", 5, []] as never[]) {
    it(`is answered with a result where it is ${JSON.stringify(request)}`, async () => {
      const { registry } = withInput();
      const result = await registry.invoke(request);
      expect(result.status).to.equal("error");
    });
  }

  it("never throws synchronously, not even where reading it does", async () => {
    const { registry } = withInput();
    const request = {
      get capabilityId() {
        throw new Error("secret getter");
      },
    };
    for (const odd of [request, revoked()]) {
      const result = await registry.invoke(odd as never);
      expect(result.status).to.equal("error");
      expect(JSON.stringify(result)).not.to.contain("secret");
    }
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
