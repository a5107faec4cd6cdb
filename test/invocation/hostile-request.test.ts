/** Requests come from models and from bridges: whatever they are, the answer is quick, clear and a promise. */
import { expect } from "@open-wc/testing";
import type { AgentInvocationResult, InvokeOptions } from "../../src/index.js";
import { act, cart, createSurface, deferred, errorOf, eventsOf, outcome } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const tokens = [
  "invocationId",
  "capabilityId",
  "instanceId",
  "registrationId",
  "surfaceId",
  "surfaceVersion",
  "confirmationId",
];

function setUp() {
  const surface = createSurface();
  const got: unknown[] = [];
  surface.registry.register(cart({ actions: { apply: act({ execute: (input) => void got.push(input) }) } }));
  return { ...surface, got };
}

function refuse(): never {
  throw new Error("secret");
}

/** Refuses every look at it. */
function untouchable(target: object = {}): object {
  return new Proxy(target, {
    get: refuse,
    has: refuse,
    ownKeys: refuse,
    getOwnPropertyDescriptor: refuse,
    getPrototypeOf: refuse,
  });
}

const values: [string, () => unknown][] = [
  ["a proxy that refuses", () => untouchable()],
  ["a list that refuses", () => untouchable([])],
  ["a function that refuses", () => untouchable(() => 1)],
  [
    "a getter that throws",
    () => ({
      get a() {
        return refuse();
      },
    }),
  ],
  ["a toString that throws", () => ({ toString: refuse, valueOf: refuse, [Symbol.toPrimitive]: refuse })],
  ["a toJSON that throws", () => ({ toJSON: refuse })],
  ["a bigint", () => 5n],
  ["a symbol", () => Symbol("secret")],
  ["513 characters", () => "x".repeat(513)],
  ["a megabyte", () => "x".repeat(1_000_000)],
];

describe("a token of a request", () => {
  for (const field of [...tokens, "expectedVersion"]) {
    it(`is INVALID_INPUT in a bounded answer where it cannot be one: ${field}`, async () => {
      for (const [title, make] of values) {
        const { registry, events, got } = setUp();
        const value = make();
        const call = registry.invoke({ ...apply, [field]: value });
        const result = await call;
        const error = errorOf(result);
        expect(error.code, title).to.equal("INVALID_INPUT");
        expect(
          (error.details!["issues"] as { path: string }[]).map(({ path }) => path),
          title,
        ).to.deep.equal([field]);
        expect(JSON.stringify(result).length, title).to.be.lessThan(2_000);
        expect(JSON.stringify(result), title).not.to.contain("secret");
        expect(eventsOf(events, "invocation-settled"), title).to.have.length(1);
        expect(got, title).to.deep.equal([]);
      }
    });
  }

  it("may have 512 characters", async () => {
    const { registry } = setUp();
    const result = await registry.invoke({ ...apply, invocationId: "x".repeat(512) });
    expect(outcome(result)).to.equal("ok");
    expect(result.invocationId).to.have.length(512);
  });
});

describe("an input that is too much", () => {
  it("is INVALID_INPUT at once, with where and why", async () => {
    const shared: unknown[] = Array.from({ length: 1_000 }, (_, index) => index);
    const sparse: unknown[] = [];
    sparse.length = 4_000_000_000;
    let doubled: unknown = 1;
    for (let level = 0; level < 60; level++) doubled = [doubled, doubled];
    const endless = new Proxy([], {
      get: (target, key) => (key === "length" ? 2 ** 40 : (Reflect.get(target, key) as unknown)),
    });
    const rows: [string, unknown][] = [
      ["100,001 values", Array.from({ length: 100_000 }, () => 0)],
      ["a sparse list", sparse],
      ["a sparse list inside", { rows: [sparse] }],
      ["one list, shared a thousand times", Array.from({ length: 1_000 }, () => shared)],
      ["a value that doubles at each level", doubled],
      ["many keys", Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`k${index}`, 1]))],
      ["a list that lies about its length", endless],
    ];
    for (const [title, input] of rows) {
      const { registry, got } = setUp();
      const error = errorOf(await registry.invoke({ ...apply, input: input as never }));
      expect(error.code, title).to.equal("INVALID_INPUT");
      expect(error.message, title).to.match(/at most 100,?000 values/);
      expect(JSON.stringify(error).length, title).to.be.lessThan(2_000);
      expect(got, title).to.deep.equal([]);
    }
  });

  it("is not what has 100,000 values", async () => {
    const { registry, got } = setUp();
    const items = Array.from({ length: 99_998 }, () => 0);
    expect(outcome(await registry.invoke({ ...apply, input: { items } }))).to.equal("ok");
    expect(got).to.have.length(1);
  });
});

describe("the options of a call", () => {
  const bad: [string, unknown][] = [
    ["an unknown kind of consumer", { consumer: { id: "me", kind: "browser" } }],
    ["a kind of the prototype", { consumer: { id: "me", kind: "toString" } }],
    ["a consumer without a kind", { consumer: { id: "me" } }],
    ["a consumer without an id", { consumer: { kind: "test" } }],
    ["an id that is no text", { consumer: { id: 5, kind: "test" } }],
    ["a consumer that is a text", { consumer: "me" }],
    ["a consumer that refuses", { consumer: untouchable() }],
    ["options that refuse", untouchable()],
  ];
  for (const [title, options] of bad) {
    it(`that cannot be used reject with a clear sentence, and run nothing: ${title}`, async () => {
      const { registry, events, got } = setUp();
      // Never a synchronous exception.
      const promise: Promise<AgentInvocationResult> = registry.invoke(apply, options as InvokeOptions);
      const error: unknown = await promise.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).to.be.instanceOf(Error);
      if (!/refuse/.test(title)) {
        expect(error).to.be.instanceOf(TypeError);
        expect((error as Error).message).to.contain("A consumer needs an id");
      }
      expect(got).to.deep.equal([]);
      expect(eventsOf(events, "invocation-started")).to.deep.equal([]);
      expect(outcome(await registry.invoke(apply))).to.equal("ok");
    });
  }

  for (const timeoutMs of [0, -1, NaN, -Infinity, "5" as never, null as never]) {
    it(`have the usual time-out where timeoutMs is ${String(timeoutMs)}`, async () => {
      const { registry, time } = createSurface();
      const running = deferred<void>();
      registry.register(
        cart({ actions: { apply: act({ execute: () => running.promise, timeoutMs: 3_000 }) } }),
      );
      let ended: string | undefined;
      void registry.invoke(apply, { timeoutMs }).then((result) => (ended = outcome(result)));
      await time.advance(2_999);
      expect(ended).to.equal(undefined);
      await time.advance(1);
      expect(ended).to.equal("TIMEOUT");
    });
  }

  it("with a signal that is none reject, nothing began, and the slot is free", async () => {
    for (const signal of [{}, "abort", 5, untouchable(), { aborted: false }]) {
      const { registry, events, got } = setUp();
      let rejected: unknown;
      await registry.invoke(apply, { signal: signal as never }).catch((error: unknown) => (rejected = error));
      expect(rejected).to.be.instanceOf(Error);
      expect(got).to.deep.equal([]);
      expect(eventsOf(events, "invocation-started")).to.deep.equal([]);
      expect(outcome(await registry.invoke(apply))).to.equal("ok");
    }
  });
});
