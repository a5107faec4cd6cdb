import { expect } from "@open-wc/testing";
import { z } from "zod";
import { fromStandardSchema, type JsonSchema, type JsonValue } from "../../src/index.js";
import { errorOf, outcome, printedDuring } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, cancel, cancelInput, createDomain, order, type Binding } from "../helpers/procedures.js";

function setUp(config?: Binding["config"], inputSchema: Parameters<typeof binding>[1] = {}) {
  const domain = createDomain();
  const handle = domain.registry.register(order([binding(config, inputSchema)]));
  const send = (input?: JsonValue) =>
    domain.registry.invoke({ ...cancel, ...(input !== undefined && { input }) });
  /** What the executor got for what an agent sent. */
  const effective = async (input?: JsonValue) => {
    const result = await send(input);
    expect(outcome(result), JSON.stringify(result)).to.equal("ok");
    return domain.asked.at(-1)!.input;
  };
  return { ...domain, handle, send, effective };
}

const json = (text: string) => JSON.parse(text) as JsonValue;

describe("the effective input", () => {
  it("is what the agent sends with what the page gives, and defaults", async () => {
    expect(await setUp().effective({ reason: "late" })).to.deep.equal({
      orderId: "o-1",
      reason: "late",
      notify: true,
    });
  });

  it("has what the page gives at the call, not what it gave before", async () => {
    let orderId = "o-1";
    const { effective } = setUp({ bind: () => ({ orderId }) });
    orderId = "o-2";
    expect(await effective({ reason: "late" })).to.include({ orderId: "o-2" });
  });

  it("is bound by the function that the definition has now, called on its record", async () => {
    const config: Binding["config"] = { bind: () => ({ orderId: "o-1" }) };
    const { effective } = setUp(config);
    config.bind = function (this: Binding["config"]) {
      return { orderId: this === config ? "o-3" : "not called on its record" };
    };
    expect(await effective({ reason: "late" })).to.include({ orderId: "o-3" });
  });

  it("has the agent's value of an overridable key, else the page's", async () => {
    const { effective } = setUp({
      bind: () => ({ orderId: "o-1", reason: "of the page", notify: false }),
      overridableFields: ["reason", "notify"],
    });
    expect(await effective({})).to.deep.equal({ orderId: "o-1", reason: "of the page", notify: false });
    expect(await effective({ reason: "mine" })).to.include({ reason: "mine", notify: false });
    expect(await effective({ notify: true })).to.include({ reason: "of the page", notify: true });
    expect(await effective()).to.include({ reason: "of the page" });
  });

  it("does not lose an overridable value of the page to a default of a referred definition", async () => {
    const inputSchema = {
      $defs: { Text: { type: "string", default: "of the schema" } },
      type: "object",
      properties: { reason: { $ref: "#/$defs/Text" }, note: { type: "string" } },
    };
    const { effective } = setUp(
      { bind: () => ({ reason: "of the page" }), overridableFields: ["reason"] },
      { inputSchema },
    );
    expect(await effective({ note: "n" })).to.deep.equal({ reason: "of the page", note: "n" });
  });

  it("is parsed by the author's own schema, whose transformations count", async () => {
    const Cancel = z.object({ orderId: z.string(), reason: z.string().trim(), copies: z.int().default(2) });
    const { effective, registry } = setUp(undefined, { inputSchema: fromStandardSchema(Cancel) });
    expect(await effective({ reason: " late " })).to.deep.equal({
      orderId: "o-1",
      reason: "late",
      copies: 2,
    });
    expect(Object.keys(registry.snapshot().procedures[0]!.inputSchema["properties"] as object)).to.deep.equal(
      ["reason", "copies"],
    );
  });

  it("has what is bound without being declared, where the schema is open", async () => {
    const { effective } = setUp({ bind: () => ({ tenant: "t" }) }, { inputSchema: { type: "object" } });
    expect(await effective({ reason: "late" })).to.deep.equal({ tenant: "t", reason: "late" });
  });

  it("keeps own keys named __proto__ own, and nothing else", async () => {
    const bound = () => json('{"__proto__": {"admin": true}}') as Record<string, JsonValue>;
    const { effective } = setUp({ bind: bound }, { inputSchema: { type: "object" } });
    const input = (await effective({ reason: "late" })) as Record<string, JsonValue>;
    expect(Object.getOwnPropertyNames(input).sort()).to.deep.equal(["__proto__", "reason"]);
    expect(input["admin"]).to.equal(undefined);
  });
});

