import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  isAgentSurfaceError,
  memoryAuditSink,
  type AgentPolicy,
  type AgentSurfaceEvent,
} from "../../src/index.js";
import { createTestSurface, type TestSurfaceOptions } from "../../src/testing/index.js";
import {
  act,
  cart,
  deferred,
  errorOf,
  look,
  outcome,
  outputOf,
  printedDuring,
  questionId,
  thrownBy,
} from "../helpers/surface.js";
import { apply, read } from "./shop.js";

const pay = "view:shop.cart.pay";
const hang = "view:shop.cart.hang";

/** A test surface with the cart of these tests; `hosts` are those that its reader was given. */
function openTest(options: TestSurfaceOptions = {}) {
  const surface = createTestSurface(options);
  const hosts: unknown[] = [];
  const ran: string[] = [];
  const definition = cart({
    observations: {
      read: look({
        read: ({ host }) => {
          hosts.push(host);
          return "state";
        },
      }),
    },
    actions: {
      apply: act({ execute: (_input, { invocationId }) => void ran.push(invocationId) }),
      pay: act({
        confirmation: "required",
        execute: (_input, { invocationId }) => void ran.push(invocationId),
      }),
      hang: act({ execute: () => deferred<never>().promise }),
    },
  });
  const handle = surface.register(definition);
  return { surface, handle, definition, hosts, ran };
}

async function rejected(promise: Promise<unknown>): Promise<Error> {
  const nothing = Symbol("nothing");
  const error: unknown = await promise.then(
    () => nothing,
    (reason: unknown) => reason,
  );
  if (error === nothing) throw new Error("expected a rejection");
  return error as Error;
}

const startedBy = (events: AgentSurfaceEvent[]) =>
  events.flatMap((event) => (event.type === "invocation-started" ? [event.consumerId] : []));

