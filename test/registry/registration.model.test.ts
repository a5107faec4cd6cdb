import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type { AgentRegistrationHandle, AgentSurfaceRegistry } from "../../src/index.js";
import { act, cart, createSurface, errorOf, outcome } from "../helpers/surface.js";
import type { FakeTime } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const size = 3;
const ttl = 100;

/** What is live and what is remembered, in the simplest way. */
interface Model {
  version: number;
  readonly live: Map<string, { id: string; enabled: boolean }>;
  /** Oldest first, never more than `size`. */
  tombstones: { id: string; instanceId: string; at: number }[];
  readonly ids: string[];
}

interface Real {
  readonly registry: AgentSurfaceRegistry;
  readonly time: FakeTime;
  readonly handles: Map<string, AgentRegistrationHandle>;
  readonly reached: Map<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

const definition = (instanceId: string) => cart({ instanceId, observations: {}, actions: { apply: act() } });

class Register implements Command {
  constructor(readonly instanceId: string) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const handle = real.registry.register(definition(this.instanceId));
    expect(model.ids).not.to.include(handle.registrationId);
    if (model.live.has(this.instanceId)) {
      reach(real, "duplicate");
      expect(handle.status).to.equal("rejected");
    } else {
      expect(handle.status).to.equal("active");
      real.handles.set(this.instanceId, handle);
      model.live.set(this.instanceId, { id: handle.registrationId, enabled: true });
      model.ids.push(handle.registrationId);
      model.version += 1;
    }
    agree(model, real);
  }
  toString = () => `register ${this.instanceId}`;
}

class Unregister implements Command {
  constructor(readonly instanceId: string) {}
  check = (model: Model) => model.live.has(this.instanceId);
  async run(model: Model, real: Real): Promise<void> {
    const { id } = model.live.get(this.instanceId)!;
    real.handles.get(this.instanceId)!.unregister();
    model.live.delete(this.instanceId);
    model.tombstones = [...model.tombstones, { id, instanceId: this.instanceId, at: real.time.now() }].slice(
      -size,
    );
    model.version += 1;
    agree(model, real);
  }
  toString = () => `unregister ${this.instanceId}`;
}

class Enable implements Command {
  constructor(
    readonly instanceId: string,
    readonly enabled: boolean,
  ) {}
  check = (model: Model) => model.live.has(this.instanceId);
  async run(model: Model, real: Real): Promise<void> {
    const live = model.live.get(this.instanceId)!;
    real.handles.get(this.instanceId)!.update({ enabled: this.enabled });
    if (live.enabled !== this.enabled) model.version += 1;
    live.enabled = this.enabled;
    agree(model, real);
  }
  toString = () => `enable ${this.instanceId} ${this.enabled}`;
}

class Advance implements Command {
  constructor(readonly milliseconds: number) {}
  check = () => true;
  async run(_model: Model, real: Real): Promise<void> {
    await real.time.advance(this.milliseconds);
  }
  toString = () => `advance ${this.milliseconds}`;
}

class Invoke implements Command {
  constructor(
    readonly instanceId: string | undefined,
    readonly token: number | undefined,
  ) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const registrationId =
      this.token === undefined
        ? undefined
        : (model.ids[this.token % (model.ids.length + 1)] ?? "reg_0_never");
    const result = await real.registry.invoke({
      capabilityId: "view:shop.cart.apply",
      ...(this.instanceId !== undefined && { instanceId: this.instanceId }),
      ...(registrationId !== undefined && { registrationId }),
    });
    const expected = expectation(model, real.time.now(), this.instanceId, registrationId);
    reach(real, expected);
    const reason = result.status === "error" ? result.error.details?.["reason"] : undefined;
    const found = outcome(result) === "STALE_CAPABILITY" ? `STALE ${reason as string}` : outcome(result);
    expect(found).to.equal(expected);
    if (found.startsWith("STALE") && (this.instanceId !== undefined || model.live.size === 1)) {
      const live =
        this.instanceId === undefined ? [...model.live.values()][0] : model.live.get(this.instanceId);
      expect(errorOf(result).details!["liveRegistrationId"]).to.equal(live!.id);
    }
  }
  toString = () => `invoke ${this.instanceId ?? "-"} ${this.token ?? "-"}`;
}