describe("a locked key that the agent sends", () => {
  const refused = async (input: JsonValue, config?: Binding["config"], inputSchema?: JsonSchema) => {
    const { send, asked } = setUp(config, { ...(inputSchema && { inputSchema }) });
    const error = errorOf(await send(input));
    expect(asked, "nothing runs").to.deep.equal([]);
    expect(error).to.deep.include({ code: "INVALID_INPUT", retry: "with-changes" });
    expect(Object.keys(error.details!)).to.deep.equal(["lockedFields"]);
    return error.details!["lockedFields"];
  };

  it("is refused, even with the very value of the page", async () => {
    expect(await refused({ orderId: "o-1", reason: "late" })).to.deep.equal(["orderId"]);
    expect(await refused({ orderId: null, reason: "late" })).to.deep.equal(["orderId"]);
  });

  it("is refused before anything else is looked at, bind() included", async () => {
    let isAsked = 0;
    const bind = () => {
      isAsked += 1;
      return { orderId: "o-1", tenant: "t" };
    };
    expect(await refused({ orderId: 5, nonsense: 1, tenant: "x" }, { bind })).to.deep.equal([
      "orderId",
      "tenant",
    ]);
    expect(isAsked, "at the registration alone").to.equal(1);
  });

  it("is refused in an open schema too", async () => {
    expect(await refused({ orderId: "x" }, undefined, { type: "object" })).to.deep.equal(["orderId"]);
  });

  it("is refused where it hides in __proto__, however deep", async () => {
    for (const schema of [cancelInput, { type: "object" }]) {
      for (const text of [
        '{"reason": "late", "__proto__": {"orderId": "o-2"}}',
        '{"reason": "late", "__proto__": {"__proto__": {"orderId": "o-2"}}}',
      ]) {
        expect(await refused(json(text), undefined, schema)).to.deep.equal(["orderId"]);
      }
    }
  });

  it("is no excuse for another __proto__, which no procedure declares", async () => {
    for (const schema of [cancelInput, { type: "object" }]) {
      for (const text of ['{"__proto__": {"admin": true}}', '{"__proto__": null}', '{"__proto__": 1}']) {
        expect(await refused(json(text), undefined, schema)).to.deep.equal(["__proto__"]);
        expect(await refused(json(text), {}, schema)).to.deep.equal(["__proto__"]);
      }
    }
  });

  it("may be __proto__ where that is a declared key of the agent's", async () => {
    const inputSchema = json(
      '{"type": "object", "properties": {"__proto__": {"type": "object"}}}',
    ) as JsonSchema;
    const { effective } = setUp({ bind: () => ({ orderId: "o-1" }) }, { inputSchema });
    const input = await effective(json('{"__proto__": {"a": 1}}'));
    expect(JSON.stringify(input)).to.equal('{"__proto__":{"a":1},"orderId":"o-1"}');
    expect(await refused(json('{"__proto__": {"orderId": 1}}'), undefined, inputSchema)).to.deep.equal([
      "orderId",
    ]);
  });

  it("is told exactly: keys that only look alike are ordinary", async () => {
    const { effective } = setUp(undefined, { inputSchema: { type: "object" } });
    const input = {
      OrderId: "1",
      "orderId ": "2",
      "order.id": "3",
      constructor: { prototype: { orderId: "4" } },
    };
    expect(await effective(input)).to.deep.equal({ ...input, orderId: "o-1" });
  });

  it("has no value in what the agent is told", async () => {
    const { send } = setUp({ bind: () => ({ orderId: "secret-order" }) });
    expect(JSON.stringify(await send({ orderId: "secret-guess" }))).not.to.contain("secret");
  });

  it("is locked by what bind() gives at the call, where it gave less or failed before", async () => {
    let bound: Record<string, JsonValue> | undefined;
    const bind = () => {
      if (!bound) throw new Error("not ready");
      return bound;
    };
    const { send, effective, registry } = setUp({ bind });
    expect(registry.snapshot().procedures[0]!.boundFields).to.deep.equal([]);
    expect(registry.snapshot().procedures[0]!.inputSchema).to.deep.equal(cancelInput);
    bound = { orderId: "o-1" };
    expect(errorOf(await send({ orderId: "o-2", reason: "late" })).details).to.deep.equal({
      lockedFields: ["orderId"],
    });
    expect(await effective({ reason: "late" })).to.include({ orderId: "o-1" });
    bound = { orderId: "o-1", notify: false };
    expect(errorOf(await send({ notify: true, reason: "late" })).details).to.deep.equal({
      lockedFields: ["notify"],
    });
  });

  it("is locked without a value too", async () => {
    const bind = () => ({ orderId: "o-1", notify: undefined as never });
    expect(await refused({ reason: "late", notify: false }, { bind })).to.deep.equal(["notify"]);
    expect(await setUp({ bind }).effective({ reason: "late" })).to.include({ notify: true });
  });
});

