import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type { AgentInvocationResult, AgentSurfaceRegistry } from "../../src/index.js";
import { act, cart, consumer, createSurface, deferred, outcome, type Deferred } from "../helpers/surface.js";
import { turn, type FakeTime } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const size = 2;
const ttl = 100;

interface Run {
  readonly request: number;
  readonly handler: Deferred<number>;
  readonly first: Promise<AgentInvocationResult>;
}

interface Model {
  runs: number;
  readonly running: Map<string, { request: number; run: number }>;
  /** Oldest first. */
  ended: { key: string; request: number; run: number; at: number }[];
}

interface Real {
  readonly registry: AgentSurfaceRegistry;
  readonly time: FakeTime;
  readonly running: Map<string, Run>;
  /** The handlers that were called, in order. */
  readonly handlers: Deferred<number>[];
  readonly reached: Map<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

const send = (real: Real, key: string, request: number) => {
  const [who, invocationId] = key.split("/") as [string, string];
  return real.registry.invoke(
    { capabilityId: "view:shop.cart.apply", invocationId, input: { request } },
    { consumer: consumer(who) },
  );
};

class Invoke implements Command {
  constructor(
    readonly key: string,
    readonly request: number,
  ) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const now = real.time.now();
    const running = model.running.get(this.key);
    const ended = model.ended.find(({ key, at }) => key === this.key && now - at < ttl);
    const known = running ?? ended;
    const before = real.handlers.length;
    const promise = send(real, this.key, this.request);
    await turn();
    if (!known) {
      reach(real, model.ended.some(({ key }) => key === this.key) ? "expired" : "new");
      expect(real.handlers).to.have.length(before + 1);
      model.runs += 1;
      model.running.set(this.key, { request: this.request, run: model.runs });
      real.running.set(this.key, {
        request: this.request,
        handler: real.handlers.at(-1)!,
        first: promise,
      });
      return;
    }
    expect(real.handlers, "nothing ran again").to.have.length(before);
    if (known.request !== this.request) {
      reach(real, running ? "conflict while running" : "conflict");
      expect(outcome(await promise)).to.equal("INVOCATION_CONFLICT");
    } else if (running) {
      reach(real, "joined");
      expect(promise).to.equal(real.running.get(this.key)!.first);
    } else {
      reach(real, "cached");
      expect(await promise).to.include({ status: "ok", output: known.run });
    }
  }
  toString = () => `invoke ${this.key} ${this.request}`;
}

class Settle implements Command {
  constructor(readonly key: string) {}
  check = (model: Model) => model.running.has(this.key);
  async run(model: Model, real: Real): Promise<void> {
    const { run, request } = model.running.get(this.key)!;
    const { handler, first } = real.running.get(this.key)!;
    handler.resolve(run);
    expect(await first).to.include({ status: "ok", output: run });
    model.running.delete(this.key);
    real.running.delete(this.key);
    const others = model.ended.filter(({ key }) => key !== this.key);
    model.ended = [...others, { key: this.key, request, run, at: real.time.now() }].slice(-size);
    reach(real, others.length === size ? "evicted" : "settled");
  }
  toString = () => `settle ${this.key}`;
}

class Advance implements Command {
  constructor(readonly milliseconds: number) {}
  check = () => true;
  async run(_model: Model, real: Real): Promise<void> {
    await real.time.advance(this.milliseconds);
  }
  toString = () => `advance ${this.milliseconds}`;
}

function reach({ reached }: Real, state: string): void {
  reached.set(state, (reached.get(state) ?? 0) + 1);
}

describe("the identity of calls, against a model", () => {
  it("runs each request once a window, joins, caches and refuses as it should", async () => {
    const key = fc.constantFrom("a/1", "a/2", "b/1");
    const reached = new Map<string, number>();
    const call = fc.tuple(key, fc.constantFrom(1, 1, 1, 2)).map(([one, request]) => new Invoke(one, request));
    const settle = key.map((one) => new Settle(one));
    const commands = fc.commands<Model, Real, false>(
      [
        call,
        call,
        call,
        settle,
        settle,
        fc.constantFrom(1, 1, 60, ttl).map((milliseconds) => new Advance(milliseconds)),
      ],
      { maxCommands: 60, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await fc.asyncModelRun(() => {
          const handlers: Deferred<number>[] = [];
          const { registry, time } = createSurface({
            limits: { dedupeCacheSize: size, dedupeCacheTtlMs: ttl, actionTimeoutMs: 1_000_000 },
          });
          const execute = () => {
            const handler = deferred<number>();
            handlers.push(handler);
            return handler.promise;
          };
          const concurrency = { mode: "parallel", max: 100 } as const;
          registry.register(cart({ actions: { apply: act({ execute, concurrency }) } }));
          return {
            model: { runs: 0, running: new Map(), ended: [] },
            real: { registry, time, running: new Map(), handlers, reached },
          };
        }, sequence);
      }),
      { numRuns: runs(80) },
    );
    if (!isWhole) return;
    const states = ["new", "joined", "cached", "conflict", "conflict while running", "evicted", "expired"];
    for (const state of states) expect(reached.get(state) ?? 0, state).to.be.greaterThan(5);
  });
});
