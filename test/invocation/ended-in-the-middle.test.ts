/** What the page's own functions do in the middle of a call may end it: then nothing of it runs, and nothing stays. */
import { expect } from "@open-wc/testing";
import {
  requireConfirmation,
  type AgentComponentDefinition,
  type AgentInvocationResult,
  type AgentPolicy,
} from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  look,
  outcome,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

type Place = (end: () => void) => {
  own?: Parameters<typeof act>[0];
  policies?: AgentPolicy[];
};

const passing = <T>(value: T, end: () => void): T => {
  end();
  return value;
};

/** Where a call meets host code before its handler. */
const places: Record<string, Place> = {
  when: (end) => ({ own: { when: () => passing(true, end) } }),
  onDiscovery: (end) => ({
    policies: [{ name: "discovery", onDiscovery: () => passing({ decision: "expose" }, end) }],
  }),
  "onAuthorize before next": (end) => ({
    policies: [{ name: "authorize", onAuthorize: (_context, next) => passing(next, end)() }],
  }),
  "onAuthorize that took its time": (end) => ({
    policies: [
      {
        name: "authorize",
        async onAuthorize(_context, next) {
          await turn();
          end();
          return next();
        },
      },
    ],
  }),
  "onInvoke before next": (end) => ({
    policies: [{ name: "invoke", onInvoke: (_context, next) => passing(next, end)() }],
  }),
  "onInvoke that took its time": (end) => ({
    policies: [
      {
        name: "invoke",
        async onInvoke(_context, next) {
          await turn();
          end();
          return next();
        },
      },
    ],
  }),
  "a demand's if that says no": (end) => ({
    policies: [requireConfirmation({ if: () => passing(false, end) })],
  }),
  "a demand's if that says yes": (end) => ({
    policies: [requireConfirmation({ if: () => passing(true, end) })],
  }),
  "a demand's summary": (end) => ({
    policies: [requireConfirmation({ summary: () => passing("Really?", end) })],
  }),
  precondition: (end) => ({ own: { precondition: () => passing(undefined, end) } }),
  "precondition that refuses": (end) => ({
    own: { precondition: () => passing({ message: "No." }, end) },
  }),
};

type Ending = "abort" | "unregister" | "redefine" | "dispose";

const codes: Record<Ending, string[]> = {
  abort: ["CANCELLED"],
  // What left while it was looked for may be told as any other that is gone.
  unregister: ["COMPONENT_UNMOUNTED", "CAPABILITY_NOT_AVAILABLE"],
  redefine: ["COMPONENT_UNMOUNTED", "CAPABILITY_NOT_AVAILABLE"],
  dispose: ["CANCELLED"],
};

function setUp(place: Place, ending: Ending) {
  const surface = createSurface();
  const { registry } = surface;
  const controller = new AbortController();
  let runs = 0;
  let isArmed = false;
  const run = () => {
    runs += 1;
    return null;
  };
  const definition = (description = "Does a thing."): AgentComponentDefinition =>
    cart({
      observations: { read: look({ read: run, policies, ...(own.when && { when: own.when }) }) },
      actions: { apply: act({ execute: run, policies, description, ...own }), other: act() },
    });
  const end = () => {
    if (!isArmed) return;
    isArmed = false;
    const whatEnds: Record<Ending, () => void> = {
      abort: () => {
        controller.abort();
      },
      unregister: () => {
        handle.unregister();
      },
      redefine: () => {
        handle.redefine(definition("Does another thing."));
      },
      dispose: () => {
        registry.dispose();
      },
    };
    whatEnds[ending]();
  };
  const { own = {}, policies = [] } = place(end);
  const handle = registry.register(definition());
  return {
    ...surface,
    handle,
    runs: () => runs,
    arm: () => (isArmed = true),
    invoke: (name = "apply"): Promise<AgentInvocationResult> =>
      registry.invoke({ capabilityId: `view:shop.cart.${name}` }, { signal: controller.signal }),
  };
}

