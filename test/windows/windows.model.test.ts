import { expect } from "@open-wc/testing";
import fc from "fast-check";
import {
  AgentSurfaceError,
  createAgentToolset,
  type AgentInvocationResult,
  type AgentRegistrationHandle,
  type AgentTool,
  type AgentWindow,
  type AgentWindowDefinition,
} from "../../src/index.js";
import { act, consumer, deferred, errorOf, type Deferred } from "../helpers/surface.js";
import { isWhole, runs } from "../helpers/runs.js";
import { createDesk, idsOf } from "../helpers/windows.js";
import { page, Reference, type Modal, type Running } from "./reference.js";

const names = [page, "a", "b", "c", "d", "e", "f"];

type Change =
  | { do: "open" | "register"; name: string; parent: string | undefined }
  | { do: "modal"; name: string; owner: string | undefined }
  | { do: "app"; name: string }
  | OfOne;
/** What is done to one that is, or was, open. */
type OfOne =
  | { do: "close" | "touch"; which: number }
  | { do: "move"; which: number; parent: string | undefined }
  | { do: "offer"; which: number; offered: boolean }
  | { do: "state"; which: number; state: number };
type Step =
  | Change
  | {
      do: "call";
      name: string;
      version: "right" | "stale" | "absent";
      way: "at once" | "later" | "fails";
      changes: Change[];
    }
  | { do: "dismiss"; name: string }
  | { do: "finish"; which: number; closesFirst: boolean }
  | { do: "task" };

const name = fc.constantFrom(...names);
const maybe = fc.option(name, { nil: undefined });
const which = fc.nat(30);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("open"), name, parent: maybe }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("register"), name, parent: maybe }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("modal"), name, owner: maybe }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("app"), name }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("close"), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("touch"), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move"), which, parent: maybe }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("offer"), which, offered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("state"), which, state: fc.nat(2) }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: change },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("call"),
      name,
      version: fc.constantFrom("right", "stale", "absent"),
      way: fc.constantFrom("at once", "later", "later", "fails"),
      changes: fc.array(change, { maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("dismiss"), name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("finish"), which, closesFirst: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("task") }) },
);

/** One that the page opened, or registered, and its counterpart in the reference. */
interface Opened {
  readonly name: string;
  readonly window: AgentWindow | undefined;
  readonly handle: AgentRegistrationHandle | undefined;
  readonly modal: Modal | undefined;
  readonly isRefused: boolean;
  parent: string | undefined;
  state: number | undefined;
}

interface Pending {
  readonly running: Running;
  readonly handler: Deferred<void>;
  readonly result: Promise<AgentInvocationResult>;
}

class World {
  readonly desk = createDesk();
  readonly reference = new Reference();
  readonly opened: Opened[] = [];
  readonly pending: Pending[] = [];
  readonly scoped = this.toolset({ scope: ["b"] });
  readonly held = new Map<string, AgentTool>();
  readonly reached: Map<string, number>;
  /** What the handler that is called next does. */
  #next: (() => void | Promise<void>) | undefined;

  constructor(reached: Map<string, number>) {
    this.reached = reached;
    this.toolset({}).subscribe((_tools, { added, removed, changed }) => {
      for (const tool of removed) expect(this.held.delete(tool.name), `removed ${tool.name}`).to.equal(true);
      for (const tool of [...added, ...changed]) this.held.set(tool.name, tool);
    });
  }

  toolset(own: { scope?: string[] }) {
    const options = { consumer: consumer("other"), topology: "remote", includeUnavailable: false } as const;
    return createAgentToolset(this.desk.registry, { ...options, ...own });
  }

  note(what: string, is: unknown = true): void {
    if (is) this.reached.set(what, (this.reached.get(what) ?? 0) + 1);
  }

  definition(type: string, parent: string | undefined) {
    const execute = () => this.#next?.();
    const definition: Omit<AgentWindowDefinition, "state"> = {
      type,
      description: `The window ${type}.`,
      ...(parent !== undefined && { parent: { type: parent } }),
      actions: { go: act({ effect: "navigation", concurrency: { mode: "parallel", max: 50 }, execute }) },
    };
    return definition;
  }

