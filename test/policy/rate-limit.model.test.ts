import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { rateLimit } from "../../src/index.js";
import { cart, consumer, createSurface } from "../helpers/surface.js";
import { isWhole, runs } from "../helpers/runs.js";

const windowMs = 100;
const limit = 3;

/** Counts every call, of every pair, for ever. */
class Reference {
  readonly #windows = new Map<string, { start: number; calls: number }>();

  /** How long to wait, 0 where the call may run. */
  call(key: string, at: number): number {
    let window = this.#windows.get(key);
    if (!window || at >= window.start + windowMs) window = { start: at, calls: 0 };
    this.#windows.set(key, window);
    window.calls += 1;
    return window.calls <= limit ? 0 : window.start + windowMs - at;
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ who: fc.constantFrom("a", "b"), what: fc.constantFrom("apply", "read") }),
  },
  { weight: 1, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 120 }) }) },
);

describe("rateLimit, against a count of every call", () => {
  it("lets through the same calls and names the same waits", async () => {
    const reached = { ran: 0, limited: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: "max" }), async (steps) => {
        const { registry, time } = createSurface({ policies: [rateLimit({ limit, windowMs })] });
        registry.register(cart());
        const reference = new Reference();
        for (const one of steps) {
          if ("wait" in one) {
            await time.advance(one.wait);
            continue;
          }
          const result = await registry.invoke(
            { capabilityId: `view:shop.cart.${one.what}` },
            { consumer: consumer(one.who) },
          );
          const wait = reference.call(`${one.who} ${one.what}`, time.now());
          const told = result.status === "error" ? result.error.details!["retryAfterMs"] : 0;
          expect(told).to.equal(wait);
          reached[wait === 0 ? "ran" : "limited"] += 1;
        }
      }),
      { numRuns: runs(100) },
    );
    if (!isWhole) return;
    for (const [state, count] of Object.entries(reached)) expect(count, state).to.be.greaterThan(50);
  });
});
