import { expect } from "@open-wc/testing";
import type { AgentInvocation, RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  errorOf,
  eventsOf,
  outcome,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { FakeTime, turn } from "../helpers/fake-time.js";

const remove: AgentInvocation = { capabilityId: "view:shop.cart.remove" };
const me = { consumer: consumer("me") };

function asking(options: RegistryOptions = {}) {
  const surface = createSurface(options);
  const handle = surface.registry.register(cart({ actions: { remove: act({ confirmation: "required" }) } }));
  const { confirmations } = surface.registry;
  let count = 0;
  const ask = async () =>
    questionId(await surface.registry.invoke({ ...remove, input: { n: (count += 1) } }, me));
  const ids = () => confirmations.pending().map(({ confirmationId }) => confirmationId);
  return { ...surface, handle, confirmations, ask, ids };
}

describe("a question", () => {
  it("is pending until it is decided, oldest first", async () => {
    const { confirmations, ask, ids } = asking();
    const asked = [await ask(), await ask(), await ask()];
    expect(ids()).to.deep.equal(asked);
    confirmations.resolve(asked[1]!, { approved: true });
    expect(ids()).to.deep.equal([asked[0], asked[2]]);
  });

  it("is decided once: the first decision is final", async () => {
    const { registry, confirmations, ask, events } = asking();
    const id = await ask();
    confirmations.resolve(id, { approved: false });
    confirmations.resolve(id, { approved: true });
    expect(await confirmations.waitFor(id)).to.equal("denied");
    expect(eventsOf(events, "confirmation-resolved")).to.have.length(1);
    const retry = { ...remove, input: { n: 1 }, confirmationId: id };
    expect(outcome(await registry.invoke(retry, me))).to.equal("CONFIRMATION_INVALID");
  });

  it("is approved by true alone: anything else is a no", async () => {
    const answers = ["yes", "true", 1, {}, [], null, undefined, Promise.resolve(true), new Boolean(true)];
    for (const [index, approved] of answers.entries()) {
      const { confirmations, ask } = asking();
      const id = await ask();
      confirmations.resolve(id, { approved: approved as never });
      expect(await confirmations.waitFor(id), String(index)).to.equal("denied");
      expect(confirmations.pending()).to.deep.equal([]);
    }
  });

  it("that nobody asked cannot be decided", () => {
    const { confirmations, events } = asking();
    confirmations.resolve("cnf_unknown00000", { approved: true });
    expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([]);
  });

  it("expires 120 seconds after its request, and tells", async () => {
    const { confirmations, ask, ids, events, time } = asking();
    const id = await ask();
    await time.advance(119_999);
    expect(ids()).to.deep.equal([id]);
    await time.advance(1);
    expect(ids()).to.deep.equal([]);
    expect(await confirmations.waitFor(id)).to.equal("expired");
    expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
      { type: "confirmation-resolved", confirmationId: id, outcome: "expired" },
    ]);
  });

  it("expires after limits.confirmationTtlMs", async () => {
    const { ask, ids, time } = asking({ limits: { confirmationTtlMs: 10 } });
    await ask();
    await time.advance(10);
    expect(ids()).to.deep.equal([]);
  });

  it("is not approved any more where its time ran out while the machine slept, before any timer", async () => {
    let slept = 0;
    const time = new FakeTime();
    const { registry, confirmations, ask } = asking({
      now: () => time.now() + slept,
      schedule: time.schedule,
    });
    const id = await ask();
    slept = 120_000;
    confirmations.resolve(id, { approved: true });
    expect(await confirmations.waitFor(id)).to.equal("expired");
    const again = await registry.invoke({ ...remove, input: { n: 1 }, confirmationId: id }, me);
    expect(errorOf(again).details).to.deep.equal({ reason: "expired" });
  });

  it("may live without end", async () => {
    const { confirmations, ask } = asking({ limits: { confirmationTtlMs: Infinity } });
    confirmations.resolve(await ask(), { approved: true });
    const id = await ask();
    expect(confirmations.pending()[0]).to.include({ confirmationId: id });
    expect(Date.parse(confirmations.pending()[0]!.expiresAt)).to.equal(8.64e15);
  });

  it("leaves at once when its owner goes", async () => {
    const { confirmations, ask, ids, handle, events } = asking();
    const id = await ask();
    const waiting = confirmations.waitFor(id);
    handle.unregister();
    expect(ids()).to.deep.equal([]);
    expect(await waiting).to.equal("expired");
    expect(eventsOf(events, "confirmation-resolved").map(({ outcome }) => outcome)).to.deep.equal([
      "expired",
    ]);
    confirmations.resolve(id, { approved: true });
    expect(await confirmations.waitFor(id)).to.equal("expired");
  });

  it("stays while its owner is only unavailable, and the approval then meets the state of now", async () => {
    const { registry, confirmations, ask, ids, handle } = asking();
    const id = await ask();
    handle.update({ enabled: false });
    expect(ids()).to.deep.equal([id]);
    confirmations.resolve(id, { approved: true });
    const retry = { ...remove, input: { n: 1 }, confirmationId: id };
    expect(outcome(await registry.invoke({ ...retry, invocationId: "a" }, me))).to.equal(
      "CAPABILITY_NOT_AVAILABLE",
    );
    handle.update({ enabled: true });
    expect(outcome(await registry.invoke({ ...retry, invocationId: "b" }, me))).to.equal("ok");
  });

  it("is requested strictly before it is resolved", async () => {
    const { confirmations, ask, events, time } = asking();
    confirmations.subscribe((pending) => {
      for (const { confirmationId } of pending) confirmations.resolve(confirmationId, { approved: false });
    });
    await ask().catch(() => undefined);
    await turn();
    const expiresAt = new Date(time.now() + 120_000).toISOString();
    const own = events.filter(({ type }) => type.startsWith("confirmation-"));
    expect(own.map(({ type }) => type)).to.deep.equal(["confirmation-requested", "confirmation-resolved"]);
    expect(own[0]).to.deep.include({ capabilityId: remove.capabilityId, expiresAt });
  });
});

