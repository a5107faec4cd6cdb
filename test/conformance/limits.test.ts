import { expect } from "@open-wc/testing";
import {
  emptyObjectSchema,
  type AgentSurfaceLimits,
  type JsonSchema,
  type JsonValue,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  look,
  outcome,
  outputOf,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { cancel, order } from "../helpers/procedures.js";
import { codeOf, component, refusalOf, withAction, withObservation } from "./refusals.js";

type Limits = Partial<AgentSurfaceLimits>;

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };
const never = () => deferred<never>().promise;

const ofBytes = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) });
const schemaOfBytes = (bytes: number) => ({ description: "x".repeat(bytes - '{"description":""}'.length) });
const schemaOfDepth = (depth: number): JsonSchema => (depth === 0 ? {} : { items: schemaOfDepth(depth - 1) });
const withSchema = (jsonSchema: JsonSchema) => withAction({ input: { jsonSchema, parse: () => ({}) } });

/** Whether `amount` is taken and one more is not. */
function isBound(amount: number, limits: Limits, definitionOf: (amount: number) => object): boolean {
  const isTaken = (size: number) => codeOf(definitionOf(size), { limits }) === "ok";
  return isTaken(amount) && !isTaken(amount + 1);
}

/** Whether `check` says yes until `ms` have passed, and no from then on. */
async function endsAfter(
  ms: number,
  limits: Limits,
  prepare: (surface: ReturnType<typeof createSurface>) => Promise<() => Promise<boolean> | boolean>,
): Promise<boolean> {
  const surface = createSurface({ limits });
  const check = await prepare(surface);
  await surface.time.advance(ms - 1);
  const before = await check();
  await surface.time.advance(1);
  return before && !(await check());
}

/** Whether a call that never ends is still running. */
async function hanging({ registry }: ReturnType<typeof createSurface>, call: { capabilityId: string }) {
  registry.register(
    cart({ observations: { read: look({ read: never }) }, actions: { apply: act({ execute: never }) } }),
  );
  let isRunning = true;
  void registry.invoke(call).then(() => (isRunning = false));
  await turn();
  return () => isRunning;
}

/** The outcomes so far of `count` observations that never end, each by its consumer, and how many run. */
async function observing(count: number, limits: Limits, consumerOf: (index: number) => string) {
  const { registry } = createSurface({ limits });
  let running = 0;
  registry.register(cart({ observations: { read: look({ read: () => ((running += 1), never()) }) } }));
  const refused: string[] = [];
  for (let index = 0; index < count; index++) {
    void registry
      .invoke(read, { consumer: consumer(consumerOf(index)) })
      .then((result) => refused.push(outcome(result)));
  }
  await turn();
  return { running, refused };
}