describe("testing (agent-tags/testing, createTestSurface)", () => {
  describe("the surface", () => {
    it("is a registry of its own for each test", () => {
      const [one, other] = [openTest(), openTest()];
      expect(one.surface.registry).not.to.equal(other.surface.registry);
      expect(one.handle.status).to.equal("active");
      expect(other.handle.status).to.equal("active");
    });

    it('calls as the consumer { id: "test", kind: "test" } unless it is given another', async () => {
      const { surface } = openTest();
      await surface.invoke(read);
      expect(startedBy(surface.events)).to.deep.equal(["test"]);
      const other = openTest({ consumer: { id: "me", kind: "other" } }).surface;
      await other.invoke(read);
      expect(startedBy(other.events)).to.deep.equal(["me"]);
    });

    it("is in the environment test by default: what the application's functions throw is printed", async () => {
      const when = () => {
        throw new Error("broken predicate");
      };
      const printed = await printedDuring(() => {
        const surface = createTestSurface();
        surface.register(cart({ actions: { apply: act({ when }) } }));
        surface.snapshot();
      });
      expect(printed.join()).to.contain("broken predicate");
    });

    it("keeps every event, oldest first, for the test to look at and to empty", async () => {
      const { surface } = openTest();
      await surface.time.advance(0);
      expect(surface.events.map(({ type }) => type)).to.deep.equal([
        "component-registered",
        "surface-changed",
      ]);
      surface.events.length = 0;
      await surface.invoke(read);
      expect(surface.events.map(({ type }) => type)).to.deep.equal([
        "invocation-started",
        "invocation-settled",
      ]);
    });

    it("keeps every audit event, and hands each to the sink that it was given", async () => {
      const audit = memoryAuditSink();
      const { surface } = openTest({ audit });
      await surface.invoke(apply);
      expect(surface.auditLog.map(({ type }) => type)).to.deep.equal([
        "registration",
        "invocation-started",
        "invocation-settled",
      ]);
      expect(audit.events()).to.deep.equal(surface.auditLog);
    });

    it("hands out methods that need no this", async () => {
      const { invoke, observe, snapshot, captureRef, as, time, confirmations, dispose } = openTest().surface;
      const { advance, now } = time;
      const { approve, pending } = confirmations;
      await invoke(pay);
      await approve();
      await advance(1);
      captureRef(read);
      expect(await as({}).observe(read)).to.equal(await observe(read));
      expect([snapshot().components.length, pending().length, now() > 0]).to.deep.equal([1, 0, true]);
      dispose();
    });
  });

  describe("snapshot", () => {
    it("gives what the consumer may see, within the context that is asked for", () => {
      const { surface } = openTest();
      expect(surface.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.cart"]);
      expect(surface.snapshot({ scope: ["other"] }).components).to.deep.equal([]);
    });
  });

  describe("invoke", () => {
    it("sends the tokens of a fresh snapshot, so that a component that was mounted anew is found", async () => {
      const { surface, handle, definition } = openTest();
      handle.unregister();
      surface.register(definition);
      expect(outcome(await surface.invoke(apply))).to.equal("ok");
    });

    it("gives each call an invocation id of its own, in a fixed order", async () => {
      const { surface, ran } = openTest();
      await surface.invoke(apply);
      await surface.invoke(apply);
      expect(ran).to.deep.equal(["test-call-1", "test-call-2"]);
    });

    it("sends what it is given before what it finds", async () => {
      const { surface } = openTest();
      const stale = await surface.invoke(apply, {}, { registrationId: "reg_9_old", invocationId: "mine" });
      expect(stale).to.include({ invocationId: "mine" });
      expect(outcome(stale)).to.equal("STALE_CAPABILITY");
    });

    it("leaves it to the surface to answer where nothing or too much fits", async () => {
      const { surface, definition } = openTest();
      expect(outcome(await surface.invoke("view:shop.cart.none"))).to.equal("CAPABILITY_NOT_FOUND");
      surface.register({ ...definition, instanceId: "b" });
      expect(outcome(await surface.invoke(apply))).to.equal("AMBIGUOUS_INSTANCE");
    });

    it("repeats the invocation id that a question was asked about when it is given its confirmationId", async () => {
      const { surface, ran } = openTest();
      const confirmationId = questionId(await surface.invoke(pay));
      await surface.confirmations.approve();
      const result = await surface.invoke(pay, undefined, { confirmationId });
      expect(result).to.include({ status: "ok", invocationId: "test-call-1" });
      expect(ran).to.deep.equal(["test-call-1"]);
    });

    it("with wait lasts until the question has ended, and tells how", async () => {
      const { surface, ran } = openTest();
      const paying = surface.invoke(pay, {}, { wait: true });
      await surface.confirmations.approve(pay);
      expect(outcome(await paying)).to.equal("ok");
      expect(ran).to.have.length(1);
    });

    it("with wait comes to CANCELLED when its signal aborts, and the question leaves the screen", async () => {
      const { surface, ran } = openTest();
      const controller = new AbortController();
      const paying = surface.invoke(pay, {}, { wait: true, signal: controller.signal });
      await surface.time.advance(0);
      controller.abort();
      expect(outcome(await paying)).to.equal("CANCELLED");
      expect([...surface.confirmations.pending(), ...ran]).to.deep.equal([]);
    });

    it("without wait ends at once with CONFIRMATION_REQUIRED", async () => {
      expect(outcome(await openTest().surface.invoke(pay))).to.equal("CONFIRMATION_REQUIRED");
    });
  });

  describe("observe", () => {
    it("gives the output of a call that succeeds", async () => {
      expect(await openTest().surface.observe<string>(read)).to.equal("state");
    });

    it("rejects with code and details of every other result, whose AgentSurfaceError is its cause", async () => {
      const error = await rejected(openTest().surface.observe(apply, "text"));
      expect(error.message).to.contain("INVALID_INPUT");
      expect(isAgentSurfaceError(error.cause) && error.cause.payload.code).to.equal("INVALID_INPUT");
    });
  });

  describe("captureRef", () => {
    it("calls with the tokens of the moment in which it was captured", async () => {
      const { surface, handle, definition, ran } = openTest();
      const ref = surface.captureRef(apply);
      expect(ref).to.include({
        registrationId: handle.registrationId,
        surfaceVersion: "1",
        instanceId: "default",
      });
      handle.unregister();
      expect(outcome(await ref.invoke())).to.equal("COMPONENT_UNMOUNTED");
      surface.register(definition);
      expect(outcome(await ref.invoke())).to.equal("STALE_CAPABILITY");
      expect(ran).to.deep.equal([]);
    });

    it("throws where the capability is not in the snapshot, or in several instances", () => {
      const { surface, definition } = openTest();
      expect(thrownBy(() => surface.captureRef("view:shop.cart.none"))).to.be.instanceOf(Error);
      surface.register({ ...definition, instanceId: "b" });
      expect(thrownBy(() => surface.captureRef(apply))).to.be.instanceOf(Error);
      expect(surface.captureRef(apply, "b").instanceId).to.equal("b");
    });
  });

  describe("as", () => {
    const admin = { user: "ada" };

    it("gives another host context to policies, handlers and snapshots", async () => {
      const policy: AgentPolicy = {
        name: "admins",
        onDiscovery: ({ host }) => ({ decision: host["user"] === "ada" ? "expose" : "hide" }),
      };
      const { surface, hosts } = openTest({ context: () => ({ user: "gus" }), policies: [policy] });
      expect(surface.snapshot().components).to.deep.equal([]);
      expect(surface.as(admin).snapshot().components).to.have.length(1);
      expect(await surface.as(admin).observe(read)).to.equal("state");
      expect(outcome(await surface.invoke(read))).to.equal("CAPABILITY_NOT_FOUND");
      expect(hosts).to.deep.equal([admin]);
    });

    it("is the surface's consumer, or another", async () => {
      const { surface } = openTest();
      await surface.as(admin).invoke(read);
      await surface.as(admin, { id: "other", kind: "other" }).invoke(read);
      expect(startedBy(surface.events)).to.deep.equal(["test", "other"]);
    });

    it("rejects a call under another host while one runs, instead of mixing them up", async () => {
      const { surface } = openTest();
      void surface.as(admin).invoke(hang);
      expect((await rejected(surface.as({ user: "gus" }).invoke(read))).message).to.contain(
        "await that call",
      );
    });
  });

  describe("confirmations", () => {
    it("pending lists the waiting questions, oldest first", async () => {
      const { surface } = openTest();
      const ids = [
        questionId(await surface.invoke(pay, { a: 1 })),
        questionId(await surface.invoke(pay, { a: 2 })),
      ];
      expect(surface.confirmations.pending().map(({ confirmationId }) => confirmationId)).to.deep.equal(ids);
    });

    it("approve gives the question back, and what waited has run when it is done", async () => {
      const { surface, ran } = openTest();
      void surface.invoke(pay, {}, { wait: true });
      expect(await surface.confirmations.approve()).to.include({ capabilityId: pay });
      expect(ran).to.have.length(1);
    });

    it("deny is told to the caller with its cause, declined by default", async () => {
      const { surface } = openTest();
      for (const [reason, cause] of [
        [undefined, "declined"],
        ["dismissed", "dismissed"],
      ]) {
        const paying = surface.invoke(pay, {}, { wait: true });
        await surface.confirmations.deny(pay, reason);
        expect(errorOf(await paying).details).to.deep.equal({ reason: "denied", cause });
      }
    });

    it("expire lets time pass until the question's expiresAt", async () => {
      const { surface } = openTest();
      const paying = surface.invoke(pay, {}, { wait: true });
      const before = surface.time.now();
      await surface.confirmations.expire();
      expect(surface.time.now() - before).to.equal(120_000);
      expect(errorOf(await paying).details).to.deep.equal({ reason: "expired" });
    });

    it("expire rejects where a presenter has stopped the question's time", async () => {
      const { surface } = openTest();
      surface.registry.confirmations.present();
      await surface.invoke(pay);
      expect((await rejected(surface.confirmations.expire())).message).to.contain("presenter");
    });

    it("name a question by its id, by its capability or as it was listed", async () => {
      const { surface } = openTest();
      for (const which of ["id", "capability", "listed"]) {
        const confirmationId = questionId(await surface.invoke(pay, { which }));
        await surface.invoke(pay, { which, another: which });
        const [question, other] = surface.confirmations.pending();
        await surface.confirmations.deny(other);
        const named = { id: confirmationId, capability: pay, listed: question }[which];
        expect((await surface.confirmations.approve(named)).confirmationId).to.equal(confirmationId);
      }
    });

    it("reject where no question fits, or more than one", async () => {
      const { surface } = openTest();
      expect((await rejected(surface.confirmations.approve())).message).to.contain("No question");
      await surface.invoke(pay, { a: 1 });
      await surface.invoke(pay, { a: 2 });
      expect((await rejected(surface.confirmations.approve(pay))).message).to.contain("2 questions");
    });

    it("count as somebody who can be asked, for toolsets that wait", async () => {
      const { surface, ran } = openTest();
      const toolset = createAgentToolset(surface.registry, {
        consumer: { id: "embedded", kind: "embedded" },
        topology: "embedded",
      });
      const paying = toolset
        .tools()
        .find(({ capabilityId }) => capabilityId === pay)!
        .execute({});
      await surface.time.advance(0);
      await surface.confirmations.approve();
      expect(outcome(await paying)).to.equal("ok");
      expect(ran).to.have.length(1);
    });
  });

  describe("time", () => {
    it("begins on 2026-01-01 at 00:00 UTC and stands still until it is moved", async () => {
      const { time } = openTest().surface;
      expect(new Date(time.now()).toISOString()).to.equal("2026-01-01T00:00:00.000Z");
      await time.advance(1_500);
      expect(new Date(time.now()).toISOString()).to.equal("2026-01-01T00:00:01.500Z");
    });

    it("stops at every timer that falls due, each at its own time", async () => {
      const { surface } = openTest();
      const { time } = surface;
      const began = time.now();
      const ends: number[] = [];
      for (const timeoutMs of [300, 100, 200]) {
        void surface.invoke(hang, {}, { timeoutMs }).then(() => ends.push(time.now() - began));
      }
      await time.advance(1_000);
      expect(ends).to.deep.equal([100, 200, 300]);
    });

    it("advances by 0: what is ready happens, and the clock stands", async () => {
      const { surface, ran } = openTest();
      const onAuthorize = async (_context: unknown, next: () => Promise<never>) => {
        await Promise.resolve();
        return next();
      };
      surface.register(cart({ instanceId: "b", policies: [{ name: "slow", onAuthorize }] }));
      void surface.invoke(apply, {}, { instanceId: "b" });
      const before = surface.time.now();
      await surface.time.advance(0);
      expect(surface.time.now()).to.equal(before);
      expect(surface.events.at(-1)).to.include({ type: "invocation-settled" });
      expect(ran).to.deep.equal([]);
    });

    it("refuses to go back, and what is no number of milliseconds", async () => {
      const { time } = openTest().surface;
      for (const wrong of [-1, NaN, Infinity])
        expect(await rejected(time.advance(wrong))).to.be.instanceOf(RangeError);
    });

    it("is the real one with realTime, which cannot be advanced", async () => {
      const { surface } = openTest({ realTime: true });
      expect(Math.abs(surface.time.now() - Date.now())).to.be.lessThan(60_000);
      expect((await rejected(surface.time.advance(1))).message).to.contain("realTime");
      surface.dispose();
    });

    it("is the application's own with now or schedule, which cannot be advanced either", async () => {
      const { surface } = openTest({ now: () => 5 });
      expect(surface.time.now()).to.equal(5);
      expect(await rejected(surface.time.advance(1))).to.be.instanceOf(Error);
    });
  });

  describe("dispose of a test surface", () => {
    it("cancels what runs and makes later calls reject; it may be repeated", async () => {
      const { surface } = openTest();
      const running = surface.invoke(hang);
      surface.dispose();
      surface.dispose();
      expect(outcome(await running)).to.equal("CANCELLED");
      expect(await rejected(surface.invoke(read))).to.be.instanceOf(Error);
    });

    it("ends calls that still wait for the person with CONFIRMATION_REQUIRED", async () => {
      const { surface, ran } = openTest();
      const paying = surface.invoke(pay, {}, { wait: true });
      await surface.time.advance(0);
      surface.dispose();
      expect(outcome(await paying)).to.equal("CONFIRMATION_REQUIRED");
      expect(ran).to.deep.equal([]);
    });
  });

  it("registry and register are the registry itself: a direct call is given no tokens", async () => {
    const { surface, definition } = openTest();
    surface.register({ ...definition, instanceId: "b" });
    const result = await surface.registry.invoke({ capabilityId: read, instanceId: "b" });
    expect(outputOf(result)).to.equal("state");
    expect(outcome(await surface.registry.invoke({ capabilityId: read }))).to.equal("AMBIGUOUS_INSTANCE");
  });
});
