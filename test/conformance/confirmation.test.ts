import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  type AgentInvocation,
  type AgentToolsetOptions,
  type AgentActionContext,
  type JsonValue,
} from "../../src/index.js";
import {
  act,
  consumer,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  outputOf,
  questionId,
  unfrozen,
} from "../helpers/surface.js";
import { isSettled, layer, openShop, reasonOf, type ShopOptions } from "./shop.js";

const one = { invocationId: "one" };
const seven = { ...one, input: { id: 7 } };
const ttl = 120_000;

/** A shop whose action a person must approve. */
function openGuarded({ action, ...options }: ShopOptions = {}) {
  const shop = openShop({ ...options, action: { confirmation: "required", ...action } });
  const { confirmations } = shop.registry;
  return {
    ...shop,
    confirmations,
    ask: async (own: Partial<AgentInvocation> = seven) => questionId(await shop.call(own)),
    approve: (confirmationId: string) => {
      confirmations.resolve(confirmationId, { approved: true });
    },
    deny: (confirmationId: string, reason?: string) => {
      confirmations.resolve(confirmationId, { approved: false, ...(reason !== undefined && { reason }) });
    },
  };
}

/** The same, with another action `hold` that occupies the component until it is told to end. */
function openCrowded(own: Parameters<typeof act>[0] = {}, options: ShopOptions = {}) {
  const hold = deferred<JsonValue>();
  const ran: JsonValue[] = [];
  const shop = openGuarded({
    ...options,
    component: {
      actions: {
        hold: act({ execute: () => hold.promise }),
        apply: act({ confirmation: "required", execute: (input) => void ran.push(input), ...own }),
      },
    },
  });
  return { ...shop, ran, hold, occupy: () => shop.registry.invoke({ capabilityId: "view:shop.cart.hold" }) };
}

/** A tool for the guarded action, as an assistant has it. */
function openTool(modes: Partial<AgentToolsetOptions> = { topology: "embedded" }, options: ShopOptions = {}) {
  const shop = openGuarded({ ...options, component: { observations: {}, ...options.component } });
  const toolset = createAgentToolset(shop.registry, { consumer: consumer("me"), ...modes });
  return { ...shop, toolset, tool: toolset.tools()[0]!, pending: () => shop.confirmations.pending() };
}

