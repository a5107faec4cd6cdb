import { expect } from "@open-wc/testing";
import fc from "fast-check";
import type {
  AgentComponentDefinition,
  AgentInvocationResult,
  AgentRegistrationHandle,
  AgentSurfaceRegistry,
  Presenter,
} from "../../src/index.js";
import { act, cart, createSurface, deferred, questionId, type Deferred } from "../helpers/surface.js";
import { turn, type FakeTime } from "../helpers/fake-time.js";
import { isWhole, runs } from "../helpers/runs.js";

const ttl = 100;
const most = 2;
const depth = 1;

interface Question {
  readonly operation: number;
  readonly mount: number;
  state: "pending" | "approved" | "denied" | "expired" | "consumed";
  deadline: number;
  /** Whether its time runs: not while a presenter has yet to show it. */
  runs: boolean;
  held: boolean;
}

/** Questions and what becomes of them, in the simplest way; oldest first. */
interface Model {
  readonly questions: Question[];
  mount: number;
  busy: boolean;
  refuses: boolean;
  presented: boolean;
  /** The calls that wait for the slot: each holds one piece of evidence. */
  line: { readonly call: number; readonly question: Question }[];
  /** The operations that ran, in order. */
  readonly ran: number[];
}

interface Real {
  readonly registry: AgentSurfaceRegistry;
  readonly time: FakeTime;
  readonly definition: AgentComponentDefinition;
  readonly page: { refuses: boolean; hold: Deferred<void> };
  readonly ran: number[];
  /** The ids of the model's questions, in its order. */
  readonly ids: string[];
  readonly calls: { result: Promise<AgentInvocationResult>; controller: AbortController }[];
  readonly reached: Map<string, number>;
  handle: AgentRegistrationHandle;
  presenter: Presenter | undefined;
}

type Command = fc.AsyncCommand<Model, Real>;

function call(real: Real, operation: number, confirmationId?: string): number {
  const controller = new AbortController();
  const result = real.registry.invoke(
    {
      capabilityId: "view:shop.cart.remove",
      input: { operation },
      ...(confirmationId !== undefined && { confirmationId }),
    },
    { signal: controller.signal },
  );
  return real.calls.push({ result, controller }) - 1;
}

/** "ok", the code, or the code and the reason. */
async function endOf({ calls }: Real, index: number): Promise<string> {
  const result = await calls[index]!.result;
  if (result.status === "ok") return "ok";
  const reason = result.error.details?.["reason"] as string | undefined;
  return result.error.code === "CONFIRMATION_INVALID" ? `invalid ${reason}` : result.error.code;
}

const pendingIn = ({ questions }: Model) => questions.filter(({ state }) => state === "pending");

class Ask implements Command {
  constructor(readonly operation: number) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    const same = pendingIn(model).find(
      ({ operation, mount }) => operation === this.operation && mount === model.mount,
    );
    const index = call(real, this.operation);
    if (!same && pendingIn(model).length >= most) {
      reach(real, "overflow");
      expect(await endOf(real, index)).to.equal("RATE_LIMITED");
    } else {
      const id = questionId(await real.calls[index]!.result);
      reach(real, same ? "asked once for two" : "asked");
      if (same) expect(id).to.equal(real.ids[model.questions.indexOf(same)]);
      else {
        expect(real.ids).not.to.include(id);
        real.ids.push(id);
        model.questions.push({
          operation: this.operation,
          mount: model.mount,
          state: "pending",
          deadline: real.time.now() + ttl,
          runs: !model.presented,
          held: false,
        });
      }
    }
    agree(model, real);
  }
  toString = () => `ask ${this.operation}`;
}

class Retry implements Command {
  constructor(
    readonly which: number,
    /** For something else than what was asked about. */
    readonly astray: boolean,
  ) {}
  check = (model: Model) => model.questions.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const at = latest(model, this.which);
    const question = model.questions[at]!;
    const operation = question.operation + (this.astray ? 1 : 0);
    const index = call(real, operation, real.ids[at]);
    await turn();
    const expected = this.#expectation(model, question, real.time.now());
    reach(real, `retried: ${expected}`);
    if (expected === "waits") {
      question.held = true;
      model.line.push({ call: index, question });
    } else {
      if (expected === "ok") {
        question.state = "consumed";
        model.ran.push(operation);
      }
      expect(await endOf(real, index)).to.equal(expected);
      if (expected === "CONFIRMATION_REQUIRED")
        expect(questionId(await real.calls[index]!.result)).to.equal(real.ids[at]);
    }
    agree(model, real);
  }

  /** Contract section 9, rule 2, and what stands behind it. */
  #expectation(model: Model, question: Question, now: number): string {
    const matches = !this.astray && question.mount === model.mount;
    if (question.state === "pending") return matches ? "CONFIRMATION_REQUIRED" : "invalid mismatch";
    if (question.state !== "approved") return `invalid ${question.state}`;
    if (now >= question.deadline) return "invalid expired";
    if (question.held) return "invalid consumed";
    if (!matches) return "invalid mismatch";
    if (model.refuses) return "PRECONDITION_FAILED";
    if (!model.busy) return "ok";
    return model.line.length < depth ? "waits" : "RATE_LIMITED";
  }
  toString = () => `retry ${this.which} ${this.astray}`;
}