describe("what the agent sends", () => {
  it("is checked against the reduced schema, and told by its own keys", async () => {
    const { send, asked } = setUp();
    const issuesOf = async (input?: JsonValue) => errorOf(await send(input)).details!["issues"];
    expect(await issuesOf({ reason: 5 })).to.deep.equal([
      { path: "reason", message: "expected string, got 5" },
    ]);
    expect(await issuesOf()).to.deep.equal([{ path: "reason", message: "is required: expected string" }]);
    expect(JSON.stringify(await issuesOf({ reason: "late", more: 1 })))
      .to.contain("more")
      .and.not.contain("orderId");
    expect(asked).to.deep.equal([]);
  });

  it("must be an object where the page gives a part of it", async () => {
    for (const input of ["text", 5, [], ["reason"]]) {
      const { send, asked } = setUp(undefined, { inputSchema: { properties: { reason: {} } } });
      expect(outcome(await send(input)), JSON.stringify(input)).to.equal("INVALID_INPUT");
      expect(asked).to.deep.equal([]);
    }
  });

  it("is to blame before the page is: its own issues come first", async () => {
    let isBroken = false;
    const { send } = setUp({
      bind: () => {
        if (isBroken) throw new Error("broken");
        return { orderId: "o-1" };
      },
    });
    isBroken = true;
    expect(outcome(await send({ reason: 5 }))).to.equal("INVALID_INPUT");
    expect(outcome(await send({ reason: "late" }))).to.equal("PRECONDITION_FAILED");
  });

  it("that fits by itself but not with what the page gives reveals nothing of the latter", async () => {
    const inputSchema = {
      anyOf: [
        {
          type: "object",
          properties: { kind: { const: "secret-card" }, card: { type: "string" } },
          required: ["card"],
        },
        {
          type: "object",
          properties: { kind: { const: "bank" }, iban: { type: "string" } },
          required: ["iban"],
        },
      ],
    };
    const { send } = setUp({ bind: () => ({ kind: "secret-cash" }) }, { inputSchema });
    const error = errorOf(await send({ iban: "DE1" }));
    expect(JSON.stringify(error)).not.to.contain("cash");
    expect(error.code).to.equal("INVALID_INPUT");

    const Pair = z
      .object({ orderId: z.string(), reason: z.string() })
      .refine(({ orderId, reason }) => orderId === reason, { error: ({ input }) => JSON.stringify(input) });
    const strict = setUp(
      { bind: () => ({ orderId: "secret-1" }) },
      { inputSchema: fromStandardSchema(Pair) },
    );
    const refused = errorOf(await strict.send({ reason: "x" }));
    expect(refused.details).to.deep.equal({
      issues: [{ path: "", message: "it does not fit together with what the page gives" }],
    });
    expect(JSON.stringify(refused)).not.to.contain("secret");
  });

  it("is refused and reported where the author's schema throws something of its own", async () => {
    const inputSchema = {
      jsonSchema: cancelInput,
      parse() {
        throw new Error("secret cause");
      },
    };
    const { registry } = createDomain(undefined, { environment: "development" });
    registry.register(order([binding(undefined, { inputSchema })]));
    const printed = await printedDuring(async () => {
      const error = errorOf(await registry.invoke({ ...cancel, input: { reason: "late" } }));
      expect(error.code).to.equal("INVALID_INPUT");
      expect(JSON.stringify(error)).not.to.contain("secret");
    });
    expect(printed.join()).to.contain("secret cause");
  });
});

