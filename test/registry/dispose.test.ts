import { expect } from "@open-wc/testing";
import type { AgentRegistrationHandle } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  questionId,
  thrownBy,
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

describe("dispose in a listener", () => {
  const moments = [
    "invocation-started",
    "invocation-settled",
    "component-registered",
    "confirmation-requested",
  ];
  for (const moment of moments) {
    it(`lets everybody hear the end of every call that began: at ${moment}`, async () => {
      const { registry, events } = createSurface();
      const later: typeof events = [];
      let isArmed = false;
      registry.subscribe(({ type }) => {
        if (isArmed && type === moment) registry.dispose();
      });
      registry.subscribe((event) => later.push(event));
      registry.register(
        cart({
          observations: { read: look({ read: () => deferred<null>().promise }) },
          actions: { apply: act({ execute: never }), ask: act({ confirmation: "required" }), quick: act() },
        }),
      );
      const call = (name: string) => registry.invoke({ capabilityId: `view:shop.cart.${name}` });
      const running = [call("read"), call("apply"), call("apply")];
      await turn();
      isArmed = true;
      let last: ReturnType<typeof call> | undefined;
      if (moment === "component-registered") registry.register(cart({ instanceId: "b" }));
      else last = call(moment === "confirmation-requested" ? "ask" : "none");
      for (const result of [...(await Promise.all(running)), ...(last ? [await last] : [])]) {
        if (moment === "invocation-settled" && result.capabilityId.endsWith("none")) continue;
        expect(errorOf(result)).to.include({ code: "CANCELLED", retry: "no" });
      }
      await turn();
      for (const heard of [events, later]) {
        const idsOf = (type: "invocation-started" | "invocation-settled") =>
          eventsOf(heard, type).map(({ invocationId }) => invocationId);
        expect(idsOf("invocation-settled")).to.have.members(idsOf("invocation-started"));
        expect(idsOf("invocation-started")).to.have.length(running.length + (last ? 1 : 0));
      }
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });
  }

  it("leaves the handle of what it heard of dead", () => {
    const { registry } = createSurface();
    registry.subscribe(({ type }) => {
      if (type === "component-registered") registry.dispose();
    });
    const handle = registry.register(cart());
    expect(handle.status).to.equal("unregistered");
    expect(registry.snapshot().components).to.deep.equal([]);
  });
});

describe("dispose in the guard", () => {
  it("leaves no live handle and no component", () => {
    for (const decision of ["accept", "reject"] as const) {
      const { registry, events } = createSurface({
        onRegister() {
          registry.dispose();
          return decision;
        },
      });
      let handle: AgentRegistrationHandle | undefined;
      const error = thrownBy(() => {
        handle = registry.register(cart());
      });
      expect((error as Error).message).to.contain("disposed");
      expect(handle).to.equal(undefined);
      expect(registry.snapshot().components).to.deep.equal([]);
      expect(eventsOf(events, "component-registered")).to.deep.equal([]);
    }
  });
});