  change(one: Change): void {
    const { reference, opened } = this;
    const { windows, registry } = this.desk;
    if (one.do === "open" || one.do === "register") {
      const definition = this.definition(one.name, one.parent);
      const isPlain = one.do === "register";
      const isRefused = !reference.arrive(one.name, { parent: one.parent, offered: true, modal: undefined });
      opened.push({
        ...one,
        modal: undefined,
        isRefused,
        state: undefined,
        window: isPlain ? undefined : windows.open(definition),
        handle: isPlain ? registry.register(definition) : undefined,
      });
    } else if (one.do === "modal" || one.do === "app") {
      const isApp = one.do === "app";
      const owner = isApp ? undefined : one.owner;
      const modal = reference.openModal(one.name, isApp, owner);
      this.note("late owner", owner !== undefined && !reference.live.has(owner));
      // It blocks from the start, so it is known before it arrives.
      reference.modals.push(modal);
      const isRefused = !reference.arrive(one.name, { parent: undefined, offered: true, modal });
      const definition = this.definition(one.name, undefined);
      const window = isApp
        ? windows.openAppModal(definition)
        : windows.openModal({ ...definition, ...(owner && { owner: `${owner}@default` }) });
      this.note("refused modal", isRefused);
      this.note("app-modal over app-modal", reference.modals.filter((each) => each.isApp).length > 1);
      opened.push({
        name: one.name,
        parent: undefined,
        modal,
        isRefused,
        state: undefined,
        window,
        handle: undefined,
      });
    } else if ("which" in one && opened.length > 0) {
      this.#changeOne(opened[one.which % opened.length]!, one);
    }
  }