/** Contract section 7, read from top to bottom. */
function expectation(
  model: Model,
  now: number,
  instanceId: string | undefined,
  registrationId: string | undefined,
): string {
  const targets = [...model.live].filter(([one]) => instanceId === undefined || one === instanceId);
  const stones = model.tombstones.filter(({ at }) => now - at < ttl);
  const run = ({ enabled }: { enabled: boolean }) => (enabled ? "ok" : "CAPABILITY_NOT_AVAILABLE");
  if (registrationId !== undefined) {
    const meant = targets.find(([, { id }]) => id === registrationId);
    if (meant) return run(meant[1]);
    const remembered = stones.some(({ id }) => id === registrationId);
    if (targets.length > 0) return `STALE ${remembered ? "registration-replaced" : "surface-reloaded"}`;
    return remembered ? "COMPONENT_UNMOUNTED" : "CAPABILITY_NOT_FOUND";
  }
  if (targets.length > 1) return "AMBIGUOUS_INSTANCE";
  if (targets[0]) return run(targets[0][1]);
  const had = stones.some((stone) => instanceId === undefined || stone.instanceId === instanceId);
  return had ? "COMPONENT_UNMOUNTED" : "CAPABILITY_NOT_FOUND";
}

function agree(model: Model, real: Real): void {
  const snapshot = real.registry.snapshot();
  expect(snapshot.surfaceVersion).to.equal(String(model.version));
  const mounted = snapshot.components.map((one) => [
    one.instanceId,
    one.registrationId,
    one.actions[0]!.available,
  ]);
  const expected = [...model.live].map(([instanceId, { id, enabled }]) => [instanceId, id, enabled]);
  expect(mounted).to.deep.equal(expected.sort(([one], [other]) => (one! < other! ? -1 : 1)));
}

function reach({ reached }: Real, state: string): void {
  reached.set(state, (reached.get(state) ?? 0) + 1);
}

describe("registrations and tombstones, against a model", () => {
  it("agree after every sequence of changes and calls", async () => {
    const instance = fc.constantFrom("a", "b", "c");
    const reached = new Map<string, number>();
    const register = instance.map((one) => new Register(one));
    const invoke = fc
      .tuple(
        fc.option(instance, { nil: undefined, freq: 2 }),
        fc.option(fc.nat(20), { nil: undefined, freq: 2 }),
      )
      .map(([one, token]) => new Invoke(one, token));
    const commands = fc.commands<Model, Real, false>(
      [
        register,
        register,
        register,
        instance.map((one) => new Unregister(one)),
        fc.tuple(instance, fc.boolean()).map(([one, enabled]) => new Enable(one, enabled)),
        fc.constantFrom(1, 60, ttl).map((milliseconds) => new Advance(milliseconds)),
        invoke,
        invoke,
        invoke,
        invoke,
      ],
      { maxCommands: 60, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await fc.asyncModelRun(() => {
          const { registry, time } = createSurface({ limits: { tombstoneSize: size, tombstoneTtlMs: ttl } });
          return {
            model: { version: 0, live: new Map(), tombstones: [], ids: [] },
            real: { registry, time, handles: new Map(), reached },
          };
        }, sequence);
      }),
      { numRuns: runs(100) },
    );
    if (!isWhole) return;
    for (const state of [
      "ok",
      "duplicate",
      "CAPABILITY_NOT_AVAILABLE",
      "AMBIGUOUS_INSTANCE",
      "COMPONENT_UNMOUNTED",
      "CAPABILITY_NOT_FOUND",
      "STALE registration-replaced",
      "STALE surface-reloaded",
    ]) {
      expect(reached.get(state) ?? 0, state).to.be.greaterThan(5);
    }
  });
});