class Decide implements Command {
  constructor(
    readonly which: number,
    readonly approved: boolean,
  ) {}
  check = (model: Model) => model.questions.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const at = latest(model, this.which);
    const question = model.questions[at]!;
    real.registry.confirmations.resolve(real.ids[at]!, { approved: this.approved });
    if (question.state === "pending" && question.runs && question.deadline <= real.time.now()) {
      // The timer has yet to come, but the time is over.
      reach(real, "decided too late");
      question.state = "expired";
    } else if (question.state === "pending") {
      question.state = this.approved ? "approved" : "denied";
      if (this.approved) question.deadline = real.time.now() + ttl;
    } else reach(real, "decided twice");
    agree(model, real);
  }
  toString = () => `decide ${this.which} ${this.approved}`;
}

class Advance implements Command {
  constructor(readonly milliseconds: number) {}
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    await real.time.advance(this.milliseconds);
    for (const question of pendingIn(model)) {
      if (!question.runs && question.deadline <= real.time.now()) reach(real, "outlived its time unseen");
      if (!question.runs || question.deadline > real.time.now()) continue;
      reach(real, "expired unanswered");
      question.state = "expired";
    }
    agree(model, real);
  }
  toString = () => `advance ${this.milliseconds}`;
}

/** Another action takes the component's slot, or gives it back to those who wait. */
class Occupy implements Command {
  check = (model: Model) => !model.busy;
  async run(model: Model, real: Real): Promise<void> {
    real.page.hold = deferred<void>();
    void real.registry.invoke({ capabilityId: "view:shop.cart.hold" });
    model.busy = true;
    agree(model, real);
  }
  toString = () => "occupy";
}

class Free implements Command {
  check = (model: Model) => model.busy;
  async run(model: Model, real: Real): Promise<void> {
    real.page.hold.resolve();
    await turn();
    model.busy = false;
    for (const { call: index, question } of model.line.splice(0)) {
      question.held = false;
      const expected = model.refuses ? "PRECONDITION_FAILED" : "ok";
      reach(real, `waited: ${expected}`);
      if (!model.refuses) {
        if (question.deadline <= real.time.now()) reach(real, "held beyond its time");
        question.state = "consumed";
        model.ran.push(question.operation);
      }
      expect(await endOf(real, index)).to.equal(expected);
    }
    agree(model, real);
  }
  toString = () => "free";
}

class Abort implements Command {
  check = (model: Model) => model.line.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const [{ call: index, question }] = model.line.splice(0, 1) as [Model["line"][number]];
    real.calls[index]!.controller.abort();
    expect(await endOf(real, index)).to.equal("CANCELLED");
    question.held = false;
    reach(real, "released by an abort");
    agree(model, real);
  }
  toString = () => "abort";
}

class Refuse implements Command {
  check = () => true;
  async run(model: Model, { page }: Real): Promise<void> {
    model.refuses = page.refuses = !model.refuses;
  }
  toString = () => "refuse";
}

class Remount implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    real.handle.unregister();
    real.handle = real.registry.register(real.definition);
    for (const question of pendingIn(model)) {
      reach(real, "withdrawn");
      question.state = "expired";
    }
    for (const { call: index, question } of model.line.splice(0)) {
      question.held = false;
      expect(await endOf(real, index)).to.equal("COMPONENT_UNMOUNTED");
    }
    model.busy = false;
    model.mount += 1;
    agree(model, real);
  }
  toString = () => "remount";
}

class Present implements Command {
  check = () => true;
  async run(model: Model, real: Real): Promise<void> {
    if (real.presenter) {
      real.presenter.release();
      real.presenter = undefined;
    } else real.presenter = real.registry.confirmations.present();
    model.presented = !model.presented;
    for (const question of pendingIn(model)) question.runs = !model.presented;
    agree(model, real);
  }
  toString = () => "present";
}