  #changeOne(target: Opened, one: OfOne): void {
    const { reference } = this;
    const { name, window, handle, modal } = target;
    const isOpen = (window ?? handle)!.status === "active";
    if (one.do === "close") {
      if (modal) reference.close(modal);
      else if (isOpen) reference.leave(name);
      if (window) window.close();
      else handle!.unregister();
      return;
    }
    if (!isOpen) {
      if (one.do === "touch") window?.touch();
      return;
    }
    if (one.do === "move") {
      target.parent = one.parent;
      reference.move(name, one.parent);
      (window ?? handle)!.redefine(this.definition(name, one.parent));
    } else if (one.do === "offer") {
      reference.offer(name, one.offered);
      if (window) window.setAvailable("go", one.offered);
      else handle!.update({ availability: { go: { available: one.offered } } });
    } else if (window && one.do === "touch") {
      reference.bump(name);
      window.touch();
    } else if (window && one.do === "state") {
      if (target.state !== one.state) reference.bump(name);
      target.state = one.state;
      window.setState(one.state);
    }
  }

  async call({ name: type, version, way, changes }: Extract<Step, { do: "call" }>): Promise<void> {
    const { reference, desk } = this;
    const current = reference.version(type);
    const expected = current === undefined || version === "absent" ? {} : { expectedVersion: current };
    if (version === "stale" && current !== undefined) expected.expectedVersion = current - 1;
    const blockers = reference.blockers(type).map((one) => `${one}@default`);
    const isOffered = reference.live.get(type)?.offered;
    const running: Running = { name: type, opened: new Set() };
    const handler = deferred<void>();
    /** Set by the handler. */
    const run = { began: false };
    this.#next = () => {
      run.began = true;
      this.#next = undefined;
      reference.running.add(running);
      reference.stack.push(running);
      try {
        for (const one of changes) this.change(one);
      } finally {
        reference.stack.pop();
        if (way !== "later") reference.running.delete(running);
      }
      if (way === "fails")
        throw new AgentSurfaceError({ code: "PRECONDITION_FAILED", message: "No.", retry: "no" });
      return way === "later" ? handler.promise : undefined;
    };
    const result = desk.call(`${type}.go`, expected);
    if (run.began && way === "later") {
      this.pending.push({ running, handler, result });
      return;
    }
    this.#next = undefined;
    const settled = await result;
    if (run.began) {
      this.#settled(running, settled, way === "at once");
      return;
    }
    const { code, details } = errorOf(settled);
    if (current === undefined) {
      expect(code).to.be.oneOf(["CAPABILITY_NOT_FOUND", "COMPONENT_UNMOUNTED"]);
    } else if (blockers.length > 0) {
      this.note("blocked call");
      expect(details).to.deep.equal({ reason: "blocked_by_modal", blockedBy: blockers });
    } else if (!isOffered) {
      expect(details).to.deep.equal({ reason: "unavailable" });
    } else {
      this.note("stale call");
      expect(details).to.deep.equal({ reason: "stale_state", currentVersion: current });
      expect(version).to.equal("stale");
    }
  }

  #settled(running: Running, result: AgentInvocationResult, isOk: boolean): void {
    const { reference } = this;
    reference.running.delete(running);
    if (isOk) reference.bump(running.name);
    expect(result.status).to.equal(isOk ? "ok" : "error");
    expect(result.windowVersion).to.equal(reference.version(running.name));
    const opened = [...running.opened].filter((one) => reference.live.has(one));
    this.note("opened by a call", opened.length > 0);
    expect(result.openedWindowIds).to.deep.equal(opened.length > 0 ? idsOf(...opened) : undefined);
  }

  async step(one: Step): Promise<void> {
    const { reference, desk } = this;
    if (one.do === "call") {
      await this.call(one);
    } else if (one.do === "dismiss") {
      const modal = reference.live.get(one.name)?.modal;
      if (!modal || reference.blockers(one.name).length > 0) return;
      reference.close(modal);
      this.note("dismissed");
      const result = await desk.call(`${one.name}.dismiss`);
      expect(result.status).to.equal("ok");
      expect(result).not.to.have.property("windowVersion");
    } else if (one.do === "finish") {
      const [pending] = this.pending.splice(one.which % (this.pending.length || 1), 1);
      if (!pending) return;
      if (one.closesFirst) {
        const { name } = pending.running;
        const isOpen = (each: Opened) =>
          each.name === name && (each.window ?? each.handle)!.status === "active";
        const which = this.opened.findIndex(isOpen);
        if (which >= 0) this.change({ do: "close", which });
      }
      this.note("late settlement", !reference.live.has(pending.running.name));
      pending.handler.resolve();
      this.#settled(pending.running, await pending.result, true);
    } else if (one.do === "task") {
      await this.#task();
    } else {
      this.change(one);
    }
    this.#compare();
  }

  async #task(): Promise<void> {
    const { reference, desk } = this;
    const expected = reference.notice();
    await desk.time.advance(0);
    const told = desk.notices.splice(0).map(({ operable, versions }) => ({
      operable,
      versions: [...versions].sort(),
    }));
    this.note(expected ? "notice" : "no notice");
    expect(told).to.deep.equal(expected ? [{ ...expected, versions: idsOf(...expected.versions) }] : []);
    expect([...this.held.keys()].sort()).to.deep.equal(
      this.toolset({})
        .tools()
        .map((tool) => tool.name)
        .sort(),
    );
  }

  #compare(): void {
    const { reference, desk } = this;
    const operable = reference.operable();
    expect(desk.windows.operableWindowIds()).to.deep.equal(idsOf(...operable));
    const described = desk.windows.describe();
    expect(described.operableWindowIds).to.deep.equal(idsOf(...operable));
    const expected = reference.names().map((one) => {
      const { modal, parent } = reference.live.get(one)!;
      return {
        id: `${one}@default`,
        kind: !modal ? "window" : modal.isApp ? "app-modal" : "modal",
        owner: modal && !modal.isApp ? `${modal.owner}@default` : null,
        parent: parent === undefined ? null : `${parent}@default`,
        blockedBy: idsOf(...reference.blockers(one)),
        version: reference.version(one),
      };
    });
    const told = described.windows.map(({ id, kind, owner, parent, blockedBy, version }) => ({
      id,
      kind,
      owner,
      parent,
      blockedBy: [...blockedBy],
      version,
    }));
    expect(told).to.deep.equal(expected);
    const tools = operable.flatMap((one) => {
      const { offered, modal } = reference.live.get(one)!;
      const hasState = this.opened.some(
        (each) => each.name === one && each.window?.status === "active" && each.state !== undefined,
      );
      return [
        ...(hasState ? [`${one}.readState`] : []),
        ...(modal ? [`${one}.dismiss`] : []),
        ...(offered ? [`${one}.go`] : []),
      ];
    });
    expect(desk.tools()).to.deep.equal(tools);
    const anew = this.toolset({ scope: ["b"] });
    const list = (tools: AgentTool[]) => tools.map((tool) => tool.name);
    expect(list(this.scoped.tools()), "in scope").to.deep.equal(list(anew.tools()));
    anew.dispose();
    const chain = (one: string) => reference.way(one).filter(({ asOwner }) => asOwner).length;
    this.note(
      "chain of three",
      operable.some((one) => chain(one) >= 2),
    );
    this.note("cycle", reference.refusedCycles > 0);
  }
}

describe("windows, against a reference that works everything out anew", () => {
  it("agree on what is operable, on tools, versions, notices and opened windows after every step", async () => {
    const reached = new Map<string, number>();
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (list) => {
        const world = new World(reached);
        for (const one of list) {
          await world.step(one);
          steps += 1;
        }
        await world.step({ do: "task" });
        world.desk.registry.dispose();
      }),
      { numRuns: runs(250), includeErrorInReport: true },
    );
    if (!isWhole) return;
    expect(steps).to.be.greaterThan(3_000);
    const states = [
      "chain of three",
      "app-modal over app-modal",
      "blocked call",
      "stale call",
      "late owner",
      "cycle",
      "refused modal",
      "dismissed",
      "late settlement",
      "opened by a call",
      "notice",
      "no notice",
    ];
    for (const state of states) expect(reached.get(state) ?? 0, state).to.be.greaterThan(3);
  });
});
