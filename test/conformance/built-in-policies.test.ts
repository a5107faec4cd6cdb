import { expect } from "@open-wc/testing";
import {
  audit,
  authenticated,
  createAgentToolset,
  environment,
  hasPermission,
  memoryAuditSink,
  rateLimit,
  requireConfirmation,
  tenantBoundary,
  type AgentAuditLevel,
  type AgentPolicy,
  type AuditEvent,
  type GateOptions,
  type RegistryOptions,
  type RequireConfirmationOptions,
} from "../../src/index.js";
import { consumer, errorOf, look, outcome, printedDuring, questionId, thrownBy } from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";
import { openBusyShop, openShop, reasonOf, type Shop, type ShopOptions } from "./shop.js";

type Host = Record<string, unknown>;

/** A shop behind a policy, with a host's context that tests change. */
function behind(policy: AgentPolicy, host: Host = {}, options: ShopOptions = {}) {
  const shop = openShop({ policies: [policy], context: () => host, ...options });
  return { ...shop, host, actions: () => actionsOf(shop) };
}

const actionsOf = ({ registry }: Pick<Shop, "registry">) =>
  registry.snapshot().components.flatMap(({ actions }) => actions);

const secret = "billing:refund-vip";
const listed = (host: Readonly<Host>, permission: string) =>
  ((host["permissions"] ?? []) as string[]).includes(permission);

/** The gates: a policy that refuses under an empty context, and the code where discovery exposes. */
const gates: [name: string, make: (options?: GateOptions) => AgentPolicy, code: string][] = [
  ["authenticated", (options) => authenticated(options), "NOT_AUTHENTICATED"],
  ["hasPermission", (options) => hasPermission(secret, listed, options), "NOT_AUTHORIZED"],
  [
    "tenantBoundary",
    (options) => tenantBoundary({ current: ({ tenant }) => tenant, expected: () => "t-1", ...options }),
    "NOT_AUTHORIZED",
  ],
  ["environment", (options) => environment(["test"], options), "NOT_AUTHORIZED"],
];

