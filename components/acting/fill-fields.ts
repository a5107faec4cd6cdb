/** Plans, writes and puts back the fields that an agent gave. */
import type { AgentSchemaIssue } from "../../src/values/errors.js";
import type { JsonValue } from "../../src/values/json.js";
import { namedChoices } from "../binding/choice-words.js";
import { nameOf, type Control, type Field } from "../binding/controls.js";
import { isSensitive } from "../binding/sensitive.js";
import { isSameState, readState, stateFor, writeState, type FieldState } from "./field-state.js";
import { unlessAborted } from "./in-turn.js";
import { tasks } from "./page-tasks.js";
import { refusal, type Outcome } from "./refuse.js";
import { tryState } from "./try-field.js";

/** A field that an agent gave, with what it held before; nothing where it could not be filled then. */
export interface Change {
  readonly name: string;
  readonly value: JsonValue;
  wanted: FieldState | undefined;
  readonly before: FieldState | undefined;
}

export interface Plan {
  readonly changes: Change[];
  /** The button that the agent chose. */
  readonly pressed?: Control | undefined;
}

/**
 * Every value is tried before the first is written. What comes after another field may depend on it, and is tried once
 * more when it is written: today's list of choices, and today's disabled control, are then another one.
 * @param controls All of them, in document order.
 * @throws {AgentSurfaceError} INVALID_INPUT: nothing was touched.
 */
export function plan(
  what: string,
  fields: readonly Field[],
  controls: readonly Control[],
  input: JsonValue,
): Plan {
  const given = new Map(
    Object.entries(typeof input === "object" && !Array.isArray(input) ? (input ?? {}) : {}),
  );
  const issues: AgentSchemaIssue[] = [];
  const changes: Change[] = [];
  let pressed: Control | undefined;
  for (const name of inOrder(given, fields, controls)) {
    const value = given.get(name)!;
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) {
      const isLater =
        changes.length > 0 && controls.some((control) => nameOf(control) === name && mayCome(control));
      if (isLater) changes.push({ name, value, wanted: undefined, before: undefined });
      else issues.push({ path: name, message: "is not a field that can be filled now" });
      continue;
    }
    const asked = stateFor(field, value);
    const problem = "problem" in asked ? asked.problem : tryState(field, asked.state);
    const wanted = "state" in asked ? asked.state : undefined;
    if (
      problem !== undefined &&
      !(changes.length > 0 && field.kind === "select" && typeof value !== "object")
    ) {
      issues.push({ path: name, message: problem });
    } else if (field.kind === "press") {
      pressed = namedChoices(field).find(({ word }) => word === wanted?.[0])?.choice;
    } else changes.push({ name, value, wanted, before: readState(field) });
  }
  if (issues.length > 0) throw refusal.invalidInput(what, issues);
  return { changes, pressed };
}

function inOrder(
  given: ReadonlyMap<string, unknown>,
  fields: readonly Field[],
  controls: readonly Control[],
) {
  const names = [...controls.map(nameOf), ...fields.map(({ name }) => name), ...given.keys()];
  return new Set(names.filter((name) => given.has(name)));
}

function mayCome(control: Control): boolean {
  return control.matches(":disabled") && !isSensitive(control);
}

/**
 * Writes them one after the other.
 * @returns what could not be written; where the call ends meanwhile, its reason is thrown once all is put back.
 */
export async function fill(
  within: Element,
  fields: () => Field[],
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<AgentSchemaIssue[]> {
  const issues: AgentSchemaIssue[] = [];
  try {
    for (const change of changes) {
      const asked = () => {
        const field = fields().find(({ name }) => name === change.name);
        return field && { field, ...stateFor(field, change.value) };
      };
      if (!change.wanted)
        await unlessAborted(
          signal,
          untilThere(within, () => "state" in (asked() ?? {})),
        );
      const problem = await write(change, asked);
      if (problem !== undefined) issues.push({ path: change.name, message: problem });
      signal.throwIfAborted();
    }
    await tasks(1);
    signal.throwIfAborted();
  } catch (error) {
    await putBack(fields, changes);
    throw error;
  }
  return issues;
}

type Asked = { field: Field } & ({ state: FieldState } | { problem: string });

async function write(change: Change, look: () => Asked | undefined): Promise<string | undefined> {
  const asked = look();
  // One that the page took away meanwhile is found out when all is read back.
  if (!asked) return change.wanted ? undefined : "is not a field that can be filled now";
  if ("problem" in asked) return asked.problem;
  const problem = change.wanted ? undefined : tryState(asked.field, asked.state);
  if (problem === undefined) {
    change.wanted = asked.state;
    // Controls that depend on this one change before they are written.
    await writeState(() => look()?.field, asked.state);
  }
  return problem;
}

/** Milliseconds that a page may take to ask its server which choices there are. */
const patience = 2_000;

/** Looks again at each change of the page. The timer only ends a wait in vain. */
function untilThere(within: Element, isThere: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const look = () => {
      if (isThere()) end();
    };
    const observer = new MutationObserver(look);
    observer.observe(within.getRootNode(), { subtree: true, childList: true, attributes: true });
    const timer = setTimeout(end, patience);
    look();
  });
}

/** Twice, in document order: the first round may bring back the choices that the second one needs. */
export async function putBack(fields: () => Field[], changes: readonly Change[]): Promise<Outcome> {
  let notRestored: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (const { name, before } of changes) {
      if (before) await writeState(() => fields().find((candidate) => candidate.name === name), before);
    }
    await tasks(1);
    const now = new Map(fields().map((field) => [field.name, readState(field)]));
    notRestored = changes
      .filter(({ name, before }) => before && !isSameState(now.get(name) ?? ["", ""], before))
      .map(({ name }) => name);
  }
  return { notRestored };
}