for (const ending of Object.keys(codes) as Ending[]) {
  describe(`${ending} in the middle of a call`, () => {
    for (const [title, place] of Object.entries(places)) {
      it(`runs nothing, leaves nothing and is told once: in ${title}`, async () => {
        const { registry, events, audit, handle, runs, arm, invoke } = setUp(place, ending);
        arm();
        const error = errorOf(await invoke());
        await turn();
        expect(codes[ending]).to.include(error.code);
        if (error.code !== "CAPABILITY_NOT_AVAILABLE") expect(error.message).to.include("NOT EXECUTED");
        if (ending === "dispose") expect(error.retry).to.equal("no");
        expect(runs()).to.equal(0);
        expect(registry.confirmations.pending()).to.deep.equal([]);
        expect(eventsOf(events, "invocation-started")).to.have.length(1);
        expect(eventsOf(events, "invocation-settled").map(({ code }) => code)).to.deep.equal([error.code]);
        const told = audit.events().map(({ type }) => type);
        expect(told.filter((type) => type.startsWith("invocation-"))).to.deep.equal([
          "invocation-started",
          "invocation-settled",
        ]);
        if (ending === "dispose") return;
        if (ending === "unregister") registry.register(cart({ actions: { other: act() } }));
        else expect(handle.status).to.equal("active");
        // The slot is free.
        expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.other" }))).to.equal("ok");
      });
    }

    it("runs no observation, and its place is free afterwards", async () => {
      for (const title of ["when", "onDiscovery", "onAuthorize before next", "onInvoke that took its time"]) {
        const { registry, events, runs, arm, invoke } = setUp(places[title]!, ending);
        arm();
        const result = await invoke("read");
        // The observation itself stayed what it was.
        const goesOn = ending === "redefine";
        expect(outcome(result), title).to.be.oneOf(goesOn ? ["ok", ...codes[ending]] : codes[ending]);
        expect(runs(), title).to.equal(outcome(result) === "ok" ? 1 : 0);
        expect(eventsOf(events, "invocation-settled"), title).to.have.length(1);
        if (ending === "dispose") continue;
        if (ending === "unregister") registry.register(cart());
        const reads = Array.from({ length: 8 }, () =>
          registry.invoke({ capabilityId: "view:shop.cart.read" }),
        );
        for (const read of reads) expect(outcome(await read), title).to.equal("ok");
      }
    });

    it("runs nothing of what waited in the queue, when its turn came", async () => {
      for (const hook of ["when", "precondition", "onDiscovery"] as const) {
        const { registry, events } = createSurface();
        const controller = new AbortController();
        const first = deferred<void>();
        let isArmed = false;
        const ran: unknown[] = [];
        const endIt = () => {
          if (!isArmed) return;
          isArmed = false;
          if (ending === "abort") controller.abort();
          else if (ending === "unregister") handle.unregister();
          else if (ending === "redefine") handle.redefine(withActions("Does another thing."));
          else registry.dispose();
        };
        const withActions = (description: string) =>
          cart({
            actions: {
              hold: act({ execute: () => first.promise }),
              apply: act({
                description,
                execute: (input) => void ran.push(input),
                ...(hook === "when" && { when: () => passing(true, endIt) }),
                ...(hook === "precondition" && { precondition: () => passing(undefined, endIt) }),
                ...(hook === "onDiscovery" && {
                  policies: [
                    { name: "discovery", onDiscovery: () => passing({ decision: "expose" }, endIt) },
                  ],
                }),
              }),
              other: act(),
            },
          });
        const handle = registry.register(withActions("Does a thing."));
        const holding = registry.invoke({ capabilityId: "view:shop.cart.hold" });
        const waiting = registry.invoke(
          { capabilityId: "view:shop.cart.apply" },
          { signal: controller.signal },
        );
        await turn();
        isArmed = true;
        first.resolve();
        const error = errorOf(await waiting);
        await holding;
        expect(codes[ending], hook).to.include(error.code);
        expect(ran, hook).to.deep.equal([]);
        expect(eventsOf(events, "invocation-settled"), hook).to.have.length(2);
        if (ending === "dispose") continue;
        if (ending === "unregister") registry.register(withActions("Does a thing."));
        expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.other" })), hook).to.equal("ok");
      }
    });
  });
}

describe("an approved call", () => {
  it("does not run where it is ended while its approval is told as spent", async () => {
    const controller = new AbortController();
    let runs = 0;
    const { registry } = createSurface({
      audit: {
        record({ type }) {
          if (type === "confirmation-consumed") controller.abort();
        },
      },
    });
    registry.register(
      cart({ actions: { apply: act({ confirmation: "required", execute: () => void (runs += 1) }) } }),
    );
    const apply = { capabilityId: "view:shop.cart.apply" };
    const confirmationId = questionId(await registry.invoke(apply));
    registry.confirmations.resolve(confirmationId, { approved: true });
    const error = errorOf(await registry.invoke({ ...apply, confirmationId }, { signal: controller.signal }));
    expect(error.code).to.equal("CANCELLED");
    expect(error.message.includes("NOT EXECUTED")).to.equal(runs === 0);
  });
});

describe("a procedure", () => {
  for (const ending of ["abort", "unregister", "dispose"] as const) {
    it(`is not sent where bind() or when() does ${ending}`, async () => {
      for (const hook of ["bind", "when"] as const) {
        const { registry, asked, events } = createDomain();
        const controller = new AbortController();
        let isArmed = false;
        const end = () => {
          if (!isArmed) return;
          isArmed = false;
          if (ending === "abort") controller.abort();
          else if (ending === "unregister") handle.unregister();
          else registry.dispose();
        };
        const config = {
          bind: () => (hook === "bind" ? passing({ orderId: "o-1" }, end) : { orderId: "o-1" }),
          ...(hook === "when" && { when: () => passing(true, end) }),
        };
        const handle = registry.register(order([binding(config)]));
        isArmed = true;
        const result = await registry.invoke(
          { ...cancel, input: { reason: "late" } },
          { signal: controller.signal },
        );
        expect(codes[ending], hook).to.include(errorOf(result).code);
        expect(asked, hook).to.deep.equal([]);
        expect(eventsOf(events, "invocation-settled"), hook).to.have.length(1);
      }
    });
  }
});

describe("dispose in the middle", () => {
  it("expires every question and ends every wait for one", async () => {
    const { registry } = createSurface();
    registry.register(
      cart({
        actions: {
          ask: act({ confirmation: "required" }),
          apply: act({
            precondition() {
              registry.dispose();
            },
          }),
        },
      }),
    );
    const ids = [];
    for (const n of [1, 2, 3]) {
      ids.push(questionId(await registry.invoke({ capabilityId: "view:shop.cart.ask", input: { n } })));
    }
    const waits = ids.map((id) => registry.confirmations.waitFor(id));
    expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.apply" }))).to.equal("CANCELLED");
    expect(await Promise.all(waits)).to.deep.equal(["expired", "expired", "expired"]);
    expect(registry.confirmations.pending()).to.deep.equal([]);
    expect(await registry.confirmations.waitFor(ids[0]!)).to.equal("expired");
  });
});
