import { expect } from "@open-wc/testing";
import type { AgentActionContext, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  outcome,
  outputOf,
  questionId,
  thrownBy,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const id = (name: string) => ({ capabilityId: `view:shop.cart.${name}` });
const never = () => deferred<void>().promise;

/** A surface on which the named capabilities hang, with one running call of each name in `calls`. */
async function busy(calls: string[], own: Parameters<typeof act>[0] = {}, options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const signals: AbortSignal[] = [];
  const execute = (_input: unknown, { signal }: AgentActionContext) => {
    signals.push(signal);
    return never();
  };
  surface.registry.register(
    cart({
      observations: { read: look({ read: () => deferred<null>().promise }) },
      actions: { apply: act({ execute, ...own }), ask: act({ confirmation: "required" }) },
    }),
  );
  const results = calls.map((name) => surface.registry.invoke(id(name)));
  await turn();
  return { ...surface, results, signals };
}

describe("dispose (core API, Registry and Registration lifecycle 7; contract 0, 6)", () => {
  it("unregisters everything", () => {
    const { registry } = createSurface();
    const handles = ["a", "b"].map((instanceId) => registry.register(cart({ instanceId })));
    registry.dispose();
    expect(handles.map(({ status }) => status)).to.deep.equal(["unregistered", "unregistered"]);
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  it("settles running calls as CANCELLED, dispatched, without a retry", async () => {
    const { registry, results } = await busy(["apply", "read"]);
    registry.dispose();
    for (const result of await Promise.all(results)) {
      expect(errorOf(result)).to.deep.include({
        code: "CANCELLED",
        retry: "no",
        details: { dispatched: true },
      });
    }
  });

  it("settles an idempotent call as CANCELLED without a retry too", async () => {
    const { registry, results } = await busy(["apply"], { idempotent: true });
    registry.dispose();
    expect(errorOf(await results[0]!).retry).to.equal("no");
  });

  it("settles a running navigation as CANCELLED", async () => {
    const { registry, results } = await busy(["apply"], { effect: "navigation" });
    registry.dispose();
    expect(outcome(await results[0]!)).to.equal("CANCELLED");
  });

  it("settles what waits in the queue of actions as CANCELLED, not dispatched", async () => {
    const { registry, results } = await busy(["apply", "apply"]);
    registry.dispose();
    expect(errorOf(await results[1]!).details).to.deep.equal({ dispatched: false });
  });

  it("settles what waits in the queue of observations as CANCELLED, not dispatched", async () => {
    const limits = { maxConcurrentObservationsPerConsumer: 1 };
    const { registry, results } = await busy(["read", "read"], {}, { limits });
    registry.dispose();
    expect(errorOf(await results[1]!)).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
  });

  it("settles a call that a policy holds as CANCELLED", async () => {
    const holding = { name: "holding", onAuthorize: () => deferred<never>().promise };
    const { registry, results } = await busy(["apply"], {}, { policies: [holding] });
    registry.dispose();
    expect(errorOf(await results[0]!)).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
  });

  it("aborts the signals of running handlers", async () => {
    const { registry, signals } = await busy(["apply"]);
    registry.dispose();
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
  });

  it("ignores a handler that ends afterwards", async () => {
    const running = deferred<string>();
    const { registry, results, events } = await busy(["apply"], { execute: () => running.promise });
    registry.dispose();
    running.resolve("late");
    await turn();
    expect(outcome(await results[0]!)).to.equal("CANCELLED");
    expect(eventsOf(events, "invocation-settled")).to.have.length(1);
  });

  it("tells of the end of each running call before it drops the listeners", async () => {
    const { registry, events } = await busy(["apply", "read"]);
    registry.dispose();
    expect(eventsOf(events, "invocation-settled").map(({ code }) => code)).to.deep.equal([
      "CANCELLED",
      "CANCELLED",
    ]);
  });

  it("tells of each unregistration before it drops the listeners", () => {
    const { registry, events } = createSurface();
    for (const instanceId of ["a", "b"]) registry.register(cart({ instanceId }));
    registry.dispose();
    const gone = eventsOf(events, "component-unregistered").map(({ instanceId }) => instanceId);
    expect(gone).to.deep.equal(["a", "b"]);
  });

  it("resolves pending questions as expired", async () => {
    const { registry, events, results } = await busy(["ask"]);
    const confirmationId = questionId(await results[0]!);
    registry.dispose();
    expect(registry.confirmations.pending()).to.deep.equal([]);
    expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
      { type: "confirmation-resolved", confirmationId, outcome: "expired" },
    ]);
  });

  it("ends a wait for a question as expired", async () => {
    const { registry, results } = await busy(["ask"]);
    const waiting = registry.confirmations.waitFor(questionId(await results[0]!));
    registry.dispose();
    expect(await waiting).to.equal("expired");
  });

  it("drops the listeners", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    registry.dispose();
    events.length = 0;
    handle.unregister();
    handle.invalidate();
    await turn();
    expect(events).to.deep.equal([]);
  });

  it("makes handles dead", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    registry.dispose();
    const version = registry.getVersion();
    handle.update({ enabled: false });
    handle.redefine(cart({ description: "Other." }));
    expect(registry.getVersion()).to.equal(version);
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  it("makes invoke give a rejected promise", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    registry.dispose();
    const answer = await registry.invoke(id("apply")).then(
      () => "resolved",
      (error: unknown) => error,
    );
    expect(answer).to.be.instanceOf(Error);
  });

  it("never makes invoke throw synchronously", () => {
    const { registry } = createSurface();
    registry.dispose();
    for (const request of [id("apply"), {}, undefined, null] as never[]) {
      registry.invoke(request).catch(() => undefined);
    }
  });

  it("lets no new component in, and asks no guard about it", () => {
    let asked = 0;
    const { registry } = createSurface({ onRegister: () => ((asked += 1), "accept") });
    registry.dispose();
    thrownBy(() => registry.register(cart()));
    expect(registry.snapshot().components).to.deep.equal([]);
    expect(asked).to.equal(0);
  });

  it("lets no component in whose guard ended the surface", () => {
    const { registry } = createSurface({ onRegister: () => (registry.dispose(), "accept") });
    thrownBy(() => registry.register(cart()));
    expect(registry.snapshot().components).to.deep.equal([]);
  });

  it("leaves no timer", async () => {
    const { registry, time } = await busy(["apply", "ask", "read"]);
    expect(time.waiting).to.be.greaterThan(0);
    registry.dispose();
    expect(time.waiting).to.equal(0);
  });

  it("may be called again", () => {
    const { registry, events } = createSurface();
    registry.register(cart());
    registry.dispose();
    const count = events.length;
    registry.dispose();
    expect(events).to.have.length(count);
  });

  it("may be called by a listener", () => {
    const { registry } = createSurface();
    registry.subscribe(() => {
      registry.dispose();
    });
    expect(registry.register(cart()).status).to.equal("unregistered");
  });

  it("leaves other registries alone", async () => {
    const [one, other] = [createSurface(), createSurface()];
    other.registry.register(cart({ actions: { apply: act({ execute: () => "alive" }) } }));
    one.registry.dispose();
    expect(outputOf(await other.registry.invoke(id("apply")))).to.equal("alive");
  });
});