/** By limit: its default, another value, and whether a surface with `limits` has exactly this bound. */
const bounds: [
  keyof AgentSurfaceLimits,
  number,
  number,
  (bound: number, limits: Limits) => boolean | Promise<boolean>,
][] = [
  [
    "maxComponentDescription",
    500,
    20,
    (bound, limits) => isBound(bound, limits, (size) => component({ description: "d".repeat(size) })),
  ],
  [
    "maxCapabilityDescription",
    300,
    20,
    (bound, limits) =>
      isBound(bound, limits, (size) => withAction({ description: "d".repeat(size) })) &&
      isBound(bound, limits, (size) => withObservation({ description: "d".repeat(size) })),
  ],
  [
    "maxMetaBytes",
    2_048,
    50,
    (bound, limits) =>
      isBound(bound, limits, (size) => component({ meta: ofBytes(size) })) &&
      isBound(bound, limits, (size) => withAction({ meta: ofBytes(size) })) &&
      isBound(bound, limits, (size) => withObservation({ meta: ofBytes(size) })),
  ],
  [
    "maxOutputBytes",
    32_768,
    50,
    async (bound, limits) => {
      const { registry } = createSurface({ limits });
      let size = bound;
      const give = (): JsonValue => ofBytes(size);
      registry.register(
        cart({ observations: { read: look({ read: give }) }, actions: { apply: act({ execute: give }) } }),
      );
      const within = [await registry.invoke(read), await registry.invoke(apply)].map(outcome);
      size += 1;
      const over = [await registry.invoke(read), await registry.invoke(apply)].map(outcome);
      return [...within, ...over].join() === "ok,ok,EXECUTION_FAILED,EXECUTION_FAILED";
    },
  ],
  [
    "maxSchemaBytes",
    16_384,
    100,
    (bound, limits) => isBound(bound, limits, (size) => withSchema(schemaOfBytes(size))),
  ],
  [
    "maxSchemaDepth",
    8,
    2,
    (bound, limits) => isBound(bound, limits, (depth) => withSchema(schemaOfDepth(depth))),
  ],
  [
    "observationTimeoutMs",
    5_000,
    70,
    (bound, limits) => endsAfter(bound, limits, (surface) => hanging(surface, read)),
  ],
  [
    "actionTimeoutMs",
    10_000,
    70,
    (bound, limits) => endsAfter(bound, limits, (surface) => hanging(surface, apply)),
  ],
  [
    "procedureTimeoutMs",
    30_000,
    70,
    (bound, limits) =>
      endsAfter(bound, limits, ({ registry }) => {
        registry.setProcedureExecutor({ execute: never });
        registry.register(order());
        let isRunning = true;
        void registry.invoke({ ...cancel, input: { reason: "late" } }).then(() => (isRunning = false));
        return Promise.resolve(() => isRunning);
      }),
  ],
  [
    "actionQueueDepth",
    2,
    4,
    async (bound, limits) => {
      const { registry } = createSurface({ limits });
      registry.register(cart({ actions: { apply: act({ execute: never }) } }));
      const refused: string[] = [];
      for (let count = 0; count < 1 + bound + 1; count++) {
        void registry.invoke(apply).then((result) => refused.push(outcome(result)));
      }
      await turn();
      return refused.join() === "RATE_LIMITED";
    },
  ],
  [
    "maxConcurrentObservationsPerConsumer",
    8,
    3,
    async (bound, limits) => (await observing(bound + 2, limits, () => "me")).running === bound,
  ],
  [
    "maxConcurrentObservationsTotal",
    32,
    5,
    async (bound, limits) => (await observing(bound + 2, limits, (index) => `c${index}`)).running === bound,
  ],
  [
    "maxQueuedObservationsPerConsumer",
    8,
    2,
    async (bound, limits) =>
      (await observing(8 + bound + 1, limits, () => "me")).refused.join() === "RATE_LIMITED",
  ],
  [
    "dedupeCacheSize",
    200,
    3,
    async (bound, limits) => {
      const { registry } = createSurface({ limits });
      const ran: number[] = [];
      registry.register(
        cart({ actions: { apply: act({ execute: ({ index }) => void ran.push(index as number) }) } }),
      );
      const call = (index: number) =>
        registry.invoke({ ...apply, invocationId: `i${index}`, input: { index } });
      for (let index = 0; index <= bound; index++) await call(index);
      ran.length = 0;
      for (const index of [bound, 1, 0]) await call(index);
      return ran.join() === "0";
    },
  ],
  [
    "dedupeCacheTtlMs",
    600_000,
    70,
    (bound, limits) =>
      endsAfter(bound, limits, async ({ registry }) => {
        let ran = 0;
        registry.register(cart({ actions: { apply: act({ execute: () => void (ran += 1) }) } }));
        const call = () => registry.invoke({ ...apply, invocationId: "one" });
        await call();
        return async () => (await call(), ran === 1);
      }),
  ],
  [
    "tombstoneSize",
    100,
    3,
    async (bound, limits) => {
      const { registry } = createSurface({ limits });
      const instances = Array.from({ length: bound + 1 }, (_, index) => `i${index}`);
      for (const instanceId of instances) registry.register(cart({ instanceId })).unregister();
      const codes = [];
      for (const instanceId of instances)
        codes.push(outcome(await registry.invoke({ ...apply, instanceId })));
      return codes.indexOf("COMPONENT_UNMOUNTED") === 1 && codes.lastIndexOf("CAPABILITY_NOT_FOUND") === 0;
    },
  ],
  [
    "tombstoneTtlMs",
    300_000,
    70,
    (bound, limits) =>
      endsAfter(bound, limits, async ({ registry }) => {
        registry.register(cart()).unregister();
        return async () => outcome(await registry.invoke(apply)) === "COMPONENT_UNMOUNTED";
      }),
  ],
  [
    "confirmationTtlMs",
    120_000,
    70,
    (bound, limits) =>
      endsAfter(bound, limits, async ({ registry }) => {
        registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
        await registry.invoke(apply);
        return () => registry.confirmations.pending().length === 1;
      }),
  ],
  [
    "maxPendingConfirmations",
    32,
    3,
    async (bound, limits) => {
      const { registry } = createSurface({ limits });
      registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
      const codes = [];
      for (let index = 0; index <= bound; index++) {
        codes.push(outcome(await registry.invoke({ ...apply, input: { index } })));
      }
      return codes.indexOf("RATE_LIMITED") === bound && registry.confirmations.pending().length === bound;
    },
  ],
];