describe("built-in-policies (contract 0 and 8)", () => {
  describe("a gate", () => {
    for (const [name, make, code] of gates) {
      it(`${name} hides by default: nothing in the snapshot, CAPABILITY_NOT_FOUND to a call`, async () => {
        const { actions, call, ran } = behind(make());
        expect(actions()).to.deep.equal([]);
        const never = errorOf(await openShop({ component: { actions: {} } }).call());
        expect(errorOf(await call())).to.deep.equal(never);
        expect(ran).to.deep.equal([]);
      });

      it(`${name} with disable shows it with a reason, and is CAPABILITY_NOT_AVAILABLE to a call`, async () => {
        const { actions, call, ran } = behind(make({ discovery: "disable" }));
        const [{ available, unavailableReason }] = actions() as [ReturnType<typeof actions>[0]];
        expect([available, typeof unavailableReason]).to.deep.equal([false, "string"]);
        const { code: refused, details } = errorOf(await call());
        expect([refused, details]).to.deep.equal(["CAPABILITY_NOT_AVAILABLE", { reason: unavailableReason }]);
        expect(ran).to.deep.equal([]);
      });

      it(`${name} with expose shows it as available, and is ${code} to a call`, async () => {
        const { actions, call, ran } = behind(make({ discovery: "expose" }));
        expect(actions()[0]!.available).to.equal(true);
        expect(errorOf(await call())).to.include({ code, retry: "no" });
        expect(ran).to.deep.equal([]);
      });
    }

    it("of another discovery than hide, disable and expose throws where it is made", () => {
      for (const [name, make] of gates) {
        const made = () => make({ discovery: "show" as never });
        expect(thrownBy(made), name).to.be.instanceOf(TypeError);
      }
    });

    it("holds for observations and procedures too", async () => {
      const { look: read } = behind(authenticated());
      expect(outcome(await read())).to.equal("CAPABILITY_NOT_FOUND");
      const { registry, asked } = createDomain(undefined, { policies: [authenticated()] });
      registry.register(order());
      expect(registry.snapshot().procedures).to.deep.equal([]);
      expect(outcome(await registry.invoke(cancel))).to.equal("CAPABILITY_NOT_FOUND");
      expect(asked).to.deep.equal([]);
    });

    it("is asked again at the call: what discovery showed is not trusted", async () => {
      const { call, host, actions } = behind(authenticated(), { user: "ann" });
      expect(actions()).to.have.length(1);
      host["user"] = undefined;
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("is asked at authorization, before the input is looked at", async () => {
      const { call } = behind(authenticated({ discovery: "expose" }));
      expect(outcome(await call({ input: "no object" }))).to.equal("NOT_AUTHENTICATED");
    });

    it("refuses where the host's context throws", async () => {
      const broken = () => {
        throw new Error("no session store");
      };
      const { call } = openShop({ policies: [authenticated({ discovery: "expose" })], context: broken });
      expect(outcome(await call())).to.equal("NOT_AUTHENTICATED");
    });
  });

  describe("authenticated", () => {
    it("lets through while the host's context has a user", async () => {
      const { call, host, actions } = behind(authenticated(), { user: { name: "Ann" } });
      expect([actions().length, outcome(await call())]).to.deep.equal([1, "ok"]);
      host["user"] = null;
      expect(actions()).to.deep.equal([]);
    });

    it("looks under the key that it is given", async () => {
      const { call, host } = behind(authenticated({ key: "session" }), { user: "ann" });
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
      host["session"] = "s-1";
      expect(outcome(await call())).to.equal("ok");
    });

    it("refuses without details", async () => {
      const { call } = behind(authenticated({ discovery: "expose" }));
      expect(errorOf(await call())).not.to.have.property("details");
    });
  });

  describe("hasPermission", () => {
    it("lets through whom its check finds the permission for, in the host's context", async () => {
      const { call, host } = behind(hasPermission(secret, listed), { permissions: [] });
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
      host["permissions"] = [secret];
      expect(outcome(await call())).to.equal("ok");
    });

    it("refuses with the origin client and nothing else", async () => {
      const { call } = behind(hasPermission(secret, listed, { discovery: "expose" }));
      expect(errorOf(await call()).details).to.deep.equal({ origin: "client" });
    });

    it("never leaks the permission's name: not in snapshots, results, events or the audit", async () => {
      for (const discovery of ["hide", "disable", "expose"] as const) {
        const shop = behind(hasPermission(secret, listed, { discovery }));
        const told = [await shop.call(), shop.registry.snapshot(), shop.events, shop.audit.events()];
        expect(JSON.stringify(told), discovery).not.to.contain("refund");
      }
    });

    it("takes true alone for yes: a promise refuses", async () => {
      for (const answer of [Promise.resolve(true), 1, "yes", undefined]) {
        const { call } = behind(hasPermission(secret, () => answer as never, { discovery: "expose" }));
        expect(outcome(await call()), typeof answer).to.equal("NOT_AUTHORIZED");
      }
    });

    it("hides where its check throws, whatever its discovery", async () => {
      const broken = () => {
        throw new Error("no store");
      };
      const { actions, call } = behind(hasPermission(secret, broken, { discovery: "expose" }));
      expect(actions()).to.deep.equal([]);
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });
  });

  describe("tenantBoundary", () => {
    const bounded = (expected: (context: { meta: { capability?: object }; internal: Host }) => unknown) =>
      tenantBoundary({ current: ({ tenant }) => tenant, expected });

    it("lets through what belongs to the person's own tenant, and hides what belongs to another", async () => {
      const { call, host } = behind(
        bounded(() => "t-1"),
        { tenant: "t-1" },
      );
      expect(outcome(await call())).to.equal("ok");
      host["tenant"] = "t-2";
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });

    it("lets through what belongs to no tenant: expected is undefined", async () => {
      const { call } = behind(
        bounded(() => undefined),
        { tenant: "t-1" },
      );
      expect(outcome(await call())).to.equal("ok");
    });

    it("knows the tenant of a capability from its metadata or from what is internal", async () => {
      const policy = bounded(({ internal }) => internal["tenant"]);
      const component = { internal: { tenant: "t-1" } };
      expect(outcome(await behind(policy, { tenant: "t-1" }, { component }).call())).to.equal("ok");
      expect(outcome(await behind(policy, { tenant: "t-2" }, { component }).call())).to.equal(
        "CAPABILITY_NOT_FOUND",
      );
    });

    it("hides where one of its functions throws", async () => {
      const { call } = behind(
        bounded(() => {
          throw new Error("no tenant");
        }),
      );
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });
  });

  describe("environment", () => {
    it("lets through in the environments of its list, and hides in the others", async () => {
      const outcomeIn = async (own: RegistryOptions) =>
        outcome(await openShop({ policies: [environment(["development", "test"])], ...own }).call());
      expect(await outcomeIn({ environment: "development" })).to.equal("ok");
      expect(await outcomeIn({ environment: "test" })).to.equal("ok");
      expect(await outcomeIn({ environment: "production" })).to.equal("CAPABILITY_NOT_FOUND");
      expect(await outcomeIn({}), "production by default").to.equal("CAPABILITY_NOT_FOUND");
    });

    it("keeps the list that it was given", async () => {
      const list: ("production" | "test")[] = ["test"];
      const { call } = openShop({ policies: [environment(list)] });
      list.push("production");
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_FOUND");
    });
  });

  describe("rateLimit", () => {
    const limited = (limit: number, windowMs = 1_000, own: ShopOptions = {}) =>
      openShop({ policies: [rateLimit({ limit, windowMs })], ...own });

    it("lets through as many calls in a window, and makes one more RATE_LIMITED {rate} with retryAfterMs", async () => {
      const { call, time, ran } = limited(2);
      expect([outcome(await call()), outcome(await call())]).to.deep.equal(["ok", "ok"]);
      await time.advance(300);
      expect(errorOf(await call())).to.deep.include({
        code: "RATE_LIMITED",
        retry: "after-delay",
        details: { reason: "rate", retryAfterMs: 700 },
      });
      expect(ran).to.have.length(2);
    });

    it("lets through again when retryAfterMs is over, by the registry's clock", async () => {
      const { call, time } = limited(1);
      await call({ invocationId: "one" });
      await call({ invocationId: "two" });
      await time.advance(999);
      expect(outcome(await call({ invocationId: "two" }))).to.equal("RATE_LIMITED");
      await time.advance(1);
      expect(outcome(await call({ invocationId: "two" })), "the refusal was not kept").to.equal("ok");
    });

    it("counts for each consumer", async () => {
      const { call } = limited(1);
      const outcomes = [];
      for (const id of ["a", "a", "b"]) outcomes.push(outcome(await call({}, { consumer: consumer(id) })));
      expect(outcomes).to.deep.equal(["ok", "RATE_LIMITED", "ok"]);
    });

    it("counts for each capability", async () => {
      const { call, look: read } = limited(1);
      expect([outcome(await call()), outcome(await read())]).to.deep.equal(["ok", "ok"]);
      expect([outcome(await call()), outcome(await read())]).to.deep.equal(["RATE_LIMITED", "RATE_LIMITED"]);
    });

    it("counts before the input is looked at: what is invalid counts", async () => {
      const { call } = limited(1);
      expect(outcome(await call({ input: "no object" }))).to.equal("INVALID_INPUT");
      expect(outcome(await call())).to.equal("RATE_LIMITED");
    });

    it("does not count a call that only led to a question, so that the approved one runs", async () => {
      const { registry, call } = limited(1, 3_600_000, { action: { confirmation: "required" } });
      const confirmationId = questionId(await call({ invocationId: "one" }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      expect(outcome(await call({ invocationId: "one", confirmationId }))).to.equal("ok");
      expect(outcome(await call())).to.equal("RATE_LIMITED");
    });

    it("keeps a bounded number of counts, and forgets the one that called longest ago", async () => {
      const { call } = limited(1, 3_600_000, { action: { concurrency: { mode: "parallel", max: 2_000 } } });
      const by = async (id: string) => outcome(await call({}, { consumer: consumer(id) }));
      await by("first");
      for (let index = 0; index < 1_000; index++) await by(`c${index}`);
      expect(await by("c999")).to.equal("RATE_LIMITED");
      expect(await by("first")).to.equal("ok");
    });

    it("throws where it is made for a limit or a window that is none", () => {
      for (const options of [
        { limit: 0, windowMs: 1 },
        { limit: 1.5, windowMs: 1 },
        { limit: 1, windowMs: 0 },
        { limit: 1, windowMs: NaN },
      ]) {
        expect(thrownBy(() => rateLimit(options))).to.be.instanceOf(TypeError);
      }
    });
  });

  describe("requireConfirmation", () => {
    const demanding = (options?: RequireConfirmationOptions, own: ShopOptions = {}) =>
      openShop({ policies: [requireConfirmation(options)], ...own });
    const large: RequireConfirmationOptions = {
      if: ({ effectiveInput }) => (effectiveInput as { amount: number }).amount > 100,
    };

    it("raises every level to required", async () => {
      for (const confirmation of ["never", "optional", "required"] as const) {
        const { call, ran } = demanding(undefined, { action: { confirmation } });
        expect(outcome(await call()), confirmation).to.equal("CONFIRMATION_REQUIRED");
        expect(ran).to.deep.equal([]);
      }
    });

    it("runs an approved call once", async () => {
      const { registry, call, ran } = demanding();
      const confirmationId = questionId(await call({ invocationId: "one" }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      expect(outcome(await call({ invocationId: "one", confirmationId }))).to.equal("ok");
      expect(reasonOf(await call({ invocationId: "two", confirmationId }))).to.equal("consumed");
      expect(ran).to.have.length(1);
    });

    it("never asks about an observation", async () => {
      expect(outcome(await demanding().look())).to.equal("ok");
    });

    it("asks where its if says so by the effectiveInput", async () => {
      const { call } = demanding(large);
      expect(outcome(await call({ input: { amount: 101 } }))).to.equal("CONFIRMATION_REQUIRED");
      expect(outcome(await call({ input: { amount: 100 } }))).to.equal("ok");
    });

    it("has an if that sees defaults, and what a procedure is bound to", async () => {
      const seen: unknown[] = [];
      const policy = requireConfirmation({
        if: ({ effectiveInput }) => (seen.push(effectiveInput), false),
      });
      const { registry } = createDomain(undefined, { policies: [policy] });
      registry.register(order());
      await registry.invoke({ ...cancel, input: { reason: "late" } });
      expect(seen).to.deep.equal([{ orderId: "o-1", reason: "late", notify: true }]);
    });

    it("asks where its if throws, or gives anything but false", async () => {
      const throwing = () => {
        throw new Error("no rates");
      };
      for (const given of [throwing, () => undefined, () => Promise.resolve(false), () => 0]) {
        const { call } = demanding({ if: given as never });
        await printedDuring(async () => {
          expect(outcome(await call())).to.equal("CONFIRMATION_REQUIRED");
        });
      }
    });

    it("never lowers: its if that says no leaves what is required", async () => {
      const { call } = demanding({ if: () => false }, { action: { confirmation: "required" } });
      expect(outcome(await call())).to.equal("CONFIRMATION_REQUIRED");
    });

    it("asks after the input was validated: a wrong one leaves no question", async () => {
      const { registry, call } = demanding();
      expect(outcome(await call({ input: 5 }))).to.equal("INVALID_INPUT");
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });

    it("asks with the summary that it composes, cut at 300 characters", async () => {
      const { registry, call } = demanding({ summary: () => `Pay? ${"x".repeat(400)}` });
      await call();
      const [{ summary } = { summary: "" }] = registry.confirmations.pending();
      expect(summary).to.match(/^Pay\? x+/);
      expect(summary.length).to.equal(300);
    });

    it("asks with the description and the input where its summary throws or is empty", async () => {
      const throwing = () => {
        throw new Error("no text");
      };
      for (const summary of [throwing, () => "", undefined]) {
        const { registry, call } = demanding({ ...(summary && { summary }) });
        await call({ input: { amount: 5 } });
        expect(registry.confirmations.pending()[0]!.summary).to.equal('Does a thing. {"amount":5}');
      }
    });

    it("gives its summary no sensitive value: the agent reads it too", async () => {
      const { registry, call } = demanding(
        { summary: ({ effectiveInput }) => JSON.stringify(effectiveInput) },
        { action: { sensitive: ["pin"] } },
      );
      const result = await call({ input: { pin: "4711", amount: 5 } });
      expect(JSON.stringify(result)).to.contain("amount").and.not.to.contain("4711");
      expect(registry.confirmations.pending()[0]!.input).to.deep.equal({ pin: "4711", amount: 5 });
    });

    it("is told by snapshot and tool: required without an if, and with one perhaps", () => {
      const told = (options?: RequireConfirmationOptions) => {
        const shop = demanding(options);
        const toolset = createAgentToolset(shop.registry, { consumer: consumer("me"), topology: "remote" });
        const tool = toolset.tools().find(({ capabilityId }) => capabilityId.endsWith("apply"))!;
        return [actionsOf(shop)[0]!.confirmation, tool.annotations.confirms, tool.description];
      };
      expect(told()).to.deep.equal([
        "required",
        true,
        "[view · local-state · requires confirmation] Does a thing.",
      ]);
      expect(told(large)).to.deep.equal([
        "optional",
        true,
        "[view · local-state · may require confirmation] Does a thing.",
      ]);
    });
  });

  describe("audit policy", () => {
    const audited = (level?: AgentAuditLevel, own: ShopOptions = {}) => {
      const sink = memoryAuditSink();
      return { ...openShop({ policies: [audit(sink, level)], ...own }), sink };
    };
    const typesOf = (events: readonly AuditEvent[]) => events.map(({ type }) => type);

    it("tells its sink of the start and the end of a call, by the registry's clock", async () => {
      const { call, sink, handle } = audited();
      await call({ invocationId: "one" }, { consumer: consumer("me") });
      const names = {
        at: "2026-01-01T00:00:00.000Z",
        capabilityId: "view:shop.cart.apply",
        registrationId: handle.registrationId,
        invocationId: "one",
        consumerId: "me",
      };
      expect(sink.events()).to.deep.equal([
        { ...names, type: "invocation-started" },
        { ...names, type: "invocation-settled", status: "ok", durationMs: 0 },
      ]);
    });

    it("is beside the registry's own audit, which tells the same as ever", async () => {
      const with_ = audited();
      const without = openShop();
      await with_.call();
      await without.call();
      expect(typesOf(with_.audit.events())).to.deep.equal(typesOf(without.audit.events()));
    });

    it("tells the code of a call that failed", async () => {
      const { call, sink } = audited(undefined, { action: { confirmation: "required" } });
      await call();
      expect(sink.events().at(-1)).to.include({ status: "error", code: "CONFIRMATION_REQUIRED" });
    });

    it("adds the payload at the level full, and at no other", async () => {
      const input = { code: "x" };
      const full = audited("full", { action: { execute: () => 7 } });
      await full.call({ input });
      expect(full.sink.events().at(-1)!.payload).to.deep.equal({ input, output: 7 });
      const metadata = audited("metadata");
      await metadata.call({ input });
      for (const event of metadata.sink.events()) expect(event).not.to.have.property("payload");
    });

    it("masks sensitive values in its payload", async () => {
      const { call, sink } = audited("full", { action: { sensitive: ["pin"] } });
      await call({ input: { pin: "4711", code: "x" } });
      expect(JSON.stringify(sink.events())).to.contain('"code":"x"').and.not.to.contain("4711");
    });

    it("tells nothing at the level none", async () => {
      const { call, sink } = audited("none");
      await call();
      expect(sink.events()).to.deep.equal([]);
    });

    it("has a sink that may throw: the call is none the worse", async () => {
      const sink = {
        record: () => {
          throw new Error("disk full");
        },
      };
      const { call } = openShop({ policies: [audit(sink)] });
      expect(outcome(await call())).to.equal("ok");
    });

    it("tells the end of a call whose handler never ends, once", async () => {
      const sink = memoryAuditSink();
      const { call, time } = openBusyShop({ policies: [audit(sink)] });
      const result = call();
      await time.advance(10_000);
      expect(outcome(await result)).to.equal("TIMEOUT");
      expect(typesOf(sink.events())).to.deep.equal(["invocation-started", "invocation-settled"]);
      expect(sink.events().at(-1)).to.include({ code: "TIMEOUT", durationMs: 10_000 });
    });

    it("is told of observations too, though the registry audits none of them", async () => {
      const { look: read, sink } = audited(undefined, { observation: look() });
      await read();
      expect(typesOf(sink.events())).to.deep.equal(["invocation-started", "invocation-settled"]);
    });
  });

  it("a wrong option of a policy throws a TypeError where the policy is made", () => {
    const wrong: (() => unknown)[] = [
      () => authenticated({ key: "" }),
      () => hasPermission("", listed),
      () => hasPermission(secret, undefined as never),
      () => tenantBoundary({} as never),
      () => environment("test" as never),
      () => environment(["staging" as never]),
      () => requireConfirmation({ if: true as never }),
      () => audit({} as never),
      () => audit(memoryAuditSink(), "all" as never),
    ];
    for (const make of wrong) expect(thrownBy(make), make.toString()).to.be.instanceOf(TypeError);
  });

  it("a built-in policy may stand on the registry, the component, the capability or a procedure", async () => {
    const policies = [requireConfirmation()];
    const code = async (own: ShopOptions) => outcome(await openShop(own).call());
    expect(await code({ policies })).to.equal("CONFIRMATION_REQUIRED");
    expect(await code({ component: { policies } })).to.equal("CONFIRMATION_REQUIRED");
    expect(await code({ action: { policies } })).to.equal("CONFIRMATION_REQUIRED");
    const { registry } = createDomain();
    registry.register(order([binding({ bind: () => ({ orderId: "o-1" }), policies })]));
    expect(outcome(await registry.invoke({ ...cancel, input: { reason: "late" } }))).to.equal(
      "CONFIRMATION_REQUIRED",
    );
  });
});
