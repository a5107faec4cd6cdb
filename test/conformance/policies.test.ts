import { expect } from "@open-wc/testing";
import type { AgentInvocationResult, AgentPolicy, DiscoveryDecision, JsonValue } from "../../src/index.js";
import {
  consumer,
  deferred,
  errorOf,
  outcome,
  outputOf,
  printedDuring,
  unfrozen,
} from "../helpers/surface.js";
import { apply, layer, openBusyShop, openShop, type Stage } from "./shop.js";

const stages: readonly Stage[] = ["onAuthorize", "onInvoke"];

const deciding = (
  decision: DiscoveryDecision | (() => DiscoveryDecision),
  name = "discovery",
): AgentPolicy => ({
  name,
  onDiscovery: () => (typeof decision === "function" ? decision() : decision),
});
const hide = { decision: "hide" } as const;
const expose = { decision: "expose" } as const;
const disable = (reason: string) => ({ decision: "disable", reason }) as const;

/** What a snapshot says of the action: its reason, true where it is available, undefined where it is absent. */
function seen(policies: AgentPolicy[], own: Parameters<typeof openShop>[0] = {}) {
  const [component] = openShop({ ...own, policies }).registry.snapshot().components;
  const action = component?.actions[0];
  return action && (action.unavailableReason ?? action.available);
}

/** A policy of both stages that notes when it is entered and left. */
const noting = (name: string, log: string[]): AgentPolicy => {
  const around = (stage: Stage) => async (_context: unknown, next: () => Promise<AgentInvocationResult>) => {
    log.push(`${name} ${stage}`);
    const result = await next();
    log.push(`${name} left`);
    return result;
  };
  return { name, onAuthorize: around("onAuthorize"), onInvoke: around("onInvoke") };
};