describe("limits (core API, Limits and defaults; contract 0, 6, 15)", () => {
  describe("bounds", () => {
    for (const [limit, byDefault, , holds] of bounds) {
      it(`bounds ${limit} by ${byDefault} where nothing else is said`, async () => {
        expect(await holds(byDefault, {})).to.equal(true);
      });
    }

    for (const [limit, , other, holds] of bounds) {
      it(`bounds ${limit} by what RegistryOptions.limits says`, async () => {
        expect(await holds(other, { [limit]: other })).to.equal(true);
      });
    }

    it("keeps the other defaults where one limit is set", async () => {
      const [, maxMeta] = [bounds[0], bounds[2]];
      expect(await maxMeta![3](2_048, { maxComponentDescription: 20 })).to.equal(true);
    });

    it("takes a limit that is no number from 0 for one that is not set", async () => {
      for (const value of [undefined, NaN, -1, "many"] as never[]) {
        expect(await bounds[0]![3](500, { maxComponentDescription: value }), String(value)).to.equal(true);
      }
    });

    it("takes 0 for none at all: no queue, no question, nothing remembered", async () => {
      const limits = {
        actionQueueDepth: 0,
        maxPendingConfirmations: 0,
        dedupeCacheSize: 0,
        tombstoneSize: 0,
      };
      const { registry } = createSurface({ limits });
      let ran = 0;
      const once = act({ execute: () => void (ran += 1) });
      const ask = act({ confirmation: "required" });
      const handle = registry.register(cart({ actions: { apply: act({ execute: never }), once, ask } }));
      const code = async (name: string, invocationId: string) =>
        outcome(await registry.invoke({ capabilityId: `view:shop.cart.${name}`, invocationId }));
      expect([await code("once", "a"), await code("once", "a"), ran]).to.deep.equal(["ok", "ok", 2]);
      expect(await code("ask", "b")).to.equal("RATE_LIMITED");
      void registry.invoke(apply);
      expect(await code("once", "c")).to.equal("RATE_LIMITED");
      handle.unregister();
      expect(await code("once", "d")).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("takes Infinity for no limit", () => {
      const limits = { maxComponentDescription: Infinity };
      expect(codeOf(component({ description: "d".repeat(9_999) }), { limits })).to.equal("ok");
    });
  });

  describe("what goes beyond", () => {
    it("makes a description that is too long LIMIT_EXCEEDED", () => {
      expect(refusalOf(component({ description: "d".repeat(501) }))).to.include({
        code: "LIMIT_EXCEEDED",
        path: "description",
      });
      expect(codeOf(withAction({ description: "d".repeat(301) }))).to.equal("LIMIT_EXCEEDED");
    });

    it("makes meta that is too large LIMIT_EXCEEDED", () => {
      expect(refusalOf(component({ meta: ofBytes(2_049) }))).to.include({
        code: "LIMIT_EXCEEDED",
        path: "meta",
      });
    });

    it("names both numbers where a definition is too large", () => {
      expect(refusalOf(component({ description: "d".repeat(501) }))!.message)
        .to.contain("501")
        .and.to.contain("500");
      expect(refusalOf(component({ meta: ofBytes(2_049) }))!.message)
        .to.contain("2049")
        .and.to.contain("2048");
    });

    it("makes a schema that is too large or too deep INVALID_DEFINITION", () => {
      for (const schema of [schemaOfBytes(16_385), schemaOfDepth(9)]) {
        expect(refusalOf(withSchema(schema))).to.include({
          code: "INVALID_DEFINITION",
          reason: "unsupported-schema",
        });
      }
    });

    it("refuses too large a definition in every environment", () => {
      for (const environment of ["production", "development", "test"] as const) {
        expect(codeOf(component({ description: "d".repeat(501) }), { environment })).to.equal(
          "LIMIT_EXCEEDED",
        );
      }
    });

    it("makes an output that is too large EXECUTION_FAILED output-too-large, never cut", async () => {
      const { registry } = createSurface({ limits: { maxOutputBytes: 50 } });
      registry.register(withObservation({ read: () => "x".repeat(100) }));
      const result = await registry.invoke(read);
      expect(errorOf(result)).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "output-too-large" },
      });
      expect(result).not.to.have.property("output");
    });

    it("makes a full queue of actions RATE_LIMITED queue-full, to be tried again after a delay", async () => {
      const { registry } = createSurface({ limits: { actionQueueDepth: 0 } });
      registry.register(withAction({ execute: never }));
      void registry.invoke(apply);
      const { code, retry, details } = errorOf(await registry.invoke(apply));
      expect([code, retry, details!["reason"]]).to.deep.equal(["RATE_LIMITED", "after-delay", "queue-full"]);
      expect(details!["retryAfterMs"]).to.be.greaterThan(0);
    });

    it("makes a full queue of observations RATE_LIMITED queue-full, to be tried again after a delay", async () => {
      const limits = { maxConcurrentObservationsPerConsumer: 1, maxQueuedObservationsPerConsumer: 0 };
      const { registry } = createSurface({ limits });
      registry.register(withObservation({ read: never }));
      void registry.invoke(read);
      const { code, retry, details } = errorOf(await registry.invoke(read));
      expect([code, retry, details!["reason"]]).to.deep.equal(["RATE_LIMITED", "after-delay", "queue-full"]);
      expect(details!["retryAfterMs"]).to.be.greaterThan(0);
    });

    it("makes too many questions RATE_LIMITED queue-full, without a record", async () => {
      const { registry, events } = createSurface({ limits: { maxPendingConfirmations: 0 } });
      registry.register(withAction({ confirmation: "required" }));
      const { code, details } = errorOf(await registry.invoke(apply));
      expect([code, details!["reason"]]).to.deep.equal(["RATE_LIMITED", "queue-full"]);
      expect(registry.confirmations.pending()).to.deep.equal([]);
      expect(events.filter(({ type }) => type === "confirmation-requested")).to.deep.equal([]);
    });

    it("makes a call that takes too long TIMEOUT with the limit", async () => {
      const { registry, time } = createSurface({ limits: { actionTimeoutMs: 70 } });
      registry.register(withAction({ execute: never }));
      const call = registry.invoke(apply);
      await time.advance(70);
      expect(errorOf(await call)).to.deep.include({
        code: "TIMEOUT",
        details: { timeoutMs: 70, idempotent: false },
      });
    });
  });

  describe("how they count", () => {
    it("counts UTF-8 bytes of meta, not UTF-16 units", () => {
      expect(codeOf(component({ meta: { a: "ü".repeat(1_020) } }))).to.equal("ok");
      expect(codeOf(component({ meta: { a: "ü".repeat(1_021) } }))).to.equal("LIMIT_EXCEEDED");
    });

    it("counts UTF-8 bytes of an output, not UTF-16 units", async () => {
      const { registry } = createSurface({ limits: { maxOutputBytes: 42 } });
      let count = 10;
      registry.register(withObservation({ read: () => "😀".repeat(count) }));
      expect(outcome(await registry.invoke(read))).to.equal("ok");
      count = 11;
      expect(outcome(await registry.invoke(read))).to.equal("EXECUTION_FAILED");
    });

    it("counts UTF-8 bytes of a schema, not UTF-16 units", () => {
      const limits = { maxSchemaBytes: 38 };
      expect(codeOf(withSchema({ description: "ü".repeat(10) }), { limits })).to.equal("ok");
      expect(codeOf(withSchema({ description: "ü".repeat(11) }), { limits })).to.equal("INVALID_DEFINITION");
    });

    it("counts the depth of a schema from 0 at its root", () => {
      const limits = { maxSchemaDepth: 1 };
      expect(codeOf(withSchema({ properties: { a: {} } }), { limits })).to.equal("ok");
      expect(codeOf(withSchema({ properties: { a: { items: {} } } }), { limits })).to.equal(
        "INVALID_DEFINITION",
      );
    });

    it("counts the depth of branches of anyOf and of definitions in $defs", () => {
      const deep = schemaOfDepth(8);
      expect(codeOf(withSchema({ anyOf: [deep] }))).to.equal("INVALID_DEFINITION");
      expect(codeOf(withSchema({ $defs: { deep } }))).to.equal("INVALID_DEFINITION");
    });

    it("puts the time-out of a capability before the default", async () => {
      const { registry, time } = createSurface();
      registry.register(withAction({ execute: never, timeoutMs: 30 }));
      const call = registry.invoke(apply);
      await time.advance(30);
      expect(errorOf(await call).details).to.include({ timeoutMs: 30 });
    });

    it("puts the time-out of InvokeOptions before the capability's", async () => {
      const { registry, time } = createSurface();
      registry.register(withAction({ execute: never, timeoutMs: 30 }));
      const call = registry.invoke(apply, { timeoutMs: 10 });
      await time.advance(10);
      expect(errorOf(await call).details).to.include({ timeoutMs: 10 });
    });

    it("counts observations against no queue of actions", async () => {
      const { registry } = createSurface({ limits: { actionQueueDepth: 0 } });
      registry.register(cart({ actions: { apply: act({ execute: never }) } }));
      void registry.invoke(apply);
      expect(outcome(await registry.invoke(read))).to.equal("ok");
    });

    it("counts the queue of actions for each component instance", async () => {
      const { registry } = createSurface({ limits: { actionQueueDepth: 0 } });
      registry.register(withAction({ execute: never }));
      registry.register(cart({ instanceId: "b", actions: { apply: act({ execute: () => "b" }) } }));
      void registry.invoke({ ...apply, instanceId: "default" });
      expect(outputOf(await registry.invoke({ ...apply, instanceId: "b" }))).to.equal("b");
    });

    it("never lets a call that hangs stop the eviction of remembered results", async () => {
      const { registry } = createSurface({ limits: { dedupeCacheSize: 2 } });
      let ran = 0;
      registry.register(
        cart({
          observations: { hang: look({ read: never }) },
          actions: { apply: act({ input: emptyObjectSchema, execute: () => void (ran += 1) }) },
        }),
      );
      void registry.invoke({ capabilityId: "view:shop.cart.hang", invocationId: "hanging" });
      for (const invocationId of ["a", "b", "c", "a"]) await registry.invoke({ ...apply, invocationId });
      expect(ran).to.equal(4);
    });
  });
});
