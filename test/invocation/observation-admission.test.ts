import { expect } from "@open-wc/testing";
import type { AgentInvocationResult, JsonValue, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  look,
  outcome,
  type Deferred,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const read = { capabilityId: "view:shop.cart.read" };

function slow(options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const running: { who: string; handler: Deferred<JsonValue> }[] = [];
  const handle = surface.registry.register(
    cart({
      observations: {
        read: look({
          read({ consumer: { id } }) {
            const handler = deferred<JsonValue>();
            running.push({ who: id, handler });
            return handler.promise;
          },
        }),
      },
    }),
  );
  const call = (who: string, signal?: AbortSignal) =>
    surface.registry.invoke(read, { consumer: consumer(who), ...(signal && { signal }) });
  const calls = (who: string, count: number): Promise<AgentInvocationResult>[] =>
    Array.from({ length: count }, () => call(who));
  const started = (who: string) => running.filter((one) => one.who === who).length;
  const end = async (who: string) => {
    const at = running.findIndex((one) => one.who === who && !ended.has(one.handler));
    const { handler } = running[at]!;
    ended.add(handler);
    handler.resolve(null);
    await turn();
  };
  const ended = new Set<Deferred<JsonValue>>();
  return { ...surface, handle, call, calls, started, end };
}

describe("observations", () => {
  it("run side by side, 8 for each consumer; the next 8 wait in order, the rest is RATE_LIMITED", async () => {
    const { calls, started, end } = slow();
    const all = calls("a", 17);
    await turn();
    expect(started("a")).to.equal(8);
    expect(errorOf(await all[16]!)).to.deep.include({
      code: "RATE_LIMITED",
      retry: "after-delay",
      details: { reason: "queue-full", retryAfterMs: 250 },
    });
    for (let index = 0; index < 16; index++) await end("a");
    expect(started("a")).to.equal(16);
    for (const one of all.slice(0, 16)) expect(outcome(await one)).to.equal("ok");
  });

  it("of one consumer do not hold up another's", async () => {
    const { calls, started } = slow();
    void calls("a", 17);
    void calls("b", 3);
    await turn();
    expect(started("a")).to.equal(8);
    expect(started("b")).to.equal(3);
  });

  it("run 32 at a time in all", async () => {
    const { calls, started, end } = slow();
    for (const who of ["a", "b", "c", "d", "e"]) void calls(who, 8);
    await turn();
    expect(["a", "b", "c", "d"].map(started)).to.deep.equal([8, 8, 8, 8]);
    expect(started("e")).to.equal(0);
    await end("b");
    expect(started("e")).to.equal(1);
  });

  it("share what becomes free: every waiting consumer gets its turn", async () => {
    const { calls, started, end } = slow({
      limits: { maxConcurrentObservationsTotal: 2, maxConcurrentObservationsPerConsumer: 2 },
    });
    void calls("a", 6);
    await turn();
    void calls("b", 2);
    await turn();
    expect(started("a")).to.equal(2);
    await end("a");
    await end("a");
    expect(started("b")).to.be.at.least(1);
  });

  it("obey the limits that are set", async () => {
    const { calls, started } = slow({
      limits: { maxConcurrentObservationsPerConsumer: 1, maxQueuedObservationsPerConsumer: 1 },
    });
    const all = calls("a", 3);
    await turn();
    expect(started("a")).to.equal(1);
    expect(outcome(await all[2]!)).to.equal("RATE_LIMITED");
  });

  it("give their place back when they are cancelled, time out or unmount", async () => {
    const { registry, calls, call, started, time, handle } = slow({
      limits: { maxConcurrentObservationsPerConsumer: 1, maxQueuedObservationsPerConsumer: 4 },
    });
    const controller = new AbortController();
    const first = call("a", controller.signal);
    void calls("a", 1);
    await turn();
    controller.abort();
    expect(outcome(await first)).to.equal("CANCELLED");
    await turn();
    expect(started("a")).to.equal(2);
    await time.advance(5_000);
    void calls("a", 1);
    await turn();
    expect(started("a")).to.equal(3);
    handle.unregister();
    const other = look({ read: () => 1 });
    registry.register(cart({ observations: { read: other } }));
    expect(outcome(await call("a"))).to.equal("ok");
  });

  it("do not wait for actions, nor actions for them", async () => {
    const { registry } = createSurface({ limits: { maxConcurrentObservationsTotal: 1 } });
    const never = () => deferred<never>().promise;
    registry.register(
      cart({
        observations: { read: look(), hang: look({ read: never }) },
        actions: { apply: act(), hold: act({ execute: never }) },
      }),
    );
    void registry.invoke({ capabilityId: "view:shop.cart.hold" });
    await turn();
    expect(outcome(await registry.invoke(read))).to.equal("ok");
    void registry.invoke({ capabilityId: "view:shop.cart.hang" });
    await turn();
    registry.register(cart({ instanceId: "b" }));
    const result = await registry.invoke({ capabilityId: "view:shop.cart.apply", instanceId: "b" });
    expect(outcome(result)).to.equal("ok");
  });
});
