import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type { AgentRegistrationHandle, AgentSurfaceEvent, AgentSurfaceRegistry } from "../../src/index.js";
import { act, cart, createSurface } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

/** What the page, or a listener in the middle of an event, does. */
type Step =
  | { readonly do: "register" | "unregister" | "toggle"; readonly instance: string }
  /** Adds a listener that does one of its steps at each event it hears, and nothing once they are used up. */
  | { readonly do: "subscribe"; readonly steps: readonly Step[] }
  | { readonly do: "unsubscribe"; readonly which: number }
  | { readonly do: "throw" };

interface Listener {
  /** Where in the journal its subscription begins. */
  readonly from: number;
  readonly heard: string[];
  readonly unsubscribe: () => void;
  /** How much it had heard when it left; absent while it listens. */
  left: { readonly heard: number; readonly told: number } | undefined;
}

const instances = ["a", "b", "c"];

/**
 * The page and its listeners. The reference is a journal: each step writes down the events that it must cause before it
 * is done. Whoever listens must hear exactly a stretch of it.
 */
class World {
  readonly registry: AgentSurfaceRegistry;
  readonly journal: string[] = [];
  readonly listeners: Listener[] = [];
  readonly changes: string[] = [];
  readonly problems: unknown[] = [];
  /** What is live. The page has no handle yet while the registration is being told. */
  readonly #live = new Map<string, { handle: AgentRegistrationHandle | undefined; enabled: boolean }>();
  readonly #reached: Map<string, number>;
  /** Depth of causes: 0 is the page, 1 a listener of what the page did, and so on. By place in the journal. */
  readonly #causes: number[] = [];
  /** The first listener, who only listens: as long as what was told so far. */
  readonly #witness: string[] = [];

  constructor(reached: Map<string, number>) {
    this.#reached = reached;
    this.registry = createSurface().registry;
    this.registry.subscribe((event) => {
      if (event.type === "surface-changed") this.changes.push(event.surfaceVersion);
      else this.#witness.push(textOf(event));
    });
  }

  get told(): number {
    return this.#witness.length;
  }

  get witnessed(): readonly string[] {
    return this.#witness;
  }

  /** @param cause how deep the event lies that this happens at; 0 outside of all events */
  run(step: Step, cause: number): void {
    const where = cause === 0 ? "outside" : "inside";
    switch (step.do) {
      case "throw":
        this.#reach(`threw ${where}`);
        if (cause > 0) throw new Error("a listener broke");
        return;
      case "subscribe":
        this.#reach(`subscribed ${where}`);
        this.#subscribe(step.steps);
        return;
      case "unsubscribe":
        this.#unsubscribe(step.which, where);
        return;
      default:
        this.#mutate(step.do, step.instance, cause);
    }
  }

  /** What a listener throws is contained: what it should not have thrown is kept for `agree`. */
  #act(step: Step, cause: number): void {
    try {
      this.run(step, cause);
    } catch (error) {
      if (step.do !== "throw") this.problems.push(error);
      throw error;
    }
  }

  #mutate(what: "register" | "unregister" | "toggle", instance: string, cause: number): void {
    const live = this.#live.get(instance);
    if (what !== "register" && !live?.handle) return;
    this.#reach(`${what} ${cause === 0 ? "outside" : cause === 1 ? "inside" : "deep inside"}`);
    if (what === "register") {
      this.#expect(live ? `component-rejected ${instance}` : `component-registered ${instance}`, cause);
      const arrived = { handle: undefined as AgentRegistrationHandle | undefined, enabled: true };
      if (!live) this.#live.set(instance, arrived);
      arrived.handle = this.registry.register(definition(instance));
      expect(arrived.handle.status).to.equal(live ? "rejected" : "active");
    } else if (what === "unregister") {
      this.#expect(`component-unregistered ${instance}`, cause);
      this.#live.delete(instance);
      live!.handle!.unregister();
    } else {
      live!.enabled = !live!.enabled;
      this.#expect(`availability-changed ${live!.enabled}`, cause);
      live!.handle!.update({ enabled: live!.enabled });
    }
    const mounted = this.registry.snapshot().components.map(({ instanceId }) => instanceId);
    expect(mounted, "the change itself is done at once").to.deep.equal([...this.#live.keys()].sort());
  }

  #expect(event: string, cause: number): void {
    this.journal.push(event);
    this.#causes.push(cause);
  }

  #subscribe(steps: readonly Step[]): void {
    const left = [...steps];
    const heard: string[] = [];
    const unsubscribe = this.registry.subscribe((event) => {
      const isChange = event.type === "surface-changed";
      if (!isChange) heard.push(textOf(event));
      if (listener.left) this.#reach("heard after it left");
      const step = left.shift();
      if (step) this.#act(step, isChange ? 1 : this.#causes[this.told - 1]! + 1);
    });
    const listener: Listener = { from: this.told, heard, unsubscribe, left: undefined };
    this.listeners.push(listener);
  }

  #unsubscribe(which: number, where: string): void {
    const listening = this.listeners.filter(({ left }) => !left);
    const listener = listening[which % Math.max(listening.length, 1)];
    if (!listener) return;
    listener.unsubscribe();
    listener.left = { heard: listener.heard.length, told: this.told };
    this.#reach(`unsubscribed ${where}`);
    if (listener.heard.length < this.told - listener.from) this.#reach("left before its turn");
  }

  #reach(state: string): void {
    this.#reached.set(state, (this.#reached.get(state) ?? 0) + 1);
  }
}