class Show implements Command {
  constructor(readonly which: number) {}
  check = (model: Model) => model.presented && pendingIn(model).length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const question = pendingIn(model)[this.which % pendingIn(model).length]!;
    real.presenter!.shown(real.ids[model.questions.indexOf(question)]!);
    question.deadline = real.time.now() + ttl;
    question.runs = true;
    reach(real, "shown");
    agree(model, real);
  }
  toString = () => `show ${this.which}`;
}

/** 0 is the newest question. */
function latest({ questions }: Model, which: number): number {
  return questions.length - 1 - (which % questions.length);
}

function agree(model: Model, real: Real): void {
  expect(real.ran).to.deep.equal(model.ran);
  const pending = real.registry.confirmations.pending();
  expect(
    pending.map(({ confirmationId, expiresAt }) => [confirmationId, Date.parse(expiresAt)]),
  ).to.deep.equal(
    pendingIn(model).map((question) => [real.ids[model.questions.indexOf(question)], question.deadline]),
  );
}

function reach({ reached }: Real, state: string): void {
  reached.set(state, (reached.get(state) ?? 0) + 1);
}

/** Nothing runs without an approval of its own: of its operation and mount, used once. */
function eachRunWasApproved({ questions, ran }: Model): void {
  const spent = questions.filter(({ state }) => state === "consumed").map(({ operation }) => operation);
  expect([...ran].sort()).to.deep.equal(spent.sort());
}

function setUp(reached: Map<string, number>) {
  const { registry, time } = createSurface({
    limits: {
      confirmationTtlMs: ttl,
      maxPendingConfirmations: most,
      actionQueueDepth: depth,
      actionTimeoutMs: 1_000_000,
    },
  });
  const ran: number[] = [];
  const page = { refuses: false, hold: deferred<void>() };
  const remove = act({
    confirmation: "required",
    precondition: () => (page.refuses ? { message: "Not now." } : undefined),
    execute: (input) => void ran.push(input["operation"] as number),
  });
  const definition = cart({
    observations: {},
    actions: { remove, hold: act({ execute: () => page.hold.promise }) },
  });
  const model: Model = {
    questions: [],
    mount: 0,
    busy: false,
    refuses: false,
    presented: false,
    line: [],
    ran: [],
  };
  const real: Real = {
    registry,
    time,
    definition,
    page,
    ran,
    ids: [],
    calls: [],
    reached,
    handle: registry.register(definition),
    presenter: undefined,
  };
  return { model, real };
}

describe("questions and evidence, against a model", () => {
  it("agree after every sequence of calls, decisions, time, queues and remounts", async () => {
    const operation = fc.constantFrom(1, 1, 3, 5);
    const which = fc.constantFrom(0, 0, 0, 1, 2);
    const ask = operation.map((one) => new Ask(one));
    const retry = fc
      .tuple(which, fc.constantFrom(false, false, false, false, false, true))
      .map(([one, astray]) => new Retry(one, astray));
    const decide = fc
      .tuple(which, fc.constantFrom(true, true, true, false))
      .map(([one, approved]) => new Decide(one, approved));
    const commands = fc.commands<Model, Real, false>(
      [
        ask,
        ask,
        ask,
        decide,
        decide,
        decide,
        retry,
        retry,
        retry,
        retry,
        retry,
        fc.constantFrom(1, 1, 1, 60, ttl).map((milliseconds) => new Advance(milliseconds)),
        fc.constant(new Occupy()),
        fc.constant(new Occupy()),
        fc.constant(new Free()),
        fc.constantFrom<Command>(new Abort(), new Refuse(), new Remount(), new Present()),
        which.map((one) => new Show(one)),
      ],
      { maxCommands: 100, size: "max" },
    );
    const reached = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const { model, real } = setUp(reached);
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        eachRunWasApproved(model);
      }),
      { numRuns: runs(500) },
    );
    if (!isWhole) return;
    for (const state of [
      "asked",
      "asked once for two",
      "overflow",
      "expired unanswered",
      "outlived its time unseen",
      "shown",
      "withdrawn",
      "decided twice",
      "released by an abort",
      "retried: ok",
      "retried: waits",
      "retried: RATE_LIMITED",
      "retried: PRECONDITION_FAILED",
      "retried: CONFIRMATION_REQUIRED",
      "retried: invalid mismatch",
      "retried: invalid denied",
      "retried: invalid expired",
      "retried: invalid consumed",
      "waited: ok",
      "waited: PRECONDITION_FAILED",
      "held beyond its time",
    ]) {
      expect(reached.get(state) ?? 0, state).to.be.greaterThan(0);
    }
  });
});