describe("confirmation (contract 0, 9 and 18; core API, Confirmation API)", () => {
  describe("when a question is asked", () => {
    it("asks where the action requires it, and runs nothing", async () => {
      const { call, ran, confirmations } = openGuarded();
      expect(outcome(await call())).to.equal("CONFIRMATION_REQUIRED");
      expect(confirmations.pending()).to.have.length(1);
      expect(ran).to.deep.equal([]);
    });

    for (const confirmation of ["never", "optional"] as const) {
      it(`does not ask by itself where the level is ${confirmation}`, async () => {
        expect(outcome(await openGuarded({ action: { confirmation } }).call())).to.equal("ok");
      });
    }

    it("never asks for an observation", async () => {
      expect(outcome(await openGuarded().look())).to.equal("ok");
    });

    it("creates no record for an input that is not valid", async () => {
      const { call, confirmations } = openGuarded();
      expect(outcome(await call({ input: "text" }))).to.equal("INVALID_INPUT");
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("creates no record for a call that is not authorized", async () => {
      const refuse = layer("onAuthorize", () => Promise.reject(new Error("no")));
      const { call, confirmations } = openGuarded({ policies: [refuse] });
      await call();
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("creates no record for what is not available", async () => {
      const { call, confirmations, handle } = openGuarded();
      handle.update({ enabled: false });
      expect(outcome(await call())).to.equal("CAPABILITY_NOT_AVAILABLE");
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("asks before the precondition is looked at", async () => {
      const { call } = openGuarded({ action: { precondition: () => ({ message: "No." }) } });
      expect(outcome(await call())).to.equal("CONFIRMATION_REQUIRED");
    });
  });

  describe("the question", () => {
    it("shows exactly what will run: capability, registration, consumer, effect and effective input", async () => {
      const { ask, confirmations, handle, time } = openGuarded({
        action: { label: "Remove", reversible: false },
        component: { label: "Your cart" },
      });
      const confirmationId = await ask();
      expect({ ...confirmations.pending()[0]! }).to.deep.include({
        confirmationId,
        capabilityId: "view:shop.cart.apply",
        registrationId: handle.registrationId,
        consumerKey: "embedded:anonymous",
        effect: "local-state",
        reversible: false,
        label: "Remove",
        windowLabel: "Your cart",
        input: { id: 7 },
        requestedAt: new Date(time.now()).toISOString(),
        expiresAt: new Date(time.now() + ttl).toISOString(),
      });
    });

    it("has the schema of its input and the paths to mask, for whoever shows it", async () => {
      const { ask, confirmations } = openGuarded({ action: { sensitive: ["pin"] } });
      await ask();
      const [question] = confirmations.pending();
      expect(question).to.deep.include({ inputSchema: { type: "object" }, sensitive: ["pin"] });
    });

    it("has an input that is a deep frozen copy taken at the call", async () => {
      const { call, confirmations } = openGuarded();
      const input = { rows: [{ id: 1 }] };
      await call({ input });
      input.rows[0]!.id = 2;
      const [question] = confirmations.pending();
      expect(question!.input).to.deep.equal({ rows: [{ id: 1 }] });
      expect(unfrozen(question!.input)).to.deep.equal([]);
    });

    it('has an id of "cnf_" and 12 random characters', async () => {
      expect(await openGuarded().ask()).to.match(/^cnf_[0-9A-Za-z]{12}$/);
    });

    it("has a summary of the description and the input", async () => {
      const { ask, confirmations } = openGuarded({ action: { description: "Removes a row." } });
      await ask();
      expect(confirmations.pending()[0]!.summary).to.equal('Removes a row. {"id":7}');
    });

    it("has a summary with the input, whatever JSON value that is", async () => {
      for (const value of [null, 5, "text", [1]]) {
        const input = { jsonSchema: {}, parse: () => value as never };
        const { ask, confirmations } = openGuarded({ action: { description: "Removes.", input } });
        await ask({});
        expect(confirmations.pending()[0]!.summary).to.equal(`Removes. ${JSON.stringify(value)}`);
      }
    });

    it("has a summary that is cut at 300 characters", async () => {
      const { ask, confirmations } = openGuarded();
      await ask({ input: { text: "x".repeat(1_000) } });
      expect(confirmations.pending()[0]!.summary).to.have.length(300);
    });

    it("is listed oldest first among the pending ones", async () => {
      const { ask, confirmations } = openGuarded();
      const ids = [await ask({ input: { id: 1 } }), await ask({ input: { id: 2 } })];
      expect(confirmations.pending().map(({ confirmationId }) => confirmationId)).to.deep.equal(ids);
    });

    it("tells its subscribers whenever the pending ones change", async () => {
      const { ask, approve, confirmations } = openGuarded();
      const counts: number[] = [];
      const unsubscribe = confirmations.subscribe((pending) => counts.push(pending.length));
      approve(await ask());
      unsubscribe();
      await ask({ input: { id: 8 } });
      expect(counts).to.deep.equal([1, 0]);
    });

    it("is told as requested strictly before it is told as resolved, even by a listener that decides at once", async () => {
      const { call, registry, confirmations, events } = openGuarded();
      confirmations.subscribe((pending) => {
        for (const { confirmationId } of pending) confirmations.resolve(confirmationId, { approved: true });
      });
      const confirmationId = questionId(await call(one));
      const told = events.filter((event) => event.type.startsWith("confirmation-")).map(({ type }) => type);
      expect(told).to.deep.equal(["confirmation-requested", "confirmation-resolved"]);
      expect(
        outcome(await registry.invoke({ capabilityId: "view:shop.cart.apply", ...one, confirmationId })),
      ).to.equal("ok");
    });
  });

  describe("rule 2, evidence on retry", () => {
    it("that is pending and matches gives CONFIRMATION_REQUIRED again with the same id", async () => {
      const { ask, confirmations } = openGuarded();
      const confirmationId = await ask();
      expect(await ask({ ...seven, confirmationId })).to.equal(confirmationId);
      expect(confirmations.pending()).to.have.length(1);
    });

    it("that is pending and does not match is a mismatch", async () => {
      const { ask, call } = openGuarded();
      const confirmationId = await ask();
      expect(reasonOf(await call({ input: { id: 8 }, confirmationId }))).to.equal("mismatch");
    });

    it("with an unknown id is a mismatch and asks nobody", async () => {
      const { call, confirmations } = openGuarded();
      expect(reasonOf(await call({ ...seven, confirmationId: "cnf_unknown00000" }))).to.equal("mismatch");
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("that was denied is denied", async () => {
      const { ask, call, deny } = openGuarded();
      const confirmationId = await ask();
      deny(confirmationId);
      expect(reasonOf(await call({ ...seven, confirmationId }))).to.equal("denied");
    });

    it("that expired unanswered is expired, and retry is with-confirmation", async () => {
      const { ask, call, time } = openGuarded();
      const confirmationId = await ask();
      await time.advance(ttl);
      const error = errorOf(await call({ ...seven, confirmationId }));
      expect(error).to.deep.include({ retry: "with-confirmation", details: { reason: "expired" } });
    });

    it("that was consumed is consumed for a new invocation id", async () => {
      const { ask, call, approve, ran } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      await call({ ...seven, confirmationId });
      expect(reasonOf(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("consumed");
      expect(ran).to.have.length(1);
    });

    it("that was approved is expired 120 seconds after the approval", async () => {
      const { ask, call, approve, time } = openGuarded();
      const confirmationId = await ask();
      await time.advance(ttl - 1);
      approve(confirmationId);
      await time.advance(ttl);
      expect(reasonOf(await call({ ...seven, confirmationId }))).to.equal("expired");
    });

    it("that was approved is good until just before its 120 seconds are over", async () => {
      const { ask, call, approve, time } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      await time.advance(ttl - 1);
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("ok");
    });

    it("that was approved for another input is a mismatch, and stays good for its own", async () => {
      const { ask, call, approve } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      const other = { invocationId: "two", input: { id: 8 }, confirmationId };
      expect(reasonOf(await call(other))).to.equal("mismatch");
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("ok");
    });

    it("that was approved and matches proceeds, and the handler gets ctx.confirmation", async () => {
      const contexts: AgentActionContext[] = [];
      const execute = (_input: unknown, context: AgentActionContext) => void contexts.push(context);
      const { ask, call, approve, time } = openGuarded({ action: { execute } });
      const confirmationId = await ask();
      await time.advance(1_000);
      approve(confirmationId);
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("ok");
      const approvedAt = new Date(time.now()).toISOString();
      expect(contexts[0]!.confirmation).to.deep.equal({ id: confirmationId, approvedAt });
    });

    it("is not asked for where nothing has to be approved: the handler then has no ctx.confirmation", async () => {
      const contexts: AgentActionContext[] = [];
      const execute = (_input: unknown, context: AgentActionContext) => void contexts.push(context);
      await openShop({ action: { execute } }).call({ confirmationId: "cnf_unknown00000" });
      expect(contexts[0]).not.to.have.property("confirmation");
    });
  });

  describe("the digest", () => {
    it("matches whatever the order of keys, and with defaults written out", async () => {
      const input = fromJsonSchema<{ [key: string]: JsonValue }>({
        type: "object",
        properties: { id: { type: "integer" }, all: { type: "boolean", default: false } },
      });
      const { ask, call, approve } = openGuarded({ action: { input } });
      const confirmationId = await ask();
      approve(confirmationId);
      const again = { invocationId: "two", input: { all: false, id: 7 }, confirmationId };
      expect(outcome(await call(again))).to.equal("ok");
    });

    it("does not match where items have another order", async () => {
      const { ask, call, approve } = openGuarded();
      const confirmationId = await ask({ input: { rows: [1, 2] } });
      approve(confirmationId);
      expect(reasonOf(await call({ input: { rows: [2, 1] }, confirmationId }))).to.equal("mismatch");
    });

    it("binds the consumer", async () => {
      const { ask, call, approve } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      const result = await call({ ...seven, confirmationId }, { consumer: consumer("thief") });
      expect(reasonOf(result)).to.equal("mismatch");
    });

    it("binds the registration: a new mount needs a new approval", async () => {
      const { registry, ask, call, approve, handle, definition, ran } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      handle.unregister();
      registry.register(definition);
      expect(reasonOf(await call({ ...seven, confirmationId }))).to.equal("mismatch");
      expect(ran).to.deep.equal([]);
    });

    it("binds the capability", async () => {
      const { registry, ask, approve, handle, definition } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      handle.redefine({
        ...definition,
        actions: { ...definition.actions, other: act({ confirmation: "required" }) },
      });
      const result = await registry.invoke({
        capabilityId: "view:shop.cart.other",
        ...seven,
        confirmationId,
      });
      expect(reasonOf(result)).to.equal("mismatch");
    });
  });

  describe("rule 3, one question for one operation", () => {
    it("returns the pending record for an equal digest without evidence: no second dialog", async () => {
      const { ask, confirmations } = openGuarded();
      const first = await ask({ invocationId: "one", input: { a: 1, b: 2 } });
      expect(await ask({ invocationId: "two", input: { b: 2, a: 1 } })).to.equal(first);
      expect(confirmations.pending()).to.have.length(1);
    });

    it("asks apart for another input", async () => {
      const { ask } = openGuarded();
      expect(await ask({ input: { id: 8 } })).not.to.equal(await ask());
    });

    it("asks apart for another consumer", async () => {
      const { ask, call } = openGuarded();
      const other = await call(seven, { consumer: consumer("other") });
      expect(questionId(other)).not.to.equal(await ask());
    });

    it("asks anew once the question has ended", async () => {
      const { ask, deny } = openGuarded();
      const first = await ask();
      deny(first);
      expect(await ask()).not.to.equal(first);
    });

    it("asks anew beside an approval that nobody carries", async () => {
      const { ask, approve, ran } = openGuarded();
      const first = await ask();
      approve(first);
      expect(await ask({ ...seven, invocationId: "two" })).not.to.equal(first);
      expect(ran).to.deep.equal([]);
    });
  });

  describe("rules 4 and 5, how it ends", () => {
    it("expires after 120 seconds from the request and tells confirmation-resolved {expired}", async () => {
      const { ask, confirmations, events, time } = openGuarded();
      const confirmationId = await ask();
      await time.advance(ttl - 1);
      expect(confirmations.pending()).to.have.length(1);
      await time.advance(1);
      expect(confirmations.pending()).to.deep.equal([]);
      expect(eventsOf(events, "confirmation-resolved")).to.deep.equal([
        { type: "confirmation-resolved", confirmationId, outcome: "expired" },
      ]);
    });

    it("keeps the first decision: resolving a settled id does nothing", async () => {
      const { ask, call, approve, deny, events } = openGuarded();
      const confirmationId = await ask();
      deny(confirmationId);
      approve(confirmationId);
      expect(reasonOf(await call({ ...seven, confirmationId }))).to.equal("denied");
      expect(eventsOf(events, "confirmation-resolved")).to.have.length(1);
    });

    it("ignores a decision about an id that it does not know", () => {
      const { approve, events } = openGuarded();
      const before = events.length;
      approve("cnf_unknown00000");
      expect(events).to.have.length(before);
    });

    it("does not let an approval come after the expiry", async () => {
      const { ask, call, approve, time, ran } = openGuarded();
      const confirmationId = await ask();
      await time.advance(ttl);
      approve(confirmationId);
      expect(reasonOf(await call({ ...seven, confirmationId }))).to.equal("expired");
      expect(ran).to.deep.equal([]);
    });

    it("withdraws the question at once when its owner goes, with the outcome expired", async () => {
      const { ask, confirmations, handle, events } = openGuarded();
      await ask();
      handle.unregister();
      expect(confirmations.pending()).to.deep.equal([]);
      expect(eventsOf(events, "confirmation-resolved")[0]).to.include({ outcome: "expired" });
    });

    it("lets a dead owner beat an approval", async () => {
      const { ask, call, approve, handle, ran } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      handle.unregister();
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("COMPONENT_UNMOUNTED");
      expect(ran).to.deep.equal([]);
    });
  });

  describe("evidence is spent late", () => {
    it("is consumed at the dispatch, not while the call waits for its slot", async () => {
      const { ask, approve, call, occupy, hold, audit, time } = openCrowded();
      const confirmationId = await ask();
      approve(confirmationId);
      const held = occupy();
      const result = call({ ...seven, confirmationId });
      await time.advance(0);
      const consumed = () => audit.events().filter(({ type }) => type === "confirmation-consumed");
      expect(consumed()).to.deep.equal([]);
      hold.resolve(null);
      await held;
      expect(outcome(await result)).to.equal("ok");
      expect(consumed()).to.have.length(1);
    });

    it("is reserved for the call that waits: another one cannot use it meanwhile", async () => {
      const { ask, approve, call, occupy, ran } = openCrowded();
      const confirmationId = await ask();
      approve(confirmationId);
      void occupy();
      void call({ ...seven, confirmationId });
      expect(reasonOf(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("consumed");
      expect(ran).to.deep.equal([]);
    });

    it("is released by a failing precondition", async () => {
      let refuses = true;
      const { ask, approve, call, ran } = openCrowded({
        precondition: () => (refuses ? { message: "Not now." } : undefined),
      });
      const confirmationId = await ask();
      approve(confirmationId);
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("PRECONDITION_FAILED");
      refuses = false;
      expect(outcome(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("ok");
      expect(ran).to.have.length(1);
    });

    it("is released by a full queue", async () => {
      const { ask, approve, call, occupy, hold } = openCrowded({}, { limits: { actionQueueDepth: 0 } });
      const confirmationId = await ask();
      approve(confirmationId);
      const held = occupy();
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("RATE_LIMITED");
      hold.resolve(null);
      await held;
      expect(outcome(await call({ ...seven, confirmationId }))).to.equal("ok");
    });

    it("is released by a failed re-check when the slot is granted", async () => {
      const { ask, approve, call, occupy, hold, handle } = openCrowded();
      const confirmationId = await ask();
      approve(confirmationId);
      const held = occupy();
      const result = call({ ...seven, confirmationId });
      handle.update({ availability: { apply: { available: false } } });
      hold.resolve(null);
      await held;
      expect(outcome(await result)).to.equal("CAPABILITY_NOT_AVAILABLE");
      handle.update({ availability: { apply: { available: true } } });
      expect(outcome(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("ok");
    });

    it("is released by a cancellation in the queue", async () => {
      const { ask, approve, call, occupy, hold, time } = openCrowded();
      const confirmationId = await ask();
      approve(confirmationId);
      void occupy();
      const controller = new AbortController();
      const result = call({ ...seven, confirmationId }, { signal: controller.signal });
      controller.abort();
      expect(outcome(await result)).to.equal("CANCELLED");
      hold.resolve(null);
      await time.advance(0);
      expect(outcome(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("ok");
    });

    it("is used by no call that does not carry it, once it was released", async () => {
      let refuses = true;
      const { ask, approve, call, ran } = openCrowded({
        precondition: () => (refuses ? { message: "Not now." } : undefined),
      });
      const confirmationId = await ask();
      approve(confirmationId);
      await call({ ...seven, confirmationId });
      refuses = false;
      expect(outcome(await call({ ...seven, invocationId: "two" }))).to.equal("CONFIRMATION_REQUIRED");
      expect(ran).to.deep.equal([]);
    });

    it("is spent by a handler that fails", async () => {
      const { ask, approve, call } = openCrowded({ timeoutMs: 10, execute: () => deferred<never>().promise });
      const confirmationId = await ask();
      approve(confirmationId);
      const controller = new AbortController();
      const result = call({ ...seven, confirmationId }, { signal: controller.signal });
      controller.abort();
      expect(errorOf(await result).details).to.deep.equal({ dispatched: true });
      expect(reasonOf(await call({ ...seven, invocationId: "two", confirmationId }))).to.equal("consumed");
    });

    it("runs one of two calls that carry it at once", async () => {
      const { ask, approve, call, ran } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      const calls = ["two", "three"].map((invocationId) => call({ ...seven, invocationId, confirmationId }));
      const outcomes = (await Promise.all(calls)).map(outcome);
      expect(outcomes).to.deep.equal(["ok", "CONFIRMATION_INVALID"]);
      expect(ran).to.have.length(1);
    });
  });

  describe("rule 9, overflow", () => {
    it("keeps at most 32 questions pending: one more is RATE_LIMITED {queue-full} and leaves no record", async () => {
      const { ask, call, confirmations } = openGuarded();
      for (let id = 0; id < 32; id++) await ask({ input: { id } });
      const error = errorOf(await call({ input: { id: 32 } }));
      expect(error).to.deep.include({
        code: "RATE_LIMITED",
        details: { reason: "queue-full", retryAfterMs: 1_000 },
      });
      expect(confirmations.pending()).to.have.length(32);
    });

    it("still joins an equal question when it is full", async () => {
      const { ask } = openGuarded({ limits: { maxPendingConfirmations: 1 } });
      const first = await ask();
      expect(await ask({ ...seven, invocationId: "two" })).to.equal(first);
    });

    it("has room again when a question has ended, for a retry under the same invocation id", async () => {
      const { ask, call, deny } = openGuarded({ limits: { maxPendingConfirmations: 1 } });
      const first = await ask({ input: { id: 1 } });
      expect(outcome(await call(seven))).to.equal("RATE_LIMITED");
      deny(first);
      expect(outcome(await call(seven))).to.equal("CONFIRMATION_REQUIRED");
    });
  });

  describe("rule 10, waitFor", () => {
    it("gives the outcome when the question ends", async () => {
      const { ask, approve, deny, confirmations, time } = openGuarded();
      const ids = [
        await ask({ input: { id: 1 } }),
        await ask({ input: { id: 2 } }),
        await ask({ input: { id: 3 } }),
      ];
      const outcomes = ids.map((id) => confirmations.waitFor(id));
      approve(ids[0]!);
      deny(ids[1]!);
      await time.advance(ttl);
      expect(await Promise.all(outcomes)).to.deep.equal(["approved", "denied", "expired"]);
    });

    it("gives expired for an id that it does not know", async () => {
      expect(await openGuarded().confirmations.waitFor("cnf_unknown00000")).to.equal("expired");
    });

    it("gives the outcome of a question that ended before, consumed evidence included", async () => {
      const { ask, call, approve, confirmations } = openGuarded();
      const confirmationId = await ask();
      approve(confirmationId);
      expect(await confirmations.waitFor(confirmationId)).to.equal("approved");
      await call({ ...seven, confirmationId });
      expect(await confirmations.waitFor(confirmationId)).to.equal("approved");
    });

    it("rejects at once for a signal that is aborted already", async () => {
      const { ask, confirmations } = openGuarded();
      const signal = AbortSignal.abort(new Error("gone"));
      const error: unknown = await confirmations
        .waitFor(await ask(), { signal })
        .catch((reason: unknown) => reason);
      expect(error).to.include({ message: "gone" });
    });

    it("rejects when its signal aborts, and leaves the question pending", async () => {
      const { ask, confirmations } = openGuarded();
      const controller = new AbortController();
      const waiting = confirmations.waitFor(await ask(), { signal: controller.signal });
      controller.abort(new Error("gone"));
      expect(await waiting.catch((reason: unknown) => reason)).to.include({ message: "gone" });
      expect(confirmations.pending()).to.have.length(1);
    });

    it("is ended by toolset.dispose() for the waits of its tools", async () => {
      const shop = openTool();
      shop.confirmations.subscribe(() => undefined);
      const result = shop.tool.execute({});
      await shop.time.advance(0);
      shop.toolset.dispose();
      expect(await isSettled(result, shop)).to.equal(true);
      expect(shop.ran).to.deep.equal([]);
    });

    it("is ended by registry.dispose(), which expires all", async () => {
      const { ask, registry, confirmations } = openGuarded();
      const waiting = [confirmations.waitFor(await ask()), confirmations.waitFor(await ask({ input: {} }))];
      registry.dispose();
      expect(await Promise.all(waiting)).to.deep.equal(["expired", "expired"]);
      expect(confirmations.pending()).to.deep.equal([]);
    });
  });

  it("keeps at most 200 resolved records and forgets the oldest", async () => {
    const { ask, call, approve, deny } = openGuarded();
    const [first, second] = [await ask({ input: { id: "a" } }), await ask({ input: { id: "b" } })];
    approve(first);
    approve(second);
    for (let id = 0; id < 199; id++) deny(await ask({ input: { id } }));
    expect(reasonOf(await call({ input: { id: "a" }, confirmationId: first }))).to.equal("mismatch");
    expect(outcome(await call({ input: { id: "b" }, confirmationId: second }))).to.equal("ok");
  });

  describe("rule 11, presenters", () => {
    it("are one at a time: a second claim throws until the first is released", () => {
      const { confirmations } = openGuarded();
      const presenter = confirmations.present();
      expect(() => confirmations.present()).to.throw(Error);
      presenter.release();
      expect(() => confirmations.present()).not.to.throw();
    });

    it("stop the time of a question until it is shown", async () => {
      const { ask, confirmations, time } = openGuarded();
      const presenter = confirmations.present();
      const confirmationId = await ask();
      await time.advance(10 * ttl);
      expect(confirmations.pending()).to.have.length(1);
      presenter.shown(confirmationId);
      expect(confirmations.pending()[0]!.expiresAt).to.equal(new Date(time.now() + ttl).toISOString());
      await time.advance(ttl);
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("stop the time of questions that were asked before they came", async () => {
      const { ask, confirmations, time } = openGuarded();
      await ask();
      await time.advance(ttl - 1);
      confirmations.present();
      await time.advance(ttl);
      expect(confirmations.pending()).to.have.length(1);
    });

    it("let the person extend: the whole time starts again", async () => {
      const { ask, confirmations, time } = openGuarded();
      const presenter = confirmations.present();
      const confirmationId = await ask();
      presenter.shown(confirmationId);
      await time.advance(ttl - 1);
      presenter.extend(confirmationId);
      await time.advance(ttl - 1);
      expect(confirmations.pending()).to.have.length(1);
      await time.advance(1);
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("leave the time running again when they are released", async () => {
      const { ask, confirmations, time } = openGuarded();
      const presenter = confirmations.present();
      await ask();
      presenter.release();
      await time.advance(ttl);
      expect(confirmations.pending()).to.deep.equal([]);
    });

    it("do nothing any more once they are released", async () => {
      const { ask, confirmations, time } = openGuarded();
      const presenter = confirmations.present();
      const confirmationId = await ask();
      presenter.release();
      await time.advance(ttl - 1);
      presenter.extend(confirmationId);
      await time.advance(1);
      expect(confirmations.pending()).to.deep.equal([]);
    });
  });

  describe("18, how a question can end for the call that waits", () => {
    const listening = (modes?: Partial<AgentToolsetOptions>) => {
      const shop = openTool(modes);
      shop.confirmations.subscribe(() => undefined);
      return shop;
    };
    const decide = (
      { confirmations, pending }: ReturnType<typeof openTool>,
      approved: boolean,
      reason?: string,
    ) => {
      const [{ confirmationId }] = pending() as unknown as [{ confirmationId: string }];
      confirmations.resolve(confirmationId, { approved, ...(reason !== undefined && { reason }) });
    };
    const ended = async (shop: ReturnType<typeof openTool>, reason: string) => {
      const result = shop.tool.execute({});
      await shop.time.advance(0);
      decide(shop, false, reason);
      return errorOf(await result);
    };

    it("approved: it runs once", async () => {
      const shop = listening();
      const result = shop.tool.execute({ id: 7 });
      expect(await isSettled(result, shop)).to.equal(false);
      decide(shop, true);
      expect(outcome(await result)).to.equal("ok");
      expect(shop.ran).to.deep.equal([{ id: 7 }]);
    });

    for (const cause of ["declined", "dismissed", "removed", "page-hidden"] as const) {
      it(`${cause}: CONFIRMATION_INVALID {denied, ${cause}}, retry no`, async () => {
        const error = await ended(listening(), cause);
        expect(error).to.deep.include({
          code: "CONFIRMATION_INVALID",
          retry: "no",
          details: { reason: "denied", cause },
        });
        expect(error.message).to.contain("NOT EXECUTED");
      });
    }

    it("denied for a reason of the host's own: the cause is declined, and the reason stays in the page", async () => {
      const error = await ended(listening(), "I do not trust it");
      expect(error.details).to.deep.equal({ reason: "denied", cause: "declined" });
      expect(JSON.stringify(error)).not.to.contain("trust");
    });

    it("nobody can be asked: CONFIRMATION_INVALID {denied, cannot-ask} at once, and no question stays", async () => {
      const { tool, pending, ran } = openTool();
      const error = errorOf(await tool.execute({}));
      expect(error).to.deep.include({ retry: "no", details: { reason: "denied", cause: "cannot-ask" } });
      expect(error.message).to.contain("NOT EXECUTED");
      expect([...pending(), ...ran]).to.deep.equal([]);
    });

    it("a presenter without any listener is somebody who can be asked", async () => {
      const shop = openTool();
      shop.confirmations.present();
      expect(await isSettled(shop.tool.execute({}), shop)).to.equal(false);
    });

    it("time ran out: CONFIRMATION_INVALID {expired}", async () => {
      const shop = listening();
      const result = shop.tool.execute({});
      await shop.time.advance(ttl);
      expect(reasonOf(await result)).to.equal("expired");
      expect(errorOf(await result).message).to.contain("NOT EXECUTED");
    });

    it("the caller aborted while another call waits for the same question: the question stays for that one", async () => {
      const shop = listening();
      const controller = new AbortController();
      const aborted = shop.tool.execute({}, { signal: controller.signal });
      const other = shop.tool.execute({});
      await shop.time.advance(0);
      controller.abort();
      expect(outcome(await aborted)).to.equal("CANCELLED");
      decide(shop, true);
      expect(outcome(await other)).to.equal("ok");
      expect(shop.ran).to.have.length(1);
    });

    it("the caller aborted: CANCELLED {dispatched: false}, and the question leaves the screen", async () => {
      const shop = listening();
      const controller = new AbortController();
      const result = shop.tool.execute({}, { signal: controller.signal });
      await shop.time.advance(0);
      controller.abort();
      const error = errorOf(await result);
      expect(error).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
      expect(error.message).to.contain("NOT EXECUTED");
      expect(shop.pending()).to.deep.equal([]);
    });

    it("the owner unmounted: COMPONENT_UNMOUNTED", async () => {
      const shop = listening();
      const result = shop.tool.execute({});
      await shop.time.advance(0);
      shop.handle.unregister();
      expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
      expect(errorOf(await result).message).to.contain("NOT EXECUTED");
    });

    it("the owner was replaced: STALE_CAPABILITY", async () => {
      const shop = listening();
      const result = shop.tool.execute({});
      await shop.time.advance(0);
      shop.handle.unregister();
      shop.registry.register(shop.definition);
      expect(outcome(await result)).to.equal("STALE_CAPABILITY");
      expect(errorOf(await result).message).to.contain("NOT EXECUTED");
    });

    it("too many questions: RATE_LIMITED {queue-full} at once", async () => {
      const shop = openTool(undefined, { limits: { maxPendingConfirmations: 0 } });
      const error = errorOf(await shop.tool.execute({}));
      expect(error).to.deep.include({ code: "RATE_LIMITED" });
      expect(error.message).to.contain("NOT EXECUTED");
    });

    it("the wait's own bound was reached: CONFIRMATION_REQUIRED with the pending id", async () => {
      const shop = listening({ topology: "embedded", waitMs: 1_000 });
      const result = shop.tool.execute({});
      await shop.time.advance(1_000);
      expect(questionId(await result)).to.equal(shop.pending()[0]!.confirmationId);
      expect(errorOf(await result).message).to.contain("NOT EXECUTED");
    });

    it("an approval that comes after the bound waits for the call that carries it", async () => {
      const shop = listening({ topology: "embedded", waitMs: 1_000 });
      const first = shop.tool.execute({}, { toolCallId: "t1" });
      await shop.time.advance(1_000);
      const confirmationId = questionId(await first);
      decide(shop, true);
      await shop.time.advance(1);
      expect(shop.ran).to.deep.equal([]);
      expect(outcome(await shop.tool.execute({}, { toolCallId: "t1", confirmationId }))).to.equal("ok");
    });
  });

  it("wait and two-phase have equal semantics: the same question, the same single run, the same answer", async () => {
    const answers: unknown[] = [];
    for (const confirmations of ["wait", "two-phase"] as const) {
      const shop = openTool({ confirmations }, { action: { execute: () => "done" } });
      shop.confirmations.subscribe(() => undefined);
      const first = shop.tool.execute({ a: 1 }, { toolCallId: "t1" });
      await shop.time.advance(0);
      const [question] = shop.pending();
      shop.approve(question!.confirmationId);
      const result =
        confirmations === "wait"
          ? await first
          : await shop.tool.execute({ a: 1 }, { toolCallId: "t1", confirmationId: questionId(await first) });
      answers.push([outputOf(result), question!.summary, question!.input, question!.effect]);
    }
    expect(answers[0]).to.deep.equal(answers[1]);
  });
});