describe("too many questions", () => {
  it("are RATE_LIMITED after 32, without a record", async () => {
    const { registry, confirmations, ask, ids } = asking();
    for (let index = 0; index < 32; index++) await ask();
    const error = errorOf(await registry.invoke({ ...remove, input: { n: "more" } }, me));
    expect(error).to.deep.include({
      code: "RATE_LIMITED",
      retry: "after-delay",
      details: { reason: "queue-full", retryAfterMs: 1_000 },
    });
    expect(ids()).to.have.length(32);
    confirmations.resolve(ids()[0]!, { approved: false });
    await ask();
    expect(ids()).to.have.length(32);
  });

  it("are RATE_LIMITED after limits.maxPendingConfirmations; an equal one is none", async () => {
    const { registry, ask } = asking({ limits: { maxPendingConfirmations: 1 } });
    const id = await ask();
    const again = await registry.invoke({ ...remove, input: { n: 1 } }, me);
    expect(questionId(again)).to.equal(id);
    expect(outcome(await registry.invoke({ ...remove, input: { n: 2 } }, me))).to.equal("RATE_LIMITED");
  });
});

describe("waitFor", () => {
  for (const approved of [true, false]) {
    it(`gives ${approved ? "approved" : "denied"} to all who wait, and to those who ask later`, async () => {
      const { confirmations, ask } = asking();
      const id = await ask();
      const waiting = [confirmations.waitFor(id), confirmations.waitFor(id)];
      confirmations.resolve(id, { approved });
      const expected = approved ? "approved" : "denied";
      expect(await Promise.all(waiting)).to.deep.equal([expected, expected]);
      expect(await confirmations.waitFor(id)).to.equal(expected);
    });
  }

  it("gives expired for an unknown id", async () => {
    expect(await asking().confirmations.waitFor("cnf_unknown00000")).to.equal("expired");
  });

  it("rejects at once where its signal is aborted, and when it aborts", async () => {
    const { confirmations, ask, ids } = asking();
    const id = await ask();
    const reason = new Error("gave up");
    const caught = (promise: Promise<unknown>) =>
      promise.then(() => undefined).catch((error: unknown) => error);
    expect(await caught(confirmations.waitFor(id, { signal: AbortSignal.abort(reason) }))).to.equal(reason);
    const controller = new AbortController();
    const waiting = caught(confirmations.waitFor(id, { signal: controller.signal }));
    controller.abort(reason);
    expect(await waiting).to.equal(reason);
    expect(ids(), "the question stays").to.deep.equal([id]);
  });
});

