import { expect } from "@open-wc/testing";
import { rateLimit } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  errorOf,
  outcome,
  questionId,
  thrownBy,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const clear = { capabilityId: "view:shop.cart.clear" };

function limited(limit = 2, windowMs = 1_000) {
  const surface = createSurface({ policies: [rateLimit({ limit, windowMs })] });
  let runs = 0;
  const execute = () => void (runs += 1);
  surface.registry.register(
    cart({ actions: { apply: act({ execute }), clear: act({ execute, confirmation: "required" }) } }),
  );
  const call = async (id = "me", request = apply) =>
    outcome(await surface.registry.invoke(request, { consumer: consumer(id) }));
  return { ...surface, call, runs: () => runs };
}

describe("rateLimit", () => {
  it("refuses what is over the limit, and says when it is worth another try", async () => {
    const { registry, time, call, runs } = limited();
    expect([await call(), await call()]).to.deep.equal(["ok", "ok"]);
    await time.advance(300);
    const error = errorOf(await registry.invoke(apply, { consumer: consumer("me") }));
    expect(error).to.deep.include({
      code: "RATE_LIMITED",
      retry: "after-delay",
      details: { reason: "rate", retryAfterMs: 700 },
    });
    expect(runs()).to.equal(2);
    await time.advance(699);
    expect(await call()).to.equal("RATE_LIMITED");
    await time.advance(1);
    expect([await call(), await call(), await call()]).to.deep.equal(["ok", "ok", "RATE_LIMITED"]);
  });

  it("counts for each consumer and each capability", async () => {
    const { call } = limited(1);
    expect(await call("a")).to.equal("ok");
    expect(await call("a")).to.equal("RATE_LIMITED");
    expect(await call("b")).to.equal("ok");
    expect(await call("a", { capabilityId: "view:shop.cart.read" })).to.equal("ok");
  });

  it("does not count what it refused", async () => {
    const { call, time } = limited(1);
    await call();
    for (let n = 0; n < 5; n++) await call();
    await time.advance(1_000);
    expect(await call()).to.equal("ok");
  });

  it("counts calls that run at the same time", async () => {
    const { registry } = limited(2);
    const results = await Promise.all([1, 2, 3].map(() => registry.invoke(apply)));
    expect(results.map(outcome).sort()).to.deep.equal(["RATE_LIMITED", "ok", "ok"]);
  });

  it("does not keep an approved call from running, however long its window", async () => {
    const { registry, call } = limited(1, 3_600_000);
    const asked = { ...clear, invocationId: "one" };
    const confirmationId = questionId(await registry.invoke(asked));
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await registry.invoke({ ...asked, confirmationId }))).to.equal("ok");
    expect(await call("anonymous", clear)).to.equal("CONFIRMATION_REQUIRED");
    expect(outcome(await registry.invoke(clear))).to.equal("RATE_LIMITED");
  });

  it("begins a new window where the clock was set back", async () => {
    let now = 1_000_000;
    const { registry } = createSurface({
      policies: [rateLimit({ limit: 1, windowMs: 1_000 })],
      now: () => now,
    });
    registry.register(cart());
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
    now -= 500_000;
    expect(outcome(await registry.invoke(apply)), "a new window").to.equal("ok");
    expect(errorOf(await registry.invoke(apply)).details).to.deep.equal({
      reason: "rate",
      retryAfterMs: 1_000,
    });
  });

  it("keeps a bounded count of endless consumers, and forgets the one that called longest ago", async () => {
    const { call } = limited(1, 3_600_000);
    await call("old");
    await call("busy");
    for (let n = 0; n < 998; n++) await call(`c${n}`);
    expect(await call("busy")).to.equal("RATE_LIMITED");
    await call("one more");
    await call("another");
    expect(await call("busy"), "called lately").to.equal("RATE_LIMITED");
    expect(await call("old"), "forgotten").to.equal("ok");
  });

  it("throws at once for a limit or a window that is none", () => {
    for (const options of [
      { limit: 0, windowMs: 1 },
      { limit: -1, windowMs: 1 },
      { limit: 1.5, windowMs: 1 },
      { limit: NaN, windowMs: 1 },
      { limit: Infinity, windowMs: 1 },
      { limit: "5", windowMs: 1 },
      { limit: 1, windowMs: 0 },
      { limit: 1, windowMs: NaN },
      { limit: 1 },
      {},
      undefined,
    ] as never[]) {
      expect(
        thrownBy(() => rateLimit(options)),
        JSON.stringify(options),
      ).to.be.instanceOf(TypeError);
    }
  });
});
