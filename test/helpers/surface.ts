/** What the tests of the core share: a registry under fake time, small definitions, and ways to look at results. */
import {
  createAgentSurfaceRegistry,
  emptyObjectSchema,
  fromJsonSchema,
  memoryAuditSink,
  type AgentActionDefinition,
  type AgentCapabilityErrorPayload,
  type AgentComponentDefinition,
  type AgentConsumer,
  type AgentInvocationResult,
  type AgentObservationDefinition,
  type AgentSurfaceEvent,
  type AgentSurfaceRegistry,
  type JsonValue,
  type MemoryAuditSink,
  type RegistryOptions,
} from "../../src/index.js";
import { FakeTime } from "./fake-time.js";

export interface TestSurface {
  readonly registry: AgentSurfaceRegistry;
  readonly time: FakeTime;
  /** Everything that `subscribe` told. */
  readonly events: AgentSurfaceEvent[];
  readonly audit: MemoryAuditSink;
}

export function createSurface(options: RegistryOptions = {}): TestSurface {
  const time = new FakeTime();
  const audit = memoryAuditSink();
  const registry = createAgentSurfaceRegistry({
    now: time.now,
    schedule: time.schedule,
    audit,
    ...options,
  });
  const events: AgentSurfaceEvent[] = [];
  registry.subscribe((event) => events.push(event));
  return { registry, time, events, audit };
}

export function eventsOf<T extends AgentSurfaceEvent["type"]>(
  events: readonly AgentSurfaceEvent[],
  type: T,
): Extract<AgentSurfaceEvent, { type: T }>[] {
  return events.filter((event): event is Extract<AgentSurfaceEvent, { type: T }> => event.type === type);
}

export const anyObject = fromJsonSchema<{ [key: string]: JsonValue }>({ type: "object" });
export const anyOutput = fromJsonSchema({});

type AnyAction = AgentActionDefinition<{ [key: string]: JsonValue }, JsonValue | void>;

/** An action that takes any object and does nothing. */
export function act(own: Partial<AnyAction> = {}): AnyAction {
  return {
    description: "Does a thing.",
    input: anyObject,
    effect: "local-state",
    execute: () => undefined,
    ...own,
  };
}

/** An observation that may give anything. */
export function look(
  own: Partial<AgentObservationDefinition<JsonValue>> = {},
): AgentObservationDefinition<JsonValue> {
  return { description: "Reads a thing.", output: anyOutput, read: () => null, ...own };
}

/** `shop.cart` with the action `apply` and the observation `read`. */
export function cart(own: Partial<AgentComponentDefinition> = {}): AgentComponentDefinition {
  return {
    type: "shop.cart",
    description: "The cart.",
    observations: { read: look() },
    actions: { apply: act() },
    ...own,
  };
}

export const noInput = emptyObjectSchema;

export function consumer(id: string, kind: AgentConsumer["kind"] = "test"): AgentConsumer {
  return { id, kind };
}

/** The error of a result that must be one. */
export function errorOf(result: AgentInvocationResult): AgentCapabilityErrorPayload {
  if (result.status === "ok") throw new Error(`expected an error, got ${JSON.stringify(result)}`);
  return result.error;
}

/** "ok", or the code of the error. */
export function outcome(result: AgentInvocationResult): string {
  return result.status === "ok" ? "ok" : result.error.code;
}

export function outputOf(result: AgentInvocationResult): JsonValue | undefined {
  if (result.status === "error") throw new Error(`expected ok, got ${JSON.stringify(result.error)}`);
  return result.output;
}

/** The id of the question that a call was answered with. */
export function questionId(result: AgentInvocationResult): string {
  const { code, details } = errorOf(result);
  if (code !== "CONFIRMATION_REQUIRED") throw new Error(`expected a question, got ${code}`);
  return details?.["confirmationId"] as string;
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

/** Runs `body` while what is printed is kept instead. Gives the printed texts. */
export async function printedDuring(body: () => unknown): Promise<string[]> {
  const { error, warn, debug } = console;
  const printed: string[] = [];
  const keep = (...data: unknown[]) => {
    printed.push(data.map(textOf).join(" "));
  };
  Object.assign(console, { error: keep, warn: keep, debug: keep });
  try {
    await body();
  } finally {
    Object.assign(console, { error, warn, debug });
  }
  return printed;
}

function textOf(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  return value.cause === undefined ? value.message : `${value.message} ${textOf(value.cause)}`;
}

/** Paths of what is not frozen inside `value`. */
export function unfrozen(value: unknown, path = "$"): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]) => unfrozen(member, `${path}.${key}`));
  return Object.isFrozen(value) ? inside : [path, ...inside];
}

/** The error that `body` throws; a test fails where it throws none. */
export function thrownBy(body: () => unknown): unknown {
  try {
    body();
  } catch (error) {
    return error;
  }
  throw new Error("expected it to throw");
}
