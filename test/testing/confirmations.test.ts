import { expect } from "@open-wc/testing";
import { createAgentToolset } from "../../src/index.js";
import { errorOf, outcome, questionId } from "../helpers/surface.js";
import { cart, createShop, pay, rejection } from "./shop.js";

describe("createTestSurface().confirmations", () => {
  it("lists what waits", async () => {
    const { surface } = createShop();
    expect(surface.confirmations.pending()).to.deep.equal([]);
    const asked = await surface.invoke(pay);
    expect(surface.confirmations.pending().map(({ confirmationId }) => confirmationId)).to.deep.equal([
      questionId(asked),
    ]);
  });

  it("approves, and the call that carries the approval runs once, as the one that was asked about", async () => {
    const { surface, paid } = createShop();
    const asked = await surface.invoke(pay);
    const { confirmationId } = await surface.confirmations.approve();
    expect(paid).to.deep.equal([]);
    const result = await surface.invoke(pay, undefined, { confirmationId });
    expect(result.status).to.equal("ok");
    expect(result.invocationId).to.equal(asked.invocationId);
    expect(paid.map(({ confirmation }) => confirmation?.id)).to.deep.equal([confirmationId]);
    const again = await surface.invoke(pay, undefined, { confirmationId });
    expect(errorOf(again)).to.deep.include({ code: "CONFIRMATION_INVALID", details: { reason: "consumed" } });
    expect(paid).to.have.length(1);
  });

  it("repeats the same call while the question is open", async () => {
    const { surface } = createShop();
    const asked = await surface.invoke(pay);
    const confirmationId = questionId(asked);
    for (let count = 0; count < 2; count++) {
      const again = await surface.invoke(pay, undefined, { confirmationId });
      expect([again.invocationId, questionId(again)]).to.deep.equal([asked.invocationId, confirmationId]);
    }
  });

  it("lets a waiting call run by the time the approval is done", async () => {
    const { surface, paid } = createShop();
    const paying = surface.invoke(pay, {}, { wait: true });
    await surface.confirmations.approve();
    expect(paid).to.have.length(1);
    expect((await paying).status).to.equal("ok");
    expect(await paying).to.deep.include({ invocationId: "test-call-1" });
  });

  it("waits for a question that policies still hold up", async () => {
    const onAuthorize = async (_context: unknown, next: () => Promise<never>) => {
      for (let count = 0; count < 20; count++) await Promise.resolve();
      return next();
    };
    const { surface, paid } = createShop({ policies: [{ name: "slow", onAuthorize }] });
    const paying = surface.invoke(pay, {}, { wait: true });
    expect(surface.confirmations.pending()).to.deep.equal([]);
    await surface.confirmations.approve();
    expect(outcome(await paying)).to.equal("ok");
    expect(paid).to.have.length(1);
  });

  it("denies, with the cause that is told", async () => {
    const { surface, paid } = createShop();
    for (const [reason, cause] of [
      [undefined, "declined"],
      ["dismissed", "dismissed"],
    ]) {
      const paying = surface.invoke(pay, {}, { wait: true });
      await surface.confirmations.deny(pay, reason);
      const error = errorOf(await paying);
      expect(error.code).to.equal("CONFIRMATION_INVALID");
      expect(error.details).to.deep.equal({ reason: "denied", cause });
    }
    expect(paid).to.deep.equal([]);
  });

  it("lets a question expire", async () => {
    const { surface, paid } = createShop({ limits: { confirmationTtlMs: 5_000 } });
    const before = surface.time.now();
    const paying = surface.invoke(pay, {}, { wait: true });
    await surface.confirmations.expire();
    expect(surface.time.now() - before).to.equal(5_000);
    expect(errorOf(await paying)).to.deep.include({
      code: "CONFIRMATION_INVALID",
      details: { reason: "expired" },
    });
    expect(paid).to.deep.equal([]);
  });

  it("says so where a presenter stopped the question's time", async () => {
    const { surface } = createShop();
    const presenter = surface.registry.confirmations.present();
    await surface.invoke(pay);
    expect((await rejection(surface.confirmations.expire())).message).to.contain("presenter");
    presenter.shown(surface.confirmations.pending()[0]!.confirmationId);
    await surface.confirmations.expire();
    expect(surface.confirmations.pending()).to.deep.equal([]);
  });

  it("takes a question by its id, its capability, or as it is listed", async () => {
    const shop = createShop();
    const { surface } = shop;
    const { confirmations } = surface;
    surface.register(cart(shop, { type: "shop.other" }));
    const other = "view:shop.other.pay";
    await surface.invoke(pay);
    await surface.invoke(other);
    expect((await confirmations.approve(other)).capabilityId).to.equal(other);
    const [question] = confirmations.pending();
    expect(await confirmations.deny(question)).to.equal(question);
    const id = questionId(await surface.invoke(pay));
    expect((await confirmations.approve(id)).confirmationId).to.equal(id);
  });

  it("rejects where it is not clear which question is meant", async () => {
    const shop = createShop();
    const { confirmations } = shop.surface;
    shop.surface.register(cart(shop, { instanceId: "second" }));
    expect((await rejection(confirmations.approve())).message).to.equal("No question is pending.");
    const ids = [];
    for (const instanceId of ["default", "second"])
      ids.push(questionId(await shop.surface.invoke(pay, {}, { instanceId })));
    const list = ids.map((id) => `${pay} (${id})`).join(", ");
    expect((await rejection(confirmations.deny(pay))).message).to.equal(
      `2 questions are pending for "${pay}". Name one of: ${list}.`,
    );
    expect((await rejection(confirmations.approve("cnf_x"))).message).to.equal(
      `No question is pending for "cnf_x". Name one of: ${list}.`,
    );
  });

  it("withdraws the question of a waiting call that its caller cancels", async () => {
    const { surface, paid } = createShop();
    const abort = new AbortController();
    const paying = surface.invoke(pay, {}, { wait: true, signal: abort.signal });
    await surface.time.advance(0);
    expect(surface.confirmations.pending()).to.have.length(1);
    abort.abort();
    expect(errorOf(await paying)).to.deep.include({ code: "CANCELLED", details: { dispatched: false } });
    expect(surface.confirmations.pending()).to.deep.equal([]);
    expect(surface.auditLog.map(({ type }) => type)).to.include("confirmation-denied");
    expect(paid).to.deep.equal([]);
  });

  it("can be asked by the application's own toolset", async () => {
    const { surface, paid } = createShop();
    const toolset = createAgentToolset(surface.registry, {
      consumer: { id: "assistant", kind: "embedded" },
      topology: "embedded",
    });
    const paying = toolset
      .tools()
      .find(({ capabilityId }) => capabilityId === pay)!
      .execute({});
    // By now it would have been told that nobody can be asked.
    await surface.time.advance(0);
    await surface.confirmations.approve();
    expect((await paying).status).to.equal("ok");
    expect(paid).to.have.length(1);
    toolset.dispose();
  });
});