describe("bind() that does not do its part", () => {
  const failing: [string, () => unknown][] = [
    [
      "throws",
      () => {
        throw new Error("secret cause");
      },
    ],
    [
      "throws nothing at all",
      () => {
        throw undefined; // eslint-disable-line @typescript-eslint/only-throw-error -- anything may come
      },
    ],
    [
      "throws what is falsy",
      () => {
        throw 0; // eslint-disable-line @typescript-eslint/only-throw-error -- anything may come
      },
    ],
    ["gives a promise", () => Promise.resolve({ orderId: "secret" })],
    ["gives a promise that fails", () => Promise.reject(new Error("secret"))],
    ["gives a text", () => "secret"],
    ["gives a list", () => ["secret"]],
    ["gives null", () => null],
    ["gives nothing", () => undefined],
    ["gives a date", () => new Date(0)],
    ["gives NaN in it", () => ({ orderId: NaN })],
    ["gives a function in it", () => ({ orderId: () => "secret" })],
    [
      "gives itself in it",
      () => {
        const all: object[] = [];
        all.push(all);
        return { orderId: all };
      },
    ],
    ["gives a value that the schema refuses", () => ({ orderId: ["secret"] })],
    ["gives no value that the schema requires", () => ({ orderId: undefined })],
    ["gives less than it gave", () => ({})],
    ["gives a key that the schema does not have", () => ({ orderId: "o-1", secret: "secret" })],
  ];
  for (const [title, broken] of failing) {
    it(`is binding-failed at the call, and nothing of it is told: ${title}`, async () => {
      for (const isBrokenFirst of [false, true]) {
        // What it gives too late is not missed before: then it is the agent's.
        if (isBrokenFirst && title === "gives less than it gave") continue;
        let isBroken = isBrokenFirst;
        const { send, asked, registry } = setUp({
          bind: () => (isBroken ? (broken() as never) : { orderId: "o-1" }),
        });
        isBroken = true;
        const error = errorOf(await send({ reason: "late" }));
        expect(error).to.deep.include({
          code: "PRECONDITION_FAILED",
          retry: "after-refresh",
          details: { reason: "binding-failed" },
        });
        expect(JSON.stringify(error)).not.to.contain("secret");
        expect(asked).to.deep.equal([]);
        expect(registry.confirmations.pending()).to.deep.equal([]);
        await turn();
      }
    });
  }

  it("leaves no unhandled rejection behind where it gives a promise", async () => {
    let handled = 0;
    const bind = () => {
      const promise = Promise.reject(new Error("late"));
      const then = promise.then.bind(promise) as (...steps: unknown[]) => Promise<never>;
      promise.then = (...steps: unknown[]) => {
        if (steps[1]) handled += 1;
        return then(...steps);
      };
      return promise as never;
    };
    const { send } = setUp({ bind });
    await send({ reason: "late" });
    // Once at the registration, once at the call.
    expect(handled).to.equal(2);
  });

  it("is reported in development, at the registration and at the call", async () => {
    const bind = () => {
      throw new Error("no order is open");
    };
    const { registry } = createDomain(undefined, { environment: "development" });
    const atRegistration = await printedDuring(() => registry.register(order([binding({ bind })])));
    expect(atRegistration.join()).to.contain("domain:orders.cancel").and.to.contain("no order is open");
    const atCall = await printedDuring(() => registry.invoke({ ...cancel, input: { reason: "late" } }));
    expect(atCall.join()).to.contain("domain:orders.cancel").and.to.contain("no order is open");
  });

  it("is binding-failed where it is gone, even if its keys were optional", async () => {
    const config: Binding["config"] = { bind: () => ({ tenant: "t" }) };
    const { send, asked } = setUp(config, {
      inputSchema: { type: "object", properties: { tenant: {}, reason: {} } },
    });
    delete config.bind;
    expect(errorOf(await send({ reason: "late" })).details).to.deep.equal({ reason: "binding-failed" });
    expect(asked).to.deep.equal([]);
  });
});
