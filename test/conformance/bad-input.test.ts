import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  type AgentInvocation,
  type AgentPolicy,
  type InvokeOptions,
  type JsonValue,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  outputOf,
  printedDuring,
  thrownBy,
} from "../helpers/surface.js";
import { apply, isSettled, layer, openBusyShop, openShop, reasonOf } from "./shop.js";

const fail = (): never => {
  throw new Error("secret of the host");
};

/** What a call with anything in place of a request comes to. */
async function send(request: unknown, options?: InvokeOptions): Promise<string> {
  const { registry, ran } = openShop();
  const result = await registry.invoke(request as AgentInvocation, options);
  if (result.status === "error") expect(ran, "nothing ran").to.deep.equal([]);
  expect(JSON.parse(JSON.stringify(result)), "the result is JSON").to.deep.equal(result);
  return outcome(result);
}

const issuesOf = (result: Parameters<typeof errorOf>[0]) =>
  errorOf(result).details!["issues"] as { path: string; message: string }[];

const cycle: Record<string, unknown> = {};
cycle["self"] = { again: [cycle] };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

describe("bad-input (contract 6 and 10; core API, Invocation, semantics)", () => {
  describe("a request from an agent", () => {
    const requests: [string, unknown, string][] = [
      ["undefined", undefined, "CAPABILITY_NOT_FOUND"],
      ["null", null, "CAPABILITY_NOT_FOUND"],
      ["a number", 5, "CAPABILITY_NOT_FOUND"],
      ["a text", apply, "CAPABILITY_NOT_FOUND"],
      ["an array", [apply], "CAPABILITY_NOT_FOUND"],
      ["a function", () => apply, "CAPABILITY_NOT_FOUND"],
      ["an empty object", {}, "CAPABILITY_NOT_FOUND"],
    ];
    for (const [title, request, code] of requests) {
      it(`that is ${title} is ${code}`, async () => {
        expect(await send(request)).to.equal(code);
      });
    }

    const fields = [
      "capabilityId",
      "invocationId",
      "instanceId",
      "registrationId",
      "surfaceId",
      "surfaceVersion",
      "confirmationId",
    ] as const;
    for (const field of fields) {
      it(`is INVALID_INPUT with the path ${field} where that is no text`, async () => {
        for (const wrong of [5, null, true, {}, [], () => 1, 1n, NaN]) {
          const { registry } = openShop();
          const result = await registry.invoke({ capabilityId: apply, [field]: wrong });
          expect(outcome(result), typeof wrong).to.equal("INVALID_INPUT");
          expect(issuesOf(result).map(({ path }) => path)).to.deep.equal([field]);
        }
      });
    }

    it("is INVALID_INPUT where expectedVersion is no integer", async () => {
      for (const expectedVersion of [NaN, Infinity, 1.5, "1", null, {}])
        expect(await send({ capabilityId: apply, expectedVersion })).to.equal("INVALID_INPUT");
    });

    it("is INVALID_INPUT where it throws when it is read, without what it threw", async () => {
      const throwing = Object.defineProperty({ capabilityId: apply }, "input", {
        enumerable: true,
        get: fail,
      });
      const { registry } = openShop();
      const result = await registry.invoke(throwing);
      expect(outcome(result)).to.equal("INVALID_INPUT");
      expect(JSON.stringify(result)).not.to.contain("secret");
    });

    it("is INVALID_INPUT where it is a proxy that refuses to be read", async () => {
      expect(await send(new Proxy({}, { ownKeys: fail }))).to.equal("INVALID_INPUT");
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      expect(await send(proxy)).to.equal("INVALID_INPUT");
    });

    it("is read once: a getter that changes its answer changes nothing", async () => {
      let reads = 0;
      const { registry, ran } = openShop();
      const request = {
        capabilityId: apply,
        get input() {
          reads += 1;
          return { reads };
        },
      };
      await registry.invoke(request);
      expect(ran).to.deep.equal([{ reads: 1 }]);
    });

    it("may have fields that nobody knows", async () => {
      expect(await send({ capabilityId: apply, effectiveInput: { a: 1 }, consumer: "admin" })).to.equal("ok");
    });

    it("cannot name another consumer than the caller's", async () => {
      const { registry, runs } = openBusyShop();
      void registry.invoke({ capabilityId: apply, consumer: consumer("admin") } as never);
      expect(runs[0]!.context.consumer.id).to.equal("anonymous");
    });

    it("may use __proto__, constructor and the like as ids without finding anything by them", async () => {
      for (const name of ["__proto__", "constructor", "toString", "view:__proto__.x", "view:a.__proto__"]) {
        expect(await send({ capabilityId: name })).to.equal("CAPABILITY_NOT_FOUND");
        expect(await send({ capabilityId: apply, instanceId: name })).to.equal("CAPABILITY_NOT_FOUND");
        expect(await send({ capabilityId: apply, registrationId: name })).to.equal("STALE_CAPABILITY");
        expect(await send({ capabilityId: apply, invocationId: name })).to.equal("ok");
      }
    });

    it("has ids that are cut before they are repeated in a message", async () => {
      const { registry } = openShop();
      const { message } = errorOf(await registry.invoke({ capabilityId: "x".repeat(100_000) }));
      expect(message.length).to.be.lessThan(301);
    });
  });

  describe("an input from an agent", () => {
    const inputs: [string, unknown, string][] = [
      ["NaN", { a: NaN }, "a"],
      ["an infinity", { a: [1, -Infinity] }, "a[1]"],
      ["a function", { a: { b: () => 1 } }, "a.b"],
      ["a symbol", { a: Symbol("x") }, "a"],
      ["a bigint", { a: 1n }, "a"],
      ["a map", { a: new Map() }, "a"],
    ];
    for (const [title, input, path] of inputs) {
      it(`that holds ${title} is INVALID_INPUT with its path`, async () => {
        expect(issuesOf(await openShop().call({ input } as never))[0]).to.include({ path });
      });
    }

    it("that holds a cycle is INVALID_INPUT", async () => {
      expect(await send({ capabilityId: apply, input: cycle })).to.equal("INVALID_INPUT");
    });

    it("that is nested beyond reason is INVALID_INPUT, not a stack that overflows", async () => {
      expect(await send({ capabilityId: apply, input: { a: nested(100_000) } })).to.equal("INVALID_INPUT");
    });

    it("that throws when it is read is INVALID_INPUT, without what it threw", async () => {
      for (const input of [
        Object.defineProperty({}, "a", { enumerable: true, get: fail }),
        new Proxy({}, { ownKeys: fail }),
        { toJSON: fail },
      ]) {
        const result = await openShop().call({ input });
        expect(outcome(result)).to.equal("INVALID_INPUT");
        expect(JSON.stringify(result)).not.to.contain("secret");
      }
    });

    it("that is huge is answered without being echoed", async () => {
      const { call } = openShop();
      const result = await call({ input: "x".repeat(1_000_000) });
      expect(outcome(result)).to.equal("INVALID_INPUT");
      expect(JSON.stringify(result).length).to.be.lessThan(2_000);
    });

    it("with the key __proto__ pollutes nothing and keeps it as a plain key", async () => {
      const { call, ran } = openShop();
      const input = JSON.parse(
        '{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}',
      ) as JsonValue;
      expect(outcome(await call({ input }))).to.equal("ok");
      expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
      expect((ran[0] as { polluted?: boolean }).polluted).to.equal(undefined);
      expect(Object.keys(ran[0] as object)).to.have.members(["__proto__", "constructor"]);
    });

    it("with the key __proto__ is told apart from one without it", async () => {
      const { call } = openShop();
      await call({ invocationId: "one", input: JSON.parse('{"__proto__": 1}') as JsonValue });
      expect(outcome(await call({ invocationId: "one", input: {} }))).to.equal("INVOCATION_CONFLICT");
    });

    it("that is not JSON is no repetition of a call without one", async () => {
      const { call } = openShop();
      await call({ invocationId: "one" });
      const result = await call({ invocationId: "one", input: NaN });
      expect(outcome(result)).to.equal("INVOCATION_CONFLICT");
    });

    it("of more than is declared reaches the handler only where the schema is open", async () => {
      const { look } = openShop();
      expect(outcome(await look({ input: { __proto__: null, any: "thing" } as never }))).to.equal("ok");
    });
  });

  describe("evidence and tokens from an agent", () => {
    it("that nobody gave out approve nothing", async () => {
      const { call, ran } = openShop({ action: { confirmation: "required" } });
      for (const confirmationId of ["", "cnf_", "cnf_000000000000", "__proto__"]) {
        expect(reasonOf(await call({ confirmationId })), confirmationId).to.equal("mismatch");
      }
      expect(ran).to.deep.equal([]);
    });

    it("cannot approve themselves: a pending question stays pending, however often it is retried", async () => {
      const { registry, call, ran } = openShop({ action: { confirmation: "required" } });
      const ask = errorOf(await call());
      const confirmationId = ask.details!["confirmationId"] as string;
      for (let index = 0; index < 5; index++)
        expect(outcome(await call({ confirmationId }))).to.equal("CONFIRMATION_REQUIRED");
      expect(registry.confirmations.pending()).to.have.length(1);
      expect(ran).to.deep.equal([]);
    });

    it("reused under one id for another request are refused, not mixed up", async () => {
      const { call, runs } = openBusyShop();
      void call({ invocationId: "one", input: { a: 1 } });
      expect(outcome(await call({ invocationId: "one", input: { a: 2 } }))).to.equal("INVOCATION_CONFLICT");
      expect(runs).to.have.length(1);
    });

    it("with an empty text as id are an id like any other", async () => {
      const { call, ran } = openShop();
      const first = await call({ invocationId: "" });
      expect(await call({ invocationId: "" })).to.equal(first);
      expect(ran).to.have.length(1);
    });
  });

  describe("options of an adapter", () => {
    it("that cannot be used reject, and never throw synchronously", async () => {
      const { registry } = openShop();
      for (const options of [null, { consumer: { id: Symbol("x"), kind: "test" } }, { signal: {} }]) {
        let result: Promise<unknown> = Promise.resolve();
        expect(() => (result = registry.invoke({ capabilityId: apply }, options as never))).not.to.throw();
        await result.catch(() => undefined);
      }
    });
  });

  describe("a host's function that throws", () => {
    const throwing: [string, Parameters<typeof openShop>[0]][] = [
      ["context", { context: fail }],
      ["route", { route: fail }],
      ["audit sink", { audit: { record: fail } }],
    ];
    for (const [title, options] of throwing) {
      it(`as ${title} stops neither calls nor snapshots`, async () => {
        const { registry, call } = openShop(options);
        expect(registry.snapshot().components).to.have.length(1);
        expect(outcome(await call())).to.equal("ok");
      });
    }

    it("as context gives policies and handlers an empty one", async () => {
      const hosts: unknown[] = [];
      const policy = layer("onAuthorize", (next, { host }) => {
        hosts.push(host);
        return next();
      });
      const { call, runs } = openBusyShop({ context: fail, policies: [policy] });
      void call();
      await Promise.resolve();
      await Promise.resolve();
      hosts.push(runs[0]?.context.host);
      expect(hosts).to.deep.equal([{}, {}]);
    });

    it("as listener stops neither the other listeners nor the call", async () => {
      const surface = createSurface();
      const told: string[] = [];
      surface.registry.subscribe(fail);
      surface.registry.subscribe(({ type }) => told.push(type));
      surface.registry.register(cart());
      expect(outcome(await surface.registry.invoke({ capabilityId: apply }))).to.equal("ok");
      expect(told).to.include.members(["component-registered", "invocation-started", "invocation-settled"]);
    });

    it("as listener of questions stops nobody from deciding", async () => {
      const { registry, call } = openShop({ action: { confirmation: "required" } });
      registry.confirmations.subscribe(fail);
      expect(outcome(await call())).to.equal("CONFIRMATION_REQUIRED");
      expect(registry.confirmations.pending()).to.have.length(1);
    });

    it("as guard rejects the registration", () => {
      expect(openShop({ onRegister: fail }).handle.status).to.equal("rejected");
    });

    it("as when() is unavailable with the reason when-error", async () => {
      const { registry, call } = openShop({ action: { when: fail } });
      expect(registry.snapshot().components[0]!.actions[0]).to.include({ unavailableReason: "when-error" });
      expect(reasonOf(await call())).to.equal("when-error");
    });

    it("as unavailableReason() is unavailable with the reason when-error", async () => {
      const { call } = openShop({ action: { when: () => false, unavailableReason: fail } });
      expect(reasonOf(await call())).to.equal("when-error");
    });

    it("as precondition refuses: PRECONDITION_FAILED without what it threw", async () => {
      const { call, ran } = openShop({ action: { precondition: fail } });
      const result = await call();
      expect(outcome(result)).to.equal("PRECONDITION_FAILED");
      expect(JSON.stringify(result)).not.to.contain("secret");
      expect(ran).to.deep.equal([]);
    });

    it("as onDiscovery hides", async () => {
      const policies: AgentPolicy[] = [{ name: "broken", onDiscovery: fail }];
      expect(outcome(await openShop({ policies }).call())).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("as getter of a live definition disables what is behind it, and nothing else", async () => {
      const { registry, definition } = openShop();
      Object.defineProperty(definition, "actions", { get: fail, configurable: true });
      const [component] = registry.snapshot().components;
      expect(component!.actions[0]).to.include({ available: false, unavailableReason: "when-error" });
      expect(component!.observations[0]).to.include({ available: true });
    });
  });

  describe("a host that answers nonsense", () => {
    it("with a policy that disables without a reason disables all the same", async () => {
      const policies = [{ name: "terse", onDiscovery: () => ({ decision: "disable" }) as never }];
      const { call, ran } = openShop({ policies });
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(reasonOf(await call())).to.be.a("string");
      expect(ran).to.deep.equal([]);
    });

    it("with a route that is no JSON has none in the snapshot", () => {
      const { registry } = openShop({ route: () => ({ path: () => 1 }) as never });
      expect(registry.snapshot()).not.to.have.property("route");
    });

    it("with a guard that says neither rejects", () => {
      expect(openShop({ onRegister: () => undefined as never }).handle.status).to.equal("rejected");
    });

    it("with a precondition that is asynchronous refuses every call", async () => {
      const { call, ran } = openShop({ action: { precondition: async () => undefined } as never });
      expect(outcome(await call())).to.equal("PRECONDITION_FAILED");
      expect(ran).to.deep.equal([]);
    });

    it("with details that are no JSON refuses without them", async () => {
      const precondition = () => ({ message: "No.", details: { row: () => 1 } }) as never;
      const result = await openShop({ action: { precondition } }).call();
      expect(outcome(result)).to.equal("PRECONDITION_FAILED");
      expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
    });

    it("with an AgentSurfaceError that has no payload is EXECUTION_FAILED, and the call ends", async () => {
      for (const payload of [undefined, null, {}, { code: 5 }, { code: "TIMEOUT", details: cycle }]) {
        const error = new AgentSurfaceError({ code: "TIMEOUT", message: "x", retry: "no" });
        Object.assign(error, { payload });
        for (const own of [
          { action: { execute: () => Promise.reject(error) } },
          { policies: [layer("onAuthorize", () => Promise.reject(error))] },
        ]) {
          const shop = openShop(own);
          await printedDuring(async () => {
            const result = shop.call();
            expect(await isSettled(result, shop)).to.equal(true);
            expect(outcome(await result)).to.equal("EXECUTION_FAILED");
          });
        }
      }
    });

    it("with an AgentSurfaceError that it throws again keeps its own payload unfrozen", async () => {
      const payload = {
        code: "RATE_LIMITED",
        message: "Later.",
        retry: "after-delay",
        details: { left: 1 },
      } as const;
      const error = new AgentSurfaceError(payload);
      const { call } = openShop({ action: { execute: () => Promise.reject(error) } });
      expect(errorOf(await call())).to.deep.equal(payload);
      expect(Object.isFrozen(payload.details)).to.equal(false);
    });

    it("with a policy's error that is no JSON is EXECUTION_FAILED, and the call ends", async () => {
      for (const details of [cycle, { at: new Uint8Array(2) }]) {
        const given = {
          status: "error",
          error: { code: "RATE_LIMITED", message: "x", retry: "no", details },
        };
        const shop = openShop({ policies: [layer("onInvoke", async () => given as never)] });
        const result = shop.call();
        expect(await isSettled(result, shop)).to.equal(true);
        expect(outcome(await result)).to.equal("EXECUTION_FAILED");
      }
    });

    it("with a thenable instead of a promise is waited for", async () => {
      const execute = () =>
        ({
          then: (resolve: (value: string) => void) => {
            resolve("later");
          },
        }) as never;
      expect(outputOf(await openShop({ action: { execute } }).call())).to.equal("later");
    });

    it("with an output that throws when it is read is EXECUTION_FAILED {output-invalid}", async () => {
      for (const output of [new Proxy({}, { ownKeys: fail }), { toJSON: fail }]) {
        const result = await openShop({ action: { execute: () => output } }).call();
        expect(reasonOf(result)).to.equal("output-invalid");
        expect(JSON.stringify(result)).not.to.contain("secret");
      }
    });

    it("with a definition that is none throws AgentSurfaceDefinitionError, and registers nothing", () => {
      const { registry } = createSurface();
      for (const definition of [undefined, null, 5, "cart", [], {}]) {
        const error = thrownBy(() => registry.register(definition as never));
        expect(error).to.include({ name: "AgentSurfaceDefinitionError" });
      }
      expect(registry.getVersion()).to.equal("0");
    });
  });

  describe("a host that does things in the middle of others", () => {
    it("may dispose the surface when a call starts: the call ends, as an error", async () => {
      const shop = openShop();
      shop.registry.subscribe(({ type }) => {
        if (type === "invocation-started") shop.registry.dispose();
      });
      const result = shop.call();
      expect(await isSettled(result, shop)).to.equal(true);
      expect((await result).status).to.equal("error");
      expect(shop.ran).to.deep.equal([]);
    });

    it("may unregister the component when a call starts: nothing runs", async () => {
      const { registry, call, handle, ran } = openShop();
      registry.subscribe(({ type }) => {
        if (type === "invocation-started" && handle.status === "active") handle.unregister();
      });
      expect(outcome(await call())).to.equal("COMPONENT_UNMOUNTED");
      expect(ran).to.deep.equal([]);
    });

    it("may call the same id again when it starts: both are one call", async () => {
      const { registry, ran } = openShop();
      const request = { capabilityId: apply, invocationId: "one" };
      const inner: Promise<unknown>[] = [];
      registry.subscribe(({ type }) => {
        if (type === "invocation-started") inner.push(registry.invoke(request));
      });
      const outer = registry.invoke(request);
      expect(await inner[0]).to.equal(await outer);
      expect(ran).to.have.length(1);
    });

    it("may unregister inside when(): the call does not run", async () => {
      const shop = openShop({
        action: {
          when: () => {
            if (shop.handle.status === "active") shop.handle.unregister();
            return true;
          },
        },
      });
      const result = await shop.call();
      expect(result.status).to.equal("error");
      expect(shop.ran).to.deep.equal([]);
    });

    it("may call itself from its handler: the inner call waits for the slot, and nothing hangs for ever", async () => {
      const inner = deferred<string>();
      const { registry, time } = createSurface();
      const execute = async (input: JsonValue) => {
        if ((input as { inner?: true }).inner) return;
        inner.resolve(outcome(await registry.invoke({ capabilityId: apply, input: { inner: true } })));
      };
      registry.register(cart({ actions: { apply: act({ execute }) } }));
      const outer = registry.invoke({ capabilityId: apply }, { timeoutMs: 1_000 });
      await time.advance(1_000);
      expect(outcome(await outer)).to.equal("TIMEOUT");
      expect(await inner.promise).to.equal("ok");
    });

    it("has every started call settled once, whatever all of them do", async () => {
      const policies = [
        layer("onInvoke", fail),
        { name: "broken", onDiscovery: () => ({ decision: "expose" }) },
      ];
      const shop = openShop({ audit: { record: fail }, context: fail, policies: policies as AgentPolicy[] });
      shop.registry.subscribe(fail);
      for (const input of [{}, cycle, NaN, "x"]) await shop.call({ input } as never);
      const started = eventsOf(shop.events, "invocation-started");
      const settled = eventsOf(shop.events, "invocation-settled");
      expect(started).to.have.length(4);
      expect(settled.map(({ invocationId }) => invocationId)).to.have.members(
        started.map(({ invocationId }) => invocationId),
      );
    });
  });

  it("an operability source that throws never throws out of invoke", async () => {
    const { registry, call } = openShop();
    registry.setOperability({ blockedBy: fail, versionOf: fail });
    let result: Promise<unknown> = Promise.resolve();
    expect(() => (result = call())).not.to.throw();
    await result.catch(() => undefined);
  });
});