const definition = (instanceId: string) => cart({ instanceId, observations: {}, actions: { apply: act() } });

function textOf(event: AgentSurfaceEvent): string {
  if (event.type === "availability-changed") return `${event.type} ${event.available}`;
  return "instanceId" in event ? `${event.type} ${event.instanceId}` : event.type;
}

function agree({ journal, listeners, witnessed, problems }: World): void {
  expect(problems).to.deep.equal([]);
  expect(witnessed, "everything, in the order of the changes").to.deep.equal(journal);
  for (const { from, heard, left } of listeners) {
    expect(heard).to.deep.equal(journal.slice(from, from + heard.length));
    // Who left in the middle of an event may have had its turn or not, but missed none before.
    if (!left) expect(heard).to.have.length(journal.length - from);
    else {
      expect(heard, "nothing after it left").to.have.length(left.heard);
      expect(left.told - from - left.heard).to.be.within(0, 1);
    }
  }
}

const instance = fc.constantFrom(...instances);
const mutation = fc.record({
  do: fc.constantFrom("register", "register", "unregister", "toggle"),
  instance,
}) as fc.Arbitrary<Step>;
const unsubscription = fc.record({ do: fc.constant("unsubscribe" as const), which: fc.nat(5) });
const failure = fc.constant<Step>({ do: "throw" });

/** Listeners whose steps may add listeners, three levels deep. */
function steps(levels: number): fc.Arbitrary<Step> {
  const simple = [mutation, mutation, mutation, unsubscription, failure];
  if (levels === 0) return fc.oneof(...simple);
  const subscription = fc.record({
    do: fc.constant("subscribe" as const),
    steps: fc.array(steps(levels - 1), { maxLength: 4 }),
  });
  return fc.oneof(...simple, subscription, subscription);
}

describe("events under listeners that act, against a journal", () => {
  it("come to everybody in the order of the changes, whatever listeners do in the middle of them", async () => {
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps(3), { minLength: 1, maxLength: 25, size: "max" }),
        async (sequence: Step[]) => {
          const world = new World(reached);
          for (const step of sequence) {
            world.run(step, 0);
            agree(world);
            const told = world.changes.length;
            await turn();
            agree(world);
            // Once a microtask; listeners of the change itself may cause another one.
            if (world.changes.length > told)
              expect(world.changes.at(-1)).to.equal(world.registry.getVersion());
            expect(new Set(world.changes).size, "no version twice").to.equal(world.changes.length);
          }
        },
      ),
      { numRuns: runs(120) },
    );
    if (!isWhole) return;
    for (const state of [
      "register outside",
      "register inside",
      "register deep inside",
      "unregister inside",
      "unregister deep inside",
      "toggle inside",
      "subscribed inside",
      "unsubscribed inside",
      "left before its turn",
      "threw inside",
    ]) {
      expect(reached.get(state) ?? 0, state).to.be.greaterThan(0);
    }
    expect(reached.get("heard after it left") ?? 0).to.equal(0);
  });
});
