import { expect } from "@open-wc/testing";
import type { AgentActionContext, AgentPolicy, RegistrationCandidate } from "../../src/index.js";
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
  printedDuring,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };
const giving = (output: string) => cart({ actions: { apply: act({ execute: () => output }) } });
const replacing = { onDuplicateInstance: "replace" } as const;
const mutedFor = ["production", "test", "development"] as const;

/** A call whose handler runs until `running` ends, and the signal that the handler got. */
async function runningCall(
  own: Parameters<typeof act>[0] = {},
  options: Parameters<typeof createSurface>[0] = {},
) {
  const surface = createSurface(options);
  const running = deferred<string>();
  let signal!: AbortSignal;
  const execute = (_input: unknown, context: AgentActionContext) => {
    signal = context.signal;
    return running.promise;
  };
  const handle = surface.registry.register(cart({ actions: { apply: act({ execute, ...own }) } }));
  const call = surface.registry.invoke(apply);
  await turn();
  return { ...surface, running, handle, call, signal };
}

describe("registration (core API, Registry, Registration lifecycle and Collisions; contract 12, 14)", () => {
  describe("register", () => {
    it("makes a component live at once, for snapshots and for calls", async () => {
      const { registry } = createSurface();
      const { registrationId } = registry.register(cart());
      expect(registry.snapshot().components[0]!.registrationId).to.equal(registrationId);
      expect(outcome(await registry.invoke(apply))).to.equal("ok");
    });

    it("gives a handle with the status active", () => {
      expect(createSurface().registry.register(cart()).status).to.equal("active");
    });

    it("tells of a registration by surface-changed with the new version", async () => {
      const { registry, events } = createSurface();
      registry.register(cart());
      await turn();
      expect(eventsOf(events, "surface-changed").map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal([
        "1",
      ]);
    });

    it("gives the same definition, registered again, a new registration id", () => {
      const { registry } = createSurface();
      const definition = cart();
      const first = registry.register(definition);
      first.unregister();
      expect(registry.register(definition).registrationId).not.to.equal(first.registrationId);
    });

    it("keeps instances of one type apart", () => {
      const { registry } = createSurface();
      const statuses = ["a", "b"].map((instanceId) => registry.register(cart({ instanceId })).status);
      expect(statuses).to.deep.equal(["active", "active"]);
      expect(registry.snapshot().components).to.have.length(2);
    });

    it("sets no timer: nothing polls while nothing runs", () => {
      const { registry, time } = createSurface();
      registry.register(cart()).update({ enabled: false });
      registry.register(cart({ instanceId: "b" })).unregister();
      expect(time.waiting).to.equal(0);
    });

    it("holds the environment for production where nothing is said", async () => {
      const { registry } = createSurface();
      const printed = await printedDuring(() => {
        registry.register(cart());
        registry.register(cart());
      });
      expect(printed).to.deep.equal([]);
    });

    it("runs no handler of the definition", () => {
      let ran = 0;
      const run = () => void (ran += 1);
      createSurface().registry.register(
        cart({
          observations: { read: look({ read: () => (run(), null), when: () => (run(), true) }) },
          actions: { apply: act({ execute: run, precondition: run }) },
        }),
      );
      expect(ran).to.equal(0);
    });
  });

  describe("structure", () => {
    it("freezes descriptions, effects and metadata at register", () => {
      const { registry } = createSurface();
      const definition = cart({ meta: { a: 1 } });
      registry.register(definition);
      const before = JSON.stringify(registry.snapshot().components);
      Object.assign(definition, { description: "Other.", priority: 9 });
      definition.meta!["a"] = 2;
      Object.assign(definition.actions!["apply"]!, {
        description: "Other.",
        effect: "navigation",
        idempotent: true,
      });
      expect(JSON.stringify(registry.snapshot().components)).to.equal(before);
    });

    it("freezes names at register: what is added to the record later does not exist", async () => {
      const { registry } = createSurface();
      const definition = cart();
      registry.register(definition);
      definition.actions!["later"] = act();
      expect(registry.snapshot().components[0]!.actions.map(({ name }) => name)).to.deep.equal(["apply"]);
      const result = await registry.invoke({ capabilityId: "view:shop.cart.later" });
      expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("freezes the confirmation at register", async () => {
      const { registry } = createSurface();
      const definition = cart({ actions: { apply: act({ confirmation: "required" }) } });
      registry.register(definition);
      definition.actions!["apply"]!.confirmation = "never";
      expect(outcome(await registry.invoke(apply))).to.equal("CONFIRMATION_REQUIRED");
    });

    it("freezes the chain of policies at register", () => {
      const { registry } = createSurface();
      const hiding: AgentPolicy = { name: "hiding", onDiscovery: () => ({ decision: "hide" }) };
      const definition = cart({ policies: [] });
      registry.register(definition);
      definition.policies!.push(hiding);
      expect(registry.snapshot().components[0]!.actions).to.have.length(1);
    });
  });

  describe("handlers", () => {
    it("reads execute from the definition at each call", async () => {
      const { registry } = createSurface();
      const definition = giving("first");
      registry.register(definition);
      expect(outputOf(await registry.invoke(apply))).to.equal("first");
      definition.actions!["apply"]!.execute = () => "second";
      expect(outputOf(await registry.invoke(apply))).to.equal("second");
    });

    it("reads read from the definition at each call", async () => {
      const { registry } = createSurface();
      const definition = cart({ observations: { read: look({ read: () => 1 }) } });
      registry.register(definition);
      definition.observations!["read"]!.read = () => 2;
      expect(outputOf(await registry.invoke(read))).to.equal(2);
    });

    it("reads when from the definition at each snapshot and call", async () => {
      const { registry } = createSurface();
      const definition = cart();
      registry.register(definition);
      definition.actions!["apply"]!.when = () => false;
      expect(registry.snapshot().components[0]!.actions[0]!.available).to.equal(false);
      expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_AVAILABLE");
    });

    it("reads the record of a capability anew where the host replaced it whole", async () => {
      const { registry } = createSurface();
      const definition = giving("first");
      registry.register(definition);
      definition.actions = { apply: act({ execute: () => "second" }) };
      expect(outputOf(await registry.invoke(apply))).to.equal("second");
    });
  });

  describe("unregister", () => {
    it("takes all capabilities of the component out of the next snapshot", () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      handle.unregister();
      expect(registry.snapshot().components).to.deep.equal([]);
      expect(handle.status).to.equal("unregistered");
    });

    it("settles running calls as COMPONENT_UNMOUNTED, mid-flight", async () => {
      const { handle, call } = await runningCall();
      handle.unregister();
      expect(errorOf(await call)).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        details: { phase: "mid-flight" },
      });
    });

    it("aborts the signals of running calls", async () => {
      const { handle, signal } = await runningCall();
      expect(signal.aborted).to.equal(false);
      handle.unregister();
      expect(signal.aborted).to.equal(true);
    });

    it("lets the result of a handler stand that settled before", async () => {
      const { running, handle, call } = await runningCall();
      running.resolve("done");
      await turn();
      handle.unregister();
      expect(outputOf(await call)).to.equal("done");
    });

    it("leaves a running navigation to its handler", async () => {
      const { running, handle, call, signal } = await runningCall({ effect: "navigation" });
      handle.unregister();
      expect(signal.aborted).to.equal(false);
      running.resolve("there");
      expect(outputOf(await call)).to.equal("there");
    });

    it("settles a navigation that was not dispatched yet as COMPONENT_UNMOUNTED", async () => {
      const { registry, handle } = await runningCall({ effect: "navigation" });
      const waiting = registry.invoke(apply);
      handle.unregister();
      expect(outcome(await waiting)).to.equal("COMPONENT_UNMOUNTED");
    });

    it("runs no handler of the component any more", async () => {
      let ran = 0;
      const { registry } = createSurface();
      const definition = cart({ actions: { apply: act({ execute: () => void (ran += 1) }) } });
      const handle = registry.register(definition);
      const { registrationId } = handle;
      handle.unregister();
      await Promise.all([apply, { ...apply, registrationId }].map((call) => registry.invoke(call)));
      expect(ran).to.equal(0);
    });

    it("touches no other registration", async () => {
      const { registry } = createSurface();
      registry.register(cart({ instanceId: "a" })).unregister();
      registry.register(cart({ instanceId: "b" }));
      expect(outcome(await registry.invoke({ ...apply, instanceId: "b" }))).to.equal("ok");
    });
  });

  describe("a dead handle", () => {
    const calls = {
      update: { enabled: false, availability: { apply: { available: false } } },
      invalidate: undefined,
      redefine: cart({ description: "Another cart." }),
      unregister: undefined,
    } as const;

    it("does nothing, whatever is called on it", async () => {
      const { registry, events } = createSurface();
      const handle = registry.register(cart());
      handle.unregister();
      registry.register(cart());
      await turn();
      events.length = 0;
      for (const [method, argument] of Object.entries(calls)) handle[method as "update"](argument as object);
      await turn();
      expect(events).to.deep.equal([]);
      expect(registry.getVersion()).to.equal("3");
      expect(registry.snapshot().components[0]!.actions[0]!.available).to.equal(true);
    });

    for (const [method, argument] of Object.entries(calls)) {
      it(`warns of ${method} in development only`, async () => {
        for (const environment of mutedFor) {
          const { registry } = createSurface({ environment });
          const handle = registry.register(cart());
          handle.unregister();
          const printed = await printedDuring(() => {
            handle[method as "update"](argument as object);
          });
          if (environment === "production") expect(printed).to.deep.equal([]);
          if (environment === "development") expect(printed.join()).to.contain(method);
        }
      });
    }
  });

  describe("update", () => {
    it("takes nothing but enabled and availability", async () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      const before = JSON.stringify(registry.snapshot().components);
      handle.update({ description: "Other.", type: "other", priority: 1 } as never);
      expect(JSON.stringify(registry.snapshot().components)).to.equal(before);
      expect(registry.getVersion()).to.equal("1");
    });

    it("keeps the registration id", () => {
      const { registry } = createSurface();
      const handle = registry.register(cart());
      const { registrationId } = handle;
      handle.update({ enabled: false });
      expect(handle.registrationId).to.equal(registrationId);
      expect(registry.snapshot().components[0]!.registrationId).to.equal(registrationId);
    });
  });

  describe("a second registration of a live type and instance", () => {
    it("gets a dead handle with the status rejected by default", () => {
      const { registry } = createSurface();
      const first = registry.register(cart());
      const second = registry.register(cart());
      expect([first.status, second.status]).to.deep.equal(["active", "rejected"]);
      expect(second.registrationId).not.to.equal(first.registrationId);
    });

    it("leaves the first one as it is", async () => {
      const { registry } = createSurface();
      registry.register(giving("first"));
      registry.register(giving("second")).unregister();
      expect(outputOf(await registry.invoke(apply))).to.equal("first");
    });

    it("never makes register throw, in no environment", async () => {
      for (const environment of mutedFor) {
        const { registry } = createSurface({ environment });
        registry.register(cart());
        await printedDuring(() => {
          expect(registry.register(cart()).status).to.equal("rejected");
        });
      }
    });

    it("is told by component-rejected with the reason duplicate", async () => {
      const { registry, events } = createSurface();
      registry.register(cart({ instanceId: "a" }));
      await turn();
      events.length = 0;
      registry.register(cart({ instanceId: "a" }));
      await turn();
      expect(events).to.deep.equal([
        { type: "component-rejected", componentType: "shop.cart", instanceId: "a", reason: "duplicate" },
      ]);
    });

    it("is printed as an error in development, and not in production", async () => {
      for (const environment of ["development", "production"] as const) {
        const { registry } = createSurface({ environment });
        registry.register(cart());
        const printed = await printedDuring(() => registry.register(cart()));
        expect(printed.join().includes("shop.cart")).to.equal(environment === "development");
      }
    });

    it("is audited as registration-rejected", () => {
      const { registry, audit } = createSurface();
      registry.register(cart());
      const { registrationId } = registry.register(cart());
      const rejected = audit.events().filter(({ type }) => type === "registration-rejected");
      expect(rejected.map((event) => event.registrationId)).to.deep.equal([registrationId]);
    });

    it("takes the place of the first where onDuplicateInstance is replace", async () => {
      const { registry } = createSurface(replacing);
      const first = registry.register(giving("first"));
      const second = registry.register(giving("second"));
      expect([first.status, second.status]).to.deep.equal(["unregistered", "active"]);
      expect(registry.snapshot().components).to.have.length(1);
      expect(outputOf(await registry.invoke(apply))).to.equal("second");
    });

    it("ends the calls of the one that it replaces as COMPONENT_UNMOUNTED", async () => {
      const { registry, call } = await runningCall({}, replacing);
      registry.register(cart());
      expect(outcome(await call)).to.equal("COMPONENT_UNMOUNTED");
    });

    it("replaces without a component-rejected", () => {
      const { registry, events } = createSurface(replacing);
      registry.register(cart());
      registry.register(cart());
      expect(eventsOf(events, "component-rejected")).to.deep.equal([]);
    });

    it("is no duplicate any more once the first one is gone", () => {
      const { registry } = createSurface();
      registry.register(cart()).unregister();
      expect(registry.register(cart()).status).to.equal("active");
    });
  });

  describe("the guard onRegister", () => {
    it("is asked before a registration is accepted, with its definition and stack", () => {
      const seen: [RegistrationCandidate, number][] = [];
      const surface = createSurface({
        onRegister(candidate) {
          seen.push([candidate, surface.registry.snapshot().components.length]);
          return "accept";
        },
      });
      const definition = cart({ origin: "third-party" });
      expect(surface.registry.register(definition).status).to.equal("active");
      const [[candidate, live]] = seen as [[RegistrationCandidate, number]];
      expect(candidate.definition).to.equal(definition);
      expect(candidate.stack).to.be.a("string");
      expect(live).to.equal(0);
    });

    it("rejects: a dead handle, nothing on the surface and no version", async () => {
      const { registry } = createSurface({ onRegister: () => "reject" });
      expect(registry.register(cart()).status).to.equal("rejected");
      expect(registry.snapshot().components).to.deep.equal([]);
      expect(registry.getVersion()).to.equal("0");
      expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("rejects with component-rejected and the reason guard", async () => {
      const { registry, events } = createSurface({ onRegister: () => "reject" });
      registry.register(cart());
      await turn();
      expect(events).to.deep.equal([
        { type: "component-rejected", componentType: "shop.cart", instanceId: "default", reason: "guard" },
      ]);
    });

    it("rejects by throwing", () => {
      const { registry } = createSurface({
        onRegister() {
          throw new Error("no");
        },
      });
      expect(registry.register(cart()).status).to.equal("rejected");
    });

    it("keeps the live one where it rejects what would replace it", () => {
      let verdict: "accept" | "reject" = "accept";
      const { registry } = createSurface({ ...replacing, onRegister: () => verdict });
      const first = registry.register(cart());
      verdict = "reject";
      registry.register(cart());
      expect(first.status).to.equal("active");
    });
  });
});
