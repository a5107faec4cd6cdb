import { expect } from "@open-wc/testing";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const never = () => deferred<void>().promise;

describe("dispose", () => {
  it("unregisters everything", () => {
    const { registry } = createSurface();
    const handles = ["a", "b"].map((instanceId) => registry.register(cart({ instanceId })));
    registry.dispose();
    expect(handles.map(({ status }) => status)).to.deep.equal(["unregistered", "unregistered"]);
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  it("cancels what runs and what waits, without a retry", async () => {
    const { registry } = createSurface({ limits: { maxConcurrentObservationsPerConsumer: 1 } });
    const signals: AbortSignal[] = [];
    registry.register(
      cart({
        observations: { read: look({ read: () => deferred<null>().promise }) },
        actions: {
          apply: act({
            execute(_input, { signal }) {
              signals.push(signal);
              return never();
            },
          }),
          go: act({
            effect: "navigation",
            concurrency: { mode: "capability" },
            execute: never,
            idempotent: true,
          }),
        },
      }),
    );
    const calls = ["apply", "apply", "read", "read", "go"].map((name) =>
      registry.invoke({ capabilityId: `view:shop.cart.${name}` }),
    );
    await turn();
    registry.dispose();
    const dispatched = [true, false, true, false, true];
    for (const [index, result] of (await Promise.all(calls)).entries()) {
      expect(errorOf(result), String(index)).to.deep.include({
        code: "CANCELLED",
        retry: "no",
        details: { dispatched: dispatched[index] },
      });
    }
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
  });

  it("lets the waiting questions expire", async () => {
    const { registry, events } = createSurface();
    registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
    const id = questionId(await registry.invoke(apply));
    const waiting = registry.confirmations.waitFor(id);
    registry.dispose();
    expect(await waiting).to.equal("expired");
    expect(registry.confirmations.pending()).to.deep.equal([]);
    expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
      { type: "confirmation-resolved", confirmationId: id, outcome: "expired" },
    ]);
  });

  it("tells of every call that it ends, then drops the listeners", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart({ actions: { apply: act({ execute: never }) } }));
    void registry.invoke(apply);
    await turn();
    registry.dispose();
    expect(eventsOf(events, "invocation-settled").map(({ code }) => code)).to.deep.equal(["CANCELLED"]);
    const count = events.length;
    handle.unregister();
    handle.invalidate();
    await turn();
    expect(events).to.have.length(count);
  });

  it("leaves no timer", async () => {
    const { registry, time } = createSurface();
    registry.register(
      cart({ actions: { apply: act({ execute: never }), ask: act({ confirmation: "required" }) } }),
    );
    void registry.invoke(apply);
    await registry.invoke({ capabilityId: "view:shop.cart.ask" });
    expect(time.waiting).to.be.greaterThan(0);
    registry.dispose();
    expect(time.waiting).to.equal(0);
  });

  it("may be called again", () => {
    const { registry } = createSurface();
    registry.dispose();
    registry.dispose();
  });

  it("makes invoke give a rejected promise, never a synchronous exception", async () => {
    const { registry } = createSurface();
    registry.dispose();
    const promise = registry.invoke(apply);
    let rejected = false;
    await promise.catch(() => (rejected = true));
    expect(rejected).to.equal(true);
  });

  it("ignores a handler that ends afterwards", async () => {
    const { registry, events } = createSurface();
    const running = deferred<void>();
    registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
    const call = registry.invoke(apply);
    await turn();
    registry.dispose();
    running.resolve();
    await turn();
    expect(errorOf(await call).code).to.equal("CANCELLED");
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
  });
});