describe("policies (contract 0, 4 and 8)", () => {
  describe("discovery", () => {
    it("exposes where every policy does", () => {
      expect(seen([deciding(expose), deciding(expose)])).to.equal(true);
    });

    it("hides where any policy does, whatever the others say", () => {
      expect(seen([deciding(expose), deciding(disable("later")), deciding(hide)])).to.equal(undefined);
    });

    it("disables with the first reason where none hides", () => {
      const policies = [deciding(expose), deciding(disable("first")), deciding(disable("second"))];
      expect(seen(policies)).to.equal("first");
    });

    it("asks the registry's policies before the component's before the capability's", () => {
      const component = { policies: [deciding(disable("component"))] };
      const action = { policies: [deciding(disable("capability"))] };
      expect(seen([deciding(disable("registry"))], { component, action })).to.equal("registry");
      expect(seen([], { component, action })).to.equal("component");
      expect(seen([], { action })).to.equal("capability");
    });

    it("replaces the state's reason by a policy's", () => {
      const action = { when: () => false, unavailableReason: "state" };
      expect(seen([deciding(disable("policy"))], { action })).to.equal("policy");
    });

    it("does not make available what the state forbids", () => {
      const action = { when: () => false, unavailableReason: "state" };
      expect(seen([deciding(expose)], { action })).to.equal("state");
    });

    it("hides where a policy throws", () => {
      const throwing = deciding(() => {
        throw new Error("broken");
      });
      expect(seen([throwing, deciding(expose)])).to.equal(undefined);
    });

    it("hides where a policy gives no decision, a promise included", () => {
      for (const given of [undefined, null, "expose", { decision: "maybe" }, Promise.resolve(expose)])
        expect(seen([deciding(given as never)]), JSON.stringify(given)).to.equal(undefined);
    });

    it("drops a component all of whose capabilities are hidden", () => {
      const { registry } = openShop({ component: { policies: [deciding(hide)] } });
      expect(registry.snapshot().components).to.deep.equal([]);
    });

    it("is CAPABILITY_NOT_AVAILABLE with the policy's reason for a call to what it disables", async () => {
      const { call, ran } = openShop({ policies: [deciding(disable("not yet"))] });
      expect(errorOf(await call())).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        details: { reason: "not yet" },
      });
      expect(ran).to.deep.equal([]);
    });

    it("is CAPABILITY_NOT_FOUND for a call to what a throwing policy hides", async () => {
      const throwing = deciding(() => {
        throw new Error("broken");
      });
      expect(outcome(await openShop({ policies: [throwing] }).call())).to.equal("CAPABILITY_NOT_FOUND");
    });
  });

  describe("the chain", () => {
    it("runs registry, component, capability outermost first, all authorizations around all invocations", async () => {
      const log: string[] = [];
      const { call } = openShop({
        policies: [noting("registry", log)],
        component: { policies: [noting("component", log)] },
        action: { policies: [noting("capability", log)], execute: () => void log.push("handler") },
      });
      await call();
      const inward = (stage: Stage) =>
        ["registry", "component", "capability"].map((name) => `${name} ${stage}`);
      const outward = ["capability left", "component left", "registry left"];
      expect(log).to.deep.equal([
        ...inward("onAuthorize"),
        ...inward("onInvoke"),
        "handler",
        ...outward,
        ...outward,
      ]);
    });

    it("stands around observations too", async () => {
      const log: string[] = [];
      await openShop({ policies: [noting("registry", log)] }).look();
      expect(log).to.include.members(["registry onAuthorize", "registry onInvoke"]);
    });

    it("is fixed when the registry is made: later changes of its list change nothing", async () => {
      const policies: AgentPolicy[] = [];
      const { call } = openShop({ policies });
      policies.push(layer("onAuthorize", () => Promise.reject(new Error("late"))));
      expect(outcome(await call())).to.equal("ok");
    });

    it("stands around confirmation, precondition and handler at the stage of invocation", async () => {
      const codes: string[] = [];
      const policy = layer("onInvoke", async (next) => {
        const result = await next();
        codes.push(outcome(result));
        return result;
      });
      await openShop({ policies: [policy], action: { confirmation: "required" } }).call();
      await openShop({ policies: [policy], action: { precondition: () => ({ message: "No." }) } }).call();
      await openShop({ policies: [policy] }).call();
      expect(codes).to.deep.equal(["CONFIRMATION_REQUIRED", "PRECONDITION_FAILED", "ok"]);
    });

    it("starts the handler in the same task where no policy is in the way", () => {
      const { call, ran } = openShop();
      void call();
      expect(ran).to.have.length(1);
    });
  });

  describe("what a policy is told", () => {
    const contextsOf = async (own: Parameters<typeof openShop>[0] = {}) => {
      const contexts: Record<string, unknown>[] = [];
      const keep = (stage: Stage) =>
        layer(stage, (next, context) => {
          contexts.push(context);
          return next();
        });
      const shop = openShop({ ...own, policies: [keep("onAuthorize"), keep("onInvoke")] });
      await shop.call({ invocationId: "one", input: { pin: "4711" } }, { consumer: consumer("me") });
      return { ...shop, contexts };
    };

    it("names capability, plane, kind, effect, registration, consumer and environment", async () => {
      const { contexts, handle } = await contextsOf();
      for (const context of contexts) {
        expect(context).to.deep.include({
          capabilityId: apply,
          plane: "view",
          kind: "action",
          effect: "local-state",
          registrationId: handle.registrationId,
          consumer: { id: "me", kind: "test" },
          environment: "production",
        });
      }
    });

    it("has no input at authorization", async () => {
      const { contexts } = await contextsOf();
      expect(contexts[0]).not.to.have.any.keys("effectiveInput", "input", "invocationId");
      expect(JSON.stringify(contexts[0])).not.to.contain("4711");
    });

    it("has the invocation id and the effective input at invocation", async () => {
      const { contexts } = await contextsOf();
      expect(contexts[1]).to.deep.include({ invocationId: "one", effectiveInput: { pin: "4711" } });
    });

    it("has the metadata of component and capability, and what is internal", async () => {
      const { contexts } = await contextsOf({
        component: { meta: { area: "shop" }, internal: { team: "a" } },
        action: { meta: { risk: 1 } },
      });
      for (const context of contexts) {
        expect(context).to.deep.include({
          meta: { component: { area: "shop" }, capability: { risk: 1 } },
          internal: { team: "a" },
        });
      }
    });

    it("has the registry's clock, never the wall clock", async () => {
      const { contexts, time } = await contextsOf();
      await time.advance(5_000);
      expect((contexts[0]!["now"] as () => number)()).to.equal(time.now());
    });

    it("has the host's context of the moment in which it asks", async () => {
      let user = "a";
      const users: unknown[] = [];
      const policy = layer("onAuthorize", async (next, context) => {
        users.push((context["host"] as { user: string }).user);
        user = "b";
        users.push((context["host"] as { user: string }).user);
        return next();
      });
      await openShop({ context: () => ({ user }), policies: [policy] }).call();
      expect(users).to.deep.equal(["a", "b"]);
    });

    it("has the kind observation and the effect read for an observation", async () => {
      const contexts: object[] = [];
      const policy = layer("onInvoke", (next, context) => {
        contexts.push(context);
        return next();
      });
      await openShop({ policies: [policy] }).look();
      expect(contexts[0]).to.deep.include({ kind: "observation", effect: "read", effectiveInput: {} });
    });

    it("cannot change the input: the handler gets what the person would have seen", async () => {
      const given: JsonValue[] = [];
      const policy = layer("onInvoke", (next, context) => {
        expect(unfrozen(context["effectiveInput"])).to.deep.equal([]);
        try {
          context["effectiveInput"] = { pin: "changed" };
        } catch {
          // It is read-only.
        }
        return next();
      });
      const { call } = openShop({
        policies: [policy],
        action: { execute: (input) => void given.push(input) },
      });
      await call({ input: { pin: "4711" } });
      expect(given).to.deep.equal([{ pin: "4711" }]);
    });
  });

  it("asks no policy of onInvoke once the call has ended in onAuthorize", async () => {
    const gate = deferred<undefined>();
    const hold = layer("onAuthorize", async (next) => {
      await gate.promise;
      return next();
    });
    let asked = 0;
    const inside = layer("onInvoke", (next) => ((asked += 1), next()));
    const { call, time } = openShop({ policies: [hold, inside] });
    const result = call();
    await time.advance(10_000);
    expect(outcome(await result)).to.equal("TIMEOUT");
    gate.resolve(undefined);
    await time.advance(0);
    expect(asked).to.equal(0);
  });

  for (const stage of stages) {
    describe(`a layer of ${stage}`, () => {
      it(`that calls next() twice in ${stage} runs nothing twice: the second rejects`, async () => {
        let second: unknown;
        const policy = layer(stage, async (next) => {
          const result = await next();
          await next().catch((error: unknown) => (second = error));
          return result;
        });
        const { call, ran } = openShop({ policies: [policy] });
        expect(outcome(await call())).to.equal("ok");
        expect(second).to.be.instanceOf(Error);
        expect(ran).to.have.length(1);
      });

      it(`that calls next() twice at once in ${stage} runs nothing twice`, async () => {
        const policy = layer(stage, async (next) => {
          const [first] = await Promise.allSettled([next(), next()]);
          if (first.status === "rejected") throw first.reason;
          return first.value;
        });
        const { call, ran } = openShop({ policies: [policy] });
        await call();
        expect(ran).to.have.length(1);
      });

      it(`that never calls next() in ${stage} answers itself, and the handler does not run`, async () => {
        const policy = layer(stage, async () => ({ status: "ok", output: "from the policy" }) as never);
        const { call, ran } = openShop({ policies: [policy] });
        const result = await call({ invocationId: "one" });
        expect(outputOf(result)).to.equal("from the policy");
        expect(result).to.include({ invocationId: "one", capabilityId: apply, surfaceVersion: "1" });
        expect(ran).to.deep.equal([]);
      });

      it(`that throws in ${stage} fails closed: EXECUTION_FAILED without its text, nothing runs`, async () => {
        const policy = layer(stage, () => {
          throw new Error("secret");
        });
        const { call, ran } = openShop({ policies: [policy] });
        const result = await call();
        expect(outcome(result)).to.equal("EXECUTION_FAILED");
        expect(JSON.stringify(result)).not.to.contain("secret");
        expect(ran).to.deep.equal([]);
      });

      it(`that gives no result in ${stage} is EXECUTION_FAILED`, async () => {
        for (const given of [undefined, null, "ok", {}, { status: "error" }, { status: "ok", output: NaN }]) {
          const policy = layer(stage, async () => given as never);
          expect(outcome(await openShop({ policies: [policy] }).call()), JSON.stringify(given)).to.equal(
            "EXECUTION_FAILED",
          );
        }
      });

      it(`that comes back in ${stage} after the call has ended runs nothing`, async () => {
        const gate = deferred<undefined>();
        const policy = layer(stage, async (next) => {
          await gate.promise;
          return next();
        });
        const { call, ran, time } = openShop({ policies: [policy] });
        const result = call();
        await time.advance(10_000);
        expect(outcome(await result)).to.equal("TIMEOUT");
        gate.resolve(undefined);
        await time.advance(0);
        expect(ran).to.deep.equal([]);
      });

      it(`in ${stage} sees the failures of what it stands around as results, not as exceptions`, async () => {
        let seenInside: unknown;
        const policy = layer(stage, async (next) => {
          const result = await next();
          seenInside = outcome(result);
          return result;
        });
        const execute = () => {
          throw new Error("broken");
        };
        await printedDuring(() => openShop({ policies: [policy], action: { execute } }).call());
        expect(seenInside).to.equal("EXECUTION_FAILED");
      });
    });
  }

  it("a policy that withholds a handler's result until the end of time is ended by the time-out, and the result stands", async () => {
    const policy = layer("onInvoke", async (next) => {
      await next();
      return deferred<never>().promise;
    });
    const { call, runs, time } = openBusyShop({ policies: [policy] });
    const result = call();
    await time.advance(0);
    runs[0]!.resolve("done");
    await time.advance(10_000);
    expect(outputOf(await result)).to.equal("done");
  });
});
