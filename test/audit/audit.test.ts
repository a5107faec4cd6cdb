import { expect } from "@open-wc/testing";
import {
  consoleAuditSink,
  createAgentSurfaceRegistry,
  memoryAuditSink,
  type AgentAuditLevel,
  type AuditEvent,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  look,
  outcome,
  printedDuring,
  questionId,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
const me = { consumer: consumer("me") };
const types = (events: readonly AuditEvent[]) => events.map(({ type }) => type);

describe("the audit", () => {
  it("notes registrations, unregistrations and rejections with their ids and the registry's time", async () => {
    const { registry, audit, time } = createSurface();
    const at = new Date(time.now()).toISOString();
    const handle = registry.register(cart());
    const rejected = registry.register(cart());
    handle.unregister();
    const { registrationId } = handle;
    expect(audit.events()).to.deep.equal([
      { at, type: "registration", registrationId },
      { at, type: "registration-rejected", registrationId: rejected.registrationId },
      { at, type: "unregistration", registrationId },
    ]);
  });

  it("notes the start and the end of an action", async () => {
    const { registry, audit } = createSurface();
    registry.register(cart());
    await registry.invoke(apply, me);
    const [, started, settled] = audit.events();
    const common = { capabilityId: apply.capabilityId, invocationId: "one", consumerId: "me" };
    expect(started).to.deep.include({ ...common, type: "invocation-started" });
    expect(settled).to.deep.include({ ...common, type: "invocation-settled", status: "ok", durationMs: 0 });
  });

  it("notes the code of what failed, also before a capability was found", async () => {
    const { registry, audit } = createSurface();
    registry.register(cart({ actions: { apply: act({ precondition: () => ({ message: "No." }) }) } }));
    await registry.invoke(apply, me);
    await registry.invoke({ ...apply, invocationId: "two", capabilityId: "view:shop.cart.none" }, me);
    const settled = audit.events().filter(({ type }) => type === "invocation-settled");
    expect(settled.map(({ code }) => code)).to.deep.equal(["PRECONDITION_FAILED", "CAPABILITY_NOT_FOUND"]);
  });

  it("notes each step of a confirmation, under the same consumer as the call", async () => {
    const { registry, audit } = createSurface();
    registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
    const confirmationId = questionId(await registry.invoke(apply, me));
    registry.confirmations.resolve(confirmationId, { approved: true });
    await registry.invoke({ ...apply, confirmationId }, me);
    const steps = audit.events().filter(({ type }) => type.startsWith("confirmation-"));
    expect(types(steps)).to.deep.equal([
      "confirmation-requested",
      "confirmation-approved",
      "confirmation-consumed",
    ]);
    for (const step of steps) expect(step).to.include({ capabilityId: apply.capabilityId, consumerId: "me" });
  });

  it("notes denied and expired confirmations", async () => {
    const { registry, audit, time } = createSurface();
    registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
    const denied = questionId(await registry.invoke(apply, me));
    registry.confirmations.resolve(denied, { approved: false });
    await registry.invoke({ ...apply, input: { n: 2 }, invocationId: "two" }, me);
    await time.advance(120_000);
    const all = types(audit.events());
    expect(all).to.include("confirmation-denied").and.to.include("confirmation-expired");
  });

  it("notes a consumption at the dispatch, not when the evidence is checked", async () => {
    const { registry, audit } = createSurface();
    let open = false;
    const precondition = () => (open ? undefined : { message: "Closed." });
    registry.register(cart({ actions: { apply: act({ confirmation: "required", precondition }) } }));
    const confirmationId = questionId(await registry.invoke(apply, me));
    registry.confirmations.resolve(confirmationId, { approved: true });
    await registry.invoke({ ...apply, invocationId: "two", confirmationId }, me);
    expect(types(audit.events())).not.to.include("confirmation-consumed");
    open = true;
    await registry.invoke({ ...apply, invocationId: "three", confirmationId }, me);
    expect(types(audit.events())).to.include("confirmation-consumed");
  });

  const after = async (level: AgentAuditLevel | undefined) => {
    const { registry, audit } = createSurface();
    registry.register(
      cart({
        actions: {
          apply: act({
            ...(level && { audit: level }),
            confirmation: "required",
            execute: () => "secret-output",
          }),
        },
      }),
    );
    const input = { text: "secret-input" };
    const confirmationId = questionId(await registry.invoke({ ...apply, input }, me));
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await registry.invoke({ ...apply, input, confirmationId }, me))).to.equal("ok");
    return audit.events();
  };

  it("at the level none has registration events alone", async () => {
    expect(types(await after("none"))).to.deep.equal(["registration"]);
  });

  it("of observations is at the level none", async () => {
    const { registry, audit } = createSurface();
    registry.register(cart());
    await registry.invoke({ capabilityId: "view:shop.cart.read" }, me);
    expect(types(audit.events())).to.deep.equal(["registration"]);
  });

  for (const level of [undefined, "metadata"] as const) {
    it(`at the level ${level ?? "of the default"} has no payload`, async () => {
      const text = JSON.stringify(await after(level));
      expect(text).to.contain("invocation-settled");
      expect(text).not.to.contain("secret").and.not.to.contain("payload");
    });
  }

  it("at the level full has the input of questions, and input and output of calls", async () => {
    const events = await after("full");
    const requested = events.find(({ type }) => type === "confirmation-requested");
    expect(requested!.payload?.input).to.deep.equal({ text: "secret-input" });
    const settled = events.findLast(({ type }) => type === "invocation-settled");
    expect(settled!.payload).to.deep.equal({ input: { text: "secret-input" }, output: "secret-output" });
  });

  it("at the level full masks what is sensitive", async () => {
    const { registry, audit } = createSurface();
    registry.register(cart({ actions: { apply: act({ audit: "full", sensitive: ["card"] }) } }));
    await registry.invoke({ ...apply, input: { card: "4111-secret", open: "seen" } }, me);
    const text = JSON.stringify(audit.events());
    expect(text).not.to.contain("4111-secret");
    expect(text).to.contain("seen");
  });

  it("at the level full keeps nothing that is large, of questions either", async () => {
    const { registry, audit } = createSurface({ limits: { maxOutputBytes: 100, confirmationTtlMs: 60_000 } });
    registry.register(cart({ actions: { apply: act({ audit: "full", confirmation: "required" }) } }));
    const input = { text: "x".repeat(200) };
    const ask = async (n: number) =>
      questionId(await registry.invoke({ ...apply, invocationId: `call-${n}`, input: { ...input, n } }, me));
    registry.confirmations.resolve(await ask(1), { approved: false });
    const confirmationId = await ask(2);
    registry.confirmations.resolve(confirmationId, { approved: true });
    await registry.invoke({ ...apply, input: { ...input, n: 2 }, confirmationId }, me);
    await ask(3);
    registry.dispose();
    const steps = audit.events().filter(({ type }) => type.startsWith("confirmation-"));
    expect(new Set(types(steps))).to.have.all.keys(
      "confirmation-requested",
      "confirmation-approved",
      "confirmation-denied",
      "confirmation-expired",
      "confirmation-consumed",
    );
    for (const { type, payload } of steps)
      expect(payload, type).to.deep.equal({ input: "(217 bytes, not kept)" });
  });

  it("goes on where the sink throws", async () => {
    const audit = {
      record() {
        throw new Error("full disk");
      },
    };
    const { registry } = createSurface({ audit });
    const handle = registry.register(cart());
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
    handle.unregister();
    expect(handle.status).to.equal("unregistered");
  });

  it("notes the handler that ended too late", async () => {
    const { registry, audit, time } = createSurface();
    const handler = deferred<void>();
    registry.register(cart({ actions: { apply: act({ execute: () => handler.promise }) } }));
    void registry.invoke(apply, me);
    await time.advance(10_000);
    expect(types(audit.events())).not.to.include("late-settlement");
    handler.resolve();
    await time.advance(0);
    expect(types(audit.events())).to.include("late-settlement");
  });
});

