import { expect } from "@open-wc/testing";
import type { AgentInvocation } from "../../src/index.js";
import { consumer, eventsOf, outcome, outputOf, questionId } from "../helpers/surface.js";
import { isSettled, openBusyShop, openShop } from "./shop.js";

const one = { invocationId: "one" };
const minutes = 60_000;

describe("identity (contract 10; core API, Invocation identity)", () => {
  describe("repeated calls", () => {
    it("gives a call with a known in-flight key and an equal request the same pending promise", () => {
      const { call, runs } = openBusyShop();
      const first = call({ ...one, input: { a: 1 } });
      expect(call({ ...one, input: { a: 1 } })).to.equal(first);
      expect(runs).to.have.length(1);
    });

    it("gives a call with a cached key and an equal request the cached result verbatim", async () => {
      const { call, ran } = openShop();
      const first = await call(one);
      expect(await call(one)).to.equal(first);
      expect(ran).to.have.length(1);
    });

    it("gives the cached result even after the capability has gone", async () => {
      const { call, handle } = openShop();
      const first = await call(one);
      handle.unregister();
      expect(await call(one)).to.equal(first);
    });

    it("freezes the result, so that no caller changes it for the next", async () => {
      const { call } = openShop({ action: { execute: () => ({ rows: [1] }) } });
      const first = await call(one);
      expect(() => (outputOf(first) as { rows: number[] }).rows.push(2)).to.throw(TypeError);
      expect(outputOf(await call(one))).to.deep.equal({ rows: [1] });
    });

    it("starts and settles a joined call once in the events", async () => {
      const { call, runs, events } = openBusyShop();
      const calls = [call(one), call(one)];
      runs[0]!.resolve(null);
      await Promise.all(calls);
      expect(eventsOf(events, "invocation-started")).to.have.length(1);
      expect(eventsOf(events, "invocation-settled")).to.have.length(1);
    });

    it("caches a cancelled call as terminal", async () => {
      const { call, ran } = openShop();
      await call(one, { signal: AbortSignal.abort() });
      expect(outcome(await call(one))).to.equal("CANCELLED");
      expect(ran).to.deep.equal([]);
    });

    it("does not cache CONFIRMATION_REQUIRED: the retry under the same id executes", async () => {
      const { call, registry, ran } = openShop({ action: { confirmation: "required" } });
      const confirmationId = questionId(await call(one));
      registry.confirmations.resolve(confirmationId, { approved: true });
      expect(outcome(await call({ ...one, confirmationId }))).to.equal("ok");
      expect(ran).to.have.length(1);
    });

    it("does not cache RATE_LIMITED: the retry under the same id executes", async () => {
      const { call, runs, time } = openBusyShop({ limits: { actionQueueDepth: 0 } });
      void call();
      expect(outcome(await call(one))).to.equal("RATE_LIMITED");
      runs[0]!.resolve(null);
      await time.advance(0);
      void call(one);
      expect(runs).to.have.length(2);
    });
  });

  describe("conflicts", () => {
    it("refuses a known key with a different request as INVOCATION_CONFLICT", async () => {
      const { call, ran } = openShop();
      await call({ ...one, input: { a: 1 } });
      expect(outcome(await call({ ...one, input: { a: 2 } }))).to.equal("INVOCATION_CONFLICT");
      expect(ran).to.deep.equal([{ a: 1 }]);
    });

    it("leaves the stored record untouched by a conflict", async () => {
      const { call } = openShop();
      const first = await call({ ...one, input: { a: 1 } });
      await call({ ...one, input: { a: 2 } });
      expect(await call({ ...one, input: { a: 1 } })).to.equal(first);
    });

    it("does not cache INVOCATION_CONFLICT: once the record has expired the request is a new attempt", async () => {
      const { call, time } = openShop();
      await call({ ...one, input: { a: 1 } });
      await call({ ...one, input: { a: 2 } });
      await time.advance(10 * minutes);
      expect(outcome(await call({ ...one, input: { a: 2 } }))).to.equal("ok");
    });

    it("refuses a different request under the key of a running call, which goes on", async () => {
      const { call, runs } = openBusyShop();
      const running = call({ ...one, input: { a: 1 } });
      expect(outcome(await call({ ...one, input: { a: 2 } }))).to.equal("INVOCATION_CONFLICT");
      runs[0]!.resolve("done");
      expect(outputOf(await running)).to.equal("done");
    });

    it("tells nothing of a conflict to the events", async () => {
      const { call, events } = openShop();
      await call(one);
      const before = events.length;
      await call({ ...one, input: { a: 1 } });
      expect(events).to.have.length(before);
    });
  });

  describe("the fingerprint", () => {
    const parts: [string, Partial<AgentInvocation>][] = [
      ["capabilityId", { capabilityId: "view:shop.cart.read" }],
      ["registrationId", { registrationId: "reg_1_other" }],
      ["instanceId", { instanceId: "default" }],
      ["surfaceVersion", { surfaceVersion: "1" }],
      ["input", { input: { a: 1 } }],
      ["confirmationId", { confirmationId: "cnf_other0000000" }],
      ["expectedVersion", { expectedVersion: 1 }],
      ["surfaceId", { surfaceId: "srf_other" }],
    ];
    for (const [part, own] of parts) {
      it(`includes ${part} as issued`, async () => {
        const { call } = openShop();
        await call(one);
        expect(outcome(await call({ ...one, ...own }))).to.equal("INVOCATION_CONFLICT");
      });
    }

    it("reads an absent part as null", async () => {
      const { call, ran } = openShop({ action: { input: { jsonSchema: {}, parse: () => ({}) } } });
      const first = await call(one);
      expect(await call({ ...one, input: null })).to.equal(first);
      expect(ran).to.have.length(1);
    });

    it("does not depend on the order of keys", async () => {
      const { call } = openShop();
      const first = await call({ ...one, input: { a: 1, b: { c: 2, d: 3 } } });
      expect(await call({ ...one, input: { b: { d: 3, c: 2 }, a: 1 } })).to.equal(first);
    });

    it("depends on the order of items", async () => {
      const { call } = openShop();
      await call({ ...one, input: { a: [1, 2] } });
      expect(outcome(await call({ ...one, input: { a: [2, 1] } }))).to.equal("INVOCATION_CONFLICT");
    });

    it("reads -0 as 0 and omits undefined properties", async () => {
      const { call } = openShop();
      const first = await call({ ...one, input: { a: 0 } });
      expect(await call({ ...one, input: { a: -0, b: undefined } as never })).to.equal(first);
    });

    it("is taken of the input as it was at the call, whatever its caller does to it later", async () => {
      const { call, runs } = openBusyShop();
      const input = { a: 1 };
      const first = call({ ...one, input });
      input.a = 2;
      expect(call({ ...one, input: { a: 1 } })).to.equal(first);
      expect(runs[0]!.input).to.deep.equal({ a: 1 });
    });
  });

  describe("the key", () => {
    it("lets two consumers use the same invocation id", async () => {
      const { call, ran } = openShop();
      await call({ ...one, input: { a: 1 } }, { consumer: consumer("a") });
      const result = await call({ ...one, input: { a: 2 } }, { consumer: consumer("b") });
      expect(outcome(result)).to.equal("ok");
      expect(ran).to.have.length(2);
    });

    it("takes the consumer's kind into account", async () => {
      const { call, ran } = openShop();
      for (const kind of ["test", "mcp-bridge"] as const) await call(one, { consumer: consumer("a", kind) });
      expect(ran).to.have.length(2);
    });

    it("does not depend on the consumer's grants", async () => {
      const { call, ran } = openShop();
      const by = (grants: string[]) => ({ consumer: { ...consumer("me"), grants } });
      const first = await call(one, by(["a"]));
      expect(await call(one, by(["b"]))).to.equal(first);
      expect(ran).to.have.length(1);
    });

    it("normalizes an anonymous call to embedded:anonymous", async () => {
      const { call } = openShop();
      const first = await call(one);
      expect(await call(one, { consumer: { id: "anonymous", kind: "embedded" } })).to.equal(first);
    });

    it("is shared by no two pairs, wherever the consumer ends and the invocation id begins", async () => {
      const { call, ran } = openShop();
      await call({ invocationId: "b c", input: { a: 1 } }, { consumer: consumer("a") });
      await call({ invocationId: "c", input: { a: 2 } }, { consumer: consumer("a b") });
      await call({ invocationId: " b c", input: { a: 3 } }, { consumer: consumer("a") });
      await call({ invocationId: "c", input: { a: 4 } }, { consumer: consumer("a b ") });
      expect(ran).to.have.length(4);
    });

    it("holds within one registry only", async () => {
      const [first, second] = [openShop(), openShop()];
      await first.call({ ...one, input: { a: 1 } });
      expect(outcome(await second.call({ ...one, input: { a: 2 } }))).to.equal("ok");
    });

    it('is made of a generated id, "inv_" and 12 base62 characters, where none is given', async () => {
      const { call, ran } = openShop();
      const results = [await call(), await call()];
      for (const { invocationId } of results) expect(invocationId).to.match(/^inv_[0-9A-Za-z]{12}$/);
      expect(results[0]!.invocationId).not.to.equal(results[1]!.invocationId);
      expect(ran).to.have.length(2);
    });
  });

  describe("the window", () => {
    it("ends 10 minutes after the call settled: an expired key is a new attempt", async () => {
      const { call, ran, time } = openShop();
      await call(one);
      await time.advance(10 * minutes - 1);
      await call(one);
      expect(ran).to.have.length(1);
      await time.advance(1);
      await call(one);
      expect(ran).to.have.length(2);
    });

    it("keeps 200 results and forgets the oldest first", async () => {
      const { call, ran } = openShop();
      for (let index = 0; index <= 200; index++) await call({ invocationId: `call-${index}` });
      await call({ invocationId: "call-1" });
      expect(ran).to.have.length(201);
      await call({ invocationId: "call-0" });
      expect(ran).to.have.length(202);
    });

    it("never ends for a call that still runs", async () => {
      const { call, runs, time } = openBusyShop({ limits: { dedupeCacheTtlMs: 10 } });
      const first = call(one);
      await time.advance(1_000);
      expect(call(one)).to.equal(first);
      expect(runs).to.have.length(1);
    });

    it("evicts others however long one call hangs", async () => {
      const { call, runs } = openBusyShop({
        limits: { dedupeCacheSize: 1 },
        action: { concurrency: { mode: "parallel", max: 9 } },
      });
      void call({ invocationId: "hangs" });
      for (const [index, invocationId] of ["a", "b"].entries()) {
        const result = call({ invocationId });
        runs[index + 1]!.resolve(null);
        await result;
      }
      void call({ invocationId: "a" });
      expect(runs, "a was evicted and runs anew").to.have.length(4);
    });
  });

  describe("joining", () => {
    it("ends a joiner's own wait when it aborts, never the shared run", async () => {
      const { call, runs } = openBusyShop();
      const controller = new AbortController();
      const first = call(one);
      const joined = call(one, { signal: controller.signal });
      controller.abort();
      expect(outcome(await joined)).to.equal("CANCELLED");
      expect(runs[0]!.context.signal.aborted).to.equal(false);
      runs[0]!.resolve("done");
      expect(outputOf(await first)).to.equal("done");
    });

    it("gives a joiner that does not abort the shared result", async () => {
      const { call, runs } = openBusyShop();
      const first = call(one);
      const joined = call(one, { signal: new AbortController().signal });
      runs[0]!.resolve("done");
      expect(await joined).to.equal(await first);
    });

    it("cancels a joiner at once whose signal is aborted already", async () => {
      const shop = openBusyShop();
      const first = shop.call(one);
      expect(outcome(await shop.call(one, { signal: AbortSignal.abort() }))).to.equal("CANCELLED");
      expect(await isSettled(first, shop)).to.equal(false);
    });

    it("ends a joiner with the shared run when the first caller aborts it", async () => {
      const { call } = openBusyShop();
      const controller = new AbortController();
      const first = call(one, { signal: controller.signal });
      const joined = call(one);
      controller.abort();
      expect(outcome(await joined)).to.equal("CANCELLED");
      expect(await first).to.equal(await joined);
    });
  });
});
