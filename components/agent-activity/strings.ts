/** Every text that `<agent-activity>` shows by itself. */
import type { Outcome } from "./activity-log.js";

export interface ActivityStrings {
  /** Names the whole to assistive technology. */
  readonly title: string;
  /** Nothing runs and nothing ended. */
  readonly idle: string;
  /** Stands for a call of something that the page does not offer. */
  readonly unknown: string;
  /** @param name The action's name. */
  readonly running: (name: string) => string;
  readonly manyRunning: (count: number) => string;
  /** How a call ended. */
  readonly outcome: (outcome: Outcome) => string;
  readonly ended: (name: string, outcome: string) => string;
  /** Calls that ended within a second: how many succeeded, and how many did not. */
  readonly manyEnded: (done: number, others: number) => string;
  readonly by: (agent: string) => string;
  readonly elapsed: (seconds: number) => string;
  readonly cancel: string;
  /** @param name The action's name. Names the control to assistive technology; begins with `cancel`. */
  readonly cancelNamed: (name: string) => string;
  /** @param count The running calls that are not listed. */
  readonly more: (count: number) => string;
  /** Names the list of what ended. */
  readonly log: string;
  /** @param time In milliseconds since 1970. */
  readonly at: (time: number) => string;
}

const outcomes: Readonly<Partial<Record<Outcome, string>>> = {
  ok: "done",
  CONFIRMATION_REQUIRED: "asks for your approval",
  CONFIRMATION_INVALID: "not approved",
  CANCELLED: "cancelled",
  TIMEOUT: "took too long",
  EXECUTION_FAILED: "failed",
  COMPONENT_UNMOUNTED: "stopped: the page changed",
  STALE_CAPABILITY: "refused: the page changed",
  RATE_LIMITED: "refused: too many calls",
  INVALID_INPUT: "refused: the values do not fit",
  NOT_AUTHENTICATED: "refused: not signed in",
  NOT_AUTHORIZED: "refused: not allowed",
  CAPABILITY_NOT_AVAILABLE: "refused: not possible now",
  PRECONDITION_FAILED: "refused: not possible now",
};

export const englishStrings: ActivityStrings = {
  title: "Agent activity",
  idle: "No agent is working",
  unknown: "Something that is not offered here",
  running: (name) => `Running: ${name}`,
  manyRunning: (count) => `${String(count)} calls are running`,
  outcome: (outcome) => outcomes[outcome] ?? "refused",
  ended: (name, outcome) => `${name}: ${outcome}`,
  manyEnded: (done, others) =>
    [done > 0 && `${String(done)} done`, others > 0 && `${String(others)} not done`]
      .filter(Boolean)
      .join(", "),
  by: (agent) => `by ${agent}`,
  elapsed: (seconds) => `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`,
  cancel: "Cancel",
  cancelNamed: (name) => `Cancel “${name}”`,
  more: (count) => `and ${String(count)} more`,
  log: "What agents did last",
  at: (time) => new Date(time).toLocaleTimeString("en"),
};
