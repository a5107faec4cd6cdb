import { expect } from "@open-wc/testing";
import { memoryAuditSink } from "../../src/index.js";
import { createTestSurface } from "../../src/testing/index.js";
import { errorOf, outcome, printedDuring } from "../helpers/surface.js";
import { add, createShop, pay, read, rejection, slow } from "./shop.js";

describe("createTestSurface()", () => {
  it("keeps the events in their order", async () => {
    const { surface } = createShop();
    await surface.time.advance(0);
    expect(surface.events.map(({ type }) => type)).to.deep.equal(["component-registered", "surface-changed"]);
    surface.events.length = 0;
    await surface.observe(read);
    expect(surface.events.map(({ type }) => type)).to.deep.equal([
      "invocation-started",
      "invocation-settled",
    ]);
  });

  it("keeps the audit, and hands it to the sink that was given", async () => {
    const audit = memoryAuditSink();
    const { surface } = createShop({ audit });
    await surface.invoke(add, { item: "tea" });
    expect(surface.auditLog.map(({ type }) => type)).to.deep.equal([
      "registration",
      "invocation-started",
      "invocation-settled",
    ]);
    expect(audit.events()).to.deep.equal(surface.auditLog);
    expect(surface.auditLog[0]!.at).to.equal("2026-01-01T00:00:00.000Z");
  });

  it("prints what the application's functions throw, unless it is told to be production", async () => {
    const context = () => {
      throw new Error("no user");
    };
    const inTest = createTestSurface({ context });
    const policies = [{ name: "any", onDiscovery: () => ({ decision: "expose" }) as const }];
    expect(
      await printedDuring(() => createShop({ context, policies }).surface.observe(read)),
    ).to.not.deep.equal([]);
    expect(
      await printedDuring(() =>
        createShop({ context, policies, environment: "production" }).surface.observe(read),
      ),
    ).to.deep.equal([]);
    inTest.dispose();
  });

  it("ends everything on dispose, which may be repeated", async () => {
    const { surface } = createShop();
    const running = surface.invoke(slow);
    surface.dispose();
    surface.dispose();
    expect(errorOf(await running)).to.deep.include({ code: "CANCELLED", retry: "no" });
    expect((await rejection(surface.invoke(read))).message).to.contain("disposed");
  });

  it("ends the wait for an approval on dispose", async () => {
    const { surface, paid } = createShop();
    const paying = surface.invoke(pay, {}, { wait: true });
    await surface.time.advance(0);
    surface.dispose();
    expect(outcome(await paying)).to.equal("CONFIRMATION_REQUIRED");
    expect(paid).to.deep.equal([]);
  });
});

describe("createTestSurface().time", () => {
  it("stands still until it is moved", async () => {
    const { surface } = createShop();
    const { now, advance } = surface.time;
    expect(new Date(now()).toISOString()).to.equal("2026-01-01T00:00:00.000Z");
    await advance(1_500);
    expect(new Date(now()).toISOString()).to.equal("2026-01-01T00:00:01.500Z");
    expect(surface.snapshot().capturedAt).to.equal("2026-01-01T00:00:01.500Z");
  });

  it("lets time-outs fall due in their order, each at its own time", async () => {
    const { surface } = createShop();
    const { time } = surface;
    const started = time.now();
    const ends: [string, string, number][] = [];
    const call = (id: string, timeoutMs: number) =>
      void surface
        .invoke(slow, {}, { invocationId: id, timeoutMs })
        .then((result) => ends.push([id, outcome(result), time.now() - started]));
    call("late", 900);
    call("early", 300);
    call("between", 600);
    await time.advance(299);
    expect(ends).to.deep.equal([]);
    await time.advance(1_000);
    expect(ends).to.deep.equal([
      ["early", "TIMEOUT", 300],
      ["between", "TIMEOUT", 600],
      ["late", "TIMEOUT", 900],
    ]);
    expect(time.now() - started).to.equal(1_299);
  });

  it("adds up where it is moved twice at once", async () => {
    const { time } = createTestSurface();
    const started = time.now();
    await Promise.all([time.advance(100), time.advance(50)]);
    expect(time.now() - started).to.equal(150);
  });

  it("never goes back", async () => {
    const { time } = createTestSurface();
    for (const wrong of [-1, NaN, Infinity]) {
      expect(await rejection(time.advance(wrong))).to.be.instanceOf(RangeError);
    }
  });

  it("forgets old calls when their window has passed", async () => {
    const { surface, rows } = createShop({ limits: { dedupeCacheTtlMs: 1_000 } });
    const again = () => surface.invoke(add, { item: "tea" }, { invocationId: "one" });
    await again();
    await again();
    expect(rows).to.have.length(1);
    await surface.time.advance(1_000);
    await again();
    expect(rows).to.have.length(2);
  });

  it("runs tasks of the registry's scheduler although the clock stands", async () => {
    const { FakeTime } = await import("../../src/testing/time.js");
    const time = new FakeTime();
    await new Promise<void>((resolve) => time.schedule.task(resolve));
  });

  it("is the real one on request", async () => {
    const { surface } = createShop({ realTime: true });
    expect(Math.abs(surface.time.now() - Date.now())).to.be.below(1_000);
    expect(outcome(await surface.invoke(slow, {}, { timeoutMs: 5 }))).to.equal("TIMEOUT");
    expect((await rejection(surface.time.advance(1))).message).to.contain("realTime");
    await surface.invoke(pay);
    expect((await rejection(surface.confirmations.expire())).message).to.contain("realTime");
    surface.dispose();
  });

  it("is the application's own where that gives one", async () => {
    const options = { now: () => 5 };
    const { surface } = createShop(options);
    expect(surface.time.now()).to.equal(5);
    expect(surface.snapshot().capturedAt).to.equal("1970-01-01T00:00:00.005Z");
    expect((await rejection(surface.time.advance(1))).message).to.contain("now");
  });
});
