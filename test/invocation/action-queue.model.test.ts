import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type {
  AgentInvocationResult,
  AgentRegistrationHandle,
  AgentSurfaceRegistry,
} from "../../src/index.js";
import { act, cart, createSurface, deferred, outcome, type Deferred } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const depth = 2;

interface Job {
  readonly name: number;
  readonly controller: AbortController;
  readonly result: Promise<AgentInvocationResult>;
}

/** One slot and a line before it, in the simplest way. */
interface Model {
  next: number;
  running: number | undefined;
  line: number[];
  started: number[];
  available: boolean;
}

interface Real {
  readonly registry: AgentSurfaceRegistry;
  readonly handle: AgentRegistrationHandle;
  readonly jobs: Map<number, Job>;
  readonly handlers: Map<number, Deferred<void>>;
  readonly started: number[];
  readonly reached: Map<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

class Invoke implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const name = model.next++;
    const controller = new AbortController();
    const result = real.registry.invoke(
      { capabilityId: "view:shop.cart.apply", input: { name } },
      { signal: controller.signal },
    );
    real.jobs.set(name, { name, controller, result });
    await turn();
    if (!model.available) {
      reach(real, "refused");
      expect(outcome(await result)).to.equal("CAPABILITY_NOT_AVAILABLE");
    } else if (model.running === undefined) {
      reach(real, "ran at once");
      start(model, name);
    } else if (model.line.length < depth) {
      reach(real, `waited ${model.line.length}`);
      model.line.push(name);
    } else {
      reach(real, "overflow");
      expect(outcome(await result)).to.equal("RATE_LIMITED");
    }
    agree(model, real);
  }
  toString = () => "invoke";
}

class End implements Command {
  check = (model: Model) => model.running !== undefined;
  async run(model: Model, real: Real): Promise<void> {
    const name = model.running!;
    real.handlers.get(name)!.resolve();
    expect(outcome(await real.jobs.get(name)!.result)).to.equal("ok");
    await advanceLine(model, real);
  }
  toString = () => "end";
}

class Abort implements Command {
  constructor(readonly place: number) {}
  check = (model: Model) => waitingAt(model, this.place) !== undefined;
  async run(model: Model, real: Real): Promise<void> {
    const name = waitingAt(model, this.place)!;
    const { controller, result } = real.jobs.get(name)!;
    controller.abort();
    expect(outcome(await result)).to.equal("CANCELLED");
    if (this.place === 0) {
      reach(real, "aborted running");
      await advanceLine(model, real);
    } else {
      reach(real, "aborted waiting");
      model.line = model.line.filter((one) => one !== name);
      agree(model, real);
    }
  }
  toString = () => `abort ${this.place}`;
}

class Toggle implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    model.available = !model.available;
    real.handle.update({ availability: { apply: { available: model.available } } });
    await turn();
    agree(model, real);
  }
  toString = () => "toggle";
}

/** 0 is the running one, 1 the first in line. */
function waitingAt(model: Model, place: number): number | undefined {
  return place === 0 ? model.running : model.line[place - 1];
}

function start(model: Model, name: number): void {
  model.running = name;
  model.started.push(name);
}

async function advanceLine(model: Model, real: Real): Promise<void> {
  await turn();
  model.running = undefined;
  if (model.available) {
    const name = model.line.shift();
    if (name !== undefined) start(model, name);
  } else {
    for (const name of model.line.splice(0)) {
      reach(real, "refused in line");
      expect(outcome(await real.jobs.get(name)!.result)).to.equal("CAPABILITY_NOT_AVAILABLE");
    }
  }
  agree(model, real);
}

function agree(model: Model, real: Real): void {
  expect(real.started).to.deep.equal(model.started);
}

function reach({ reached }: Real, state: string): void {
  reached.set(state, (reached.get(state) ?? 0) + 1);
}

describe("the queue of actions, against a model", () => {
  it("starts the same calls in the same order, whatever ends and aborts", async () => {
    const reached = new Map<string, number>();
    const invoke = fc.constant(new Invoke());
    const commands = fc.commands<Model, Real, false>(
      [
        invoke,
        invoke,
        invoke,
        fc.constant(new End()),
        fc.nat(depth).map((place) => new Abort(place)),
        fc.constant(new Toggle()),
      ],
      { maxCommands: 40, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await fc.asyncModelRun(() => {
          const { registry } = createSurface({ limits: { actionQueueDepth: depth } });
          const handlers = new Map<number, Deferred<void>>();
          const started: number[] = [];
          const action = act({
            execute(input) {
              const name = input["name"] as number;
              started.push(name);
              const handler = deferred<void>();
              handlers.set(name, handler);
              return handler.promise;
            },
          });
          const handle = registry.register(cart({ actions: { apply: action } }));
          return {
            model: { next: 1, running: undefined, line: [], started: [], available: true },
            real: { registry, handle, jobs: new Map(), handlers, started, reached },
          };
        }, sequence);
      }),
      { numRuns: runs(80) },
    );
    if (!isWhole) return;
    for (const state of [
      "ran at once",
      "waited 0",
      "waited 1",
      "overflow",
      "refused",
      "refused in line",
      "aborted running",
      "aborted waiting",
    ]) {
      expect(reached.get(state) ?? 0, state).to.be.greaterThan(5);
    }
  });
});
