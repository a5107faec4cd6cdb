import { expect } from "@open-wc/testing";
import { act, cart, createSurface, errorOf, eventsOf, look, outcome, outputOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };

/** A surface whose call is aborted wherever `abort` is called. */
function setUp(own: (abort: () => void) => Parameters<typeof act>[0] = () => ({}), idempotent = false) {
  const surface = createSurface();
  const controller = new AbortController();
  const abort = () => {
    controller.abort();
  };
  let runs = 0;
  surface.registry.register(
    cart({
      actions: { apply: act({ execute: () => void (runs += 1), idempotent, ...own(abort) }), other: act() },
    }),
  );
  const invoke = () => surface.registry.invoke(apply, { signal: controller.signal });
  return { ...surface, abort, invoke, runs: () => runs };
}

describe("a signal that is aborted in the same stretch of code", () => {
  const ways: [string, (abort: () => void) => Parameters<typeof act>[0], boolean][] = [
    [
      "the handler, which then gives a promise",
      (abort) => ({ execute: () => (abort(), Promise.resolve("done")) }),
      true,
    ],
    ["the handler, which hangs then", (abort) => ({ execute: () => (abort(), new Promise(() => 0)) }), true],
    [
      "a precondition",
      (abort) => ({
        precondition() {
          abort();
        },
      }),
      false,
    ],
    ["when", (abort) => ({ when: () => (abort(), true) }), false],
    [
      "onAuthorize",
      (abort) => ({
        policies: [
          {
            name: "one",
            onAuthorize(_context, next) {
              abort();
              return next();
            },
          },
        ],
      }),
      false,
    ],
    [
      "onInvoke",
      (abort) => ({
        policies: [
          {
            name: "one",
            onInvoke(_context, next) {
              abort();
              return next();
            },
          },
        ],
      }),
      false,
    ],
  ];
  for (const [title, own, dispatched] of ways) {
    for (const idempotent of [false, true]) {
      it(`by ${title} ends the call as CANCELLED, ${idempotent ? "" : "not "}idempotent`, async () => {
        const { registry, events, invoke, runs } = setUp(own, idempotent);
        const error = errorOf(await invoke());
        expect(error).to.deep.include({
          code: "CANCELLED",
          details: { dispatched },
          retry: dispatched && !idempotent ? "no" : "yes",
        });
        expect(error.message.includes("NOT EXECUTED")).to.equal(!dispatched);
        expect(runs()).to.equal(0);
        await turn();
        expect(eventsOf(events, "invocation-settled")).to.have.length(1);
        expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.other" }))).to.equal("ok");
      });
    }
  }

  it("before invoke runs nothing, right after invoke ends what runs", async () => {
    const before = setUp();
    before.abort();
    expect(errorOf(await before.invoke()).details).to.deep.equal({ dispatched: false });
    expect(before.runs()).to.equal(0);

    const after = setUp(() => ({ execute: () => new Promise<void>(() => undefined) }));
    const call = after.invoke();
    after.abort();
    expect(errorOf(await call)).to.deep.include({ code: "CANCELLED", details: { dispatched: true } });
  });

  it("ends an observation too, by its own read", async () => {
    const { registry } = createSurface({ limits: { maxConcurrentObservationsPerConsumer: 1 } });
    let controller: AbortController | undefined = new AbortController();
    const hanging = () => {
      controller?.abort();
      return controller ? new Promise<null>(() => undefined) : null;
    };
    registry.register(cart({ observations: { read: look({ read: hanging }) } }));
    const { signal } = controller;
    expect(errorOf(await registry.invoke(read, { signal }))).to.deep.include({
      code: "CANCELLED",
      details: { dispatched: true },
      retry: "yes",
    });
    controller = undefined;
    expect(outputOf(await registry.invoke(read))).to.equal(null);
  });

  it("keeps nobody listening, however the call ends", async () => {
    for (const when of ["before", "during", "after"]) {
      const { registry } = createSurface();
      const controller = new AbortController();
      const { signal } = controller;
      const listening = new Set<unknown>();
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...given: Parameters<typeof add>) => {
        listening.add(given[1]);
        add(...given);
      };
      signal.removeEventListener = (...given: Parameters<typeof remove>) => {
        listening.delete(given[1]);
        remove(...given);
      };
      const execute = () => {
        if (when === "during") controller.abort();
      };
      registry.register(cart({ actions: { apply: act({ execute }) } }));
      if (when === "before") controller.abort();
      await registry.invoke(apply, { signal });
      if (when === "after") controller.abort();
      expect(listening.size, when).to.equal(0);
    }
  });

  it("reaches the handler's own signal", async () => {
    const { registry } = createSurface();
    const controller = new AbortController();
    const seen: boolean[] = [];
    const execute = (_input: unknown, context: { signal: AbortSignal }) => {
      seen.push(context.signal.aborted);
      controller.abort();
      seen.push(context.signal.aborted);
      return new Promise<void>(() => undefined);
    };
    registry.register(cart({ actions: { apply: act({ execute }) } }));
    await registry.invoke(apply, { signal: controller.signal });
    expect(seen).to.deep.equal([false, true]);
  });
});