describe("subscribe", () => {
  it("tells the waiting questions whenever they change", async () => {
    const { confirmations, ask, time } = asking();
    const told: number[] = [];
    const stop = confirmations.subscribe((pending) => told.push(pending.length));
    const id = await ask();
    await ask();
    confirmations.resolve(id, { approved: true });
    await time.advance(120_000);
    expect(told).to.deep.equal([1, 2, 1, 0]);
    stop();
    await ask();
    expect(told).to.have.length(4);
  });

  it("takes one function twice, each with its own remover", async () => {
    const { confirmations, ask } = asking();
    let told = 0;
    const listener = () => void (told += 1);
    const stop = confirmations.subscribe(listener);
    confirmations.subscribe(listener);
    await ask();
    expect(told).to.equal(2);
    stop();
    stop();
    await ask();
    expect(told).to.equal(3);
  });

  it("goes on where a listener throws", async () => {
    const { confirmations, ask } = asking({ environment: "test" });
    let told = 0;
    confirmations.subscribe(() => {
      throw new Error("a listener broke");
    });
    confirmations.subscribe(() => void (told += 1));
    const printed = await printedDuring(ask);
    expect(told).to.equal(1);
    expect(printed.join()).to.contain("a listener broke");
  });
});

describe("a presenter", () => {
  it("is one at a time; a second is refused until the first releases", () => {
    const { confirmations } = asking();
    const first = confirmations.present();
    expect(() => confirmations.present()).to.throw();
    first.release();
    confirmations.present().release();
  });

  it("stops the clock until it has shown the question, then the whole time runs", async () => {
    const { confirmations, ask, ids, time } = asking();
    const presenter = confirmations.present();
    const id = await ask();
    await time.advance(500_000);
    expect(ids()).to.deep.equal([id]);
    presenter.shown(id);
    const expiresAt = new Date(time.now() + 120_000).toISOString();
    expect(confirmations.pending()[0]!.expiresAt).to.equal(expiresAt);
    await time.advance(119_999);
    expect(ids()).to.deep.equal([id]);
    await time.advance(1);
    expect(ids()).to.deep.equal([]);
  });

  it("that comes later stops the clock of what waits already", async () => {
    const { confirmations, ask, ids, time } = asking();
    const id = await ask();
    await time.advance(100_000);
    confirmations.present();
    await time.advance(100_000);
    expect(ids()).to.deep.equal([id]);
  });

  it("extends: the whole time runs again", async () => {
    const { confirmations, ask, ids, time } = asking();
    const presenter = confirmations.present();
    const id = await ask();
    presenter.shown(id);
    await time.advance(119_000);
    presenter.extend(id);
    await time.advance(119_999);
    expect(ids()).to.deep.equal([id]);
    await time.advance(1);
    expect(ids()).to.deep.equal([]);
  });

  it("that is released has nothing to say any more, and no question waits for ever", async () => {
    const { confirmations, ask, ids, time } = asking();
    const presenter = confirmations.present();
    const id = await ask();
    presenter.release();
    presenter.shown(id);
    presenter.extend(id);
    await time.advance(120_000);
    expect(ids()).to.deep.equal([]);
  });

  it("that follows another and is released too leaves no question without an end", async () => {
    const { confirmations, ask, ids, time } = asking();
    const first = confirmations.present();
    const id = await ask();
    first.shown(id);
    first.release();
    confirmations.present().release();
    await time.advance(120_000);
    expect(ids()).to.deep.equal([]);
  });

  it("does not stop the clock of an approval", async () => {
    const { registry, confirmations, ask, time } = asking();
    confirmations.present();
    const id = await ask();
    confirmations.resolve(id, { approved: true });
    await time.advance(120_000);
    const error = errorOf(await registry.invoke({ ...remove, input: { n: 1 }, confirmationId: id }, me));
    expect(error.details!["reason"]).to.equal("expired");
  });
});