describe("a handler that ended too late, at the level none", () => {
  it("is not noted: nothing but registrations is", async () => {
    const { registry, audit, time } = createSurface();
    const handler = deferred<void>();
    registry.register(cart({ actions: { apply: act({ execute: () => handler.promise, audit: "none" }) } }));
    void registry.invoke(apply, me);
    await time.advance(10_000);
    handler.resolve();
    await time.advance(0);
    expect(types(audit.events())).to.deep.equal(["registration"]);
  });
});

describe("memoryAuditSink", () => {
  const event = (n: number): AuditEvent => ({ at: String(n), type: "registration" });

  it("keeps the newest events, oldest first", () => {
    const sink = memoryAuditSink({ capacity: 3 });
    expect(sink.events()).to.deep.equal([]);
    for (let n = 1; n <= 2; n++) sink.record(event(n));
    expect(sink.events().map(({ at }) => at)).to.deep.equal(["1", "2"]);
    for (let n = 3; n <= 7; n++) sink.record(event(n));
    expect(sink.events().map(({ at }) => at)).to.deep.equal(["5", "6", "7"]);
  });

  it("keeps 1,000 by default", () => {
    const sink = memoryAuditSink();
    for (let n = 0; n < 1_500; n++) sink.record(event(n));
    expect(sink.events()).to.have.length(1_000);
    expect(sink.events()[0]!.at).to.equal("500");
  });

  it("gives a list of its own", () => {
    const sink = memoryAuditSink();
    sink.record(event(1));
    sink.events().pop();
    expect(sink.events()).to.have.length(1);
  });
});

describe("consoleAuditSink", () => {
  it("prints each event", async () => {
    const printed = await printedDuring(() => {
      consoleAuditSink().record({ at: "now", type: "registration" });
    });
    expect(printed).to.have.length(1);
    expect(printed[0]).to.contain("registration");
  });

  it("is on by default in development, and only there", async () => {
    for (const environment of ["development", "test", "production"] as const) {
      const printed = await printedDuring(() => {
        const registry = createAgentSurfaceRegistry({ environment });
        registry.register(cart({ observations: { read: look() } }));
        registry.dispose();
      });
      expect(
        printed.some((text) => text.includes("registration")),
        environment,
      ).to.equal(environment === "development");
    }
  });
});
