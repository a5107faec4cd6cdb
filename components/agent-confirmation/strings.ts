/** Every text that `<agent-confirmation>` shows by itself. */
import type { PendingConfirmation } from "../../src/index.js";

export interface ConfirmationStrings {
  /** Stands above the action's name and, with it, names the dialog. */
  readonly asks: string;
  /** @param name The action's name. */
  readonly action: (name: string) => string;
  readonly askedBy: string;
  /** @param kind The consumer's kind: "webmcp", "embedded", "mcp-bridge", "test" or "other". */
  readonly consumerKind: (kind: string) => string;
  readonly where: string;
  readonly values: string;
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  readonly empty: string;
  readonly masked: string;
  /** @param count The characters of the whole text. */
  readonly showAll: (count: number) => string;
  readonly showLess: string;
  /** What the call does to the world, one sentence each. */
  readonly effects: (question: PendingConfirmation) => readonly string[];
  /** @param count The questions behind this one. */
  readonly waiting: (count: number) => string;
  readonly timeLeft: (seconds: number) => string;
  /** Said near the end of the time, beside a control that gives more. */
  readonly endsSoon: string;
  readonly moreTime: string;
  /** Said in the quiet time and after it. */
  readonly notYet: string;
  readonly ready: string;
  /** @param name The action's name. */
  readonly approve: (name: string) => string;
  readonly decline: string;
}

const kinds: Readonly<Record<string, string>> = {
  webmcp: "through your browser",
  embedded: "built into this page",
  "mcp-bridge": "connected from outside this page",
  test: "a test",
};

const consequences: Readonly<Record<string, string>> = {
  navigation: "This may leave the page you are on.",
  "server-query": "This asks a server for data.",
  "server-mutation": "This changes data on a server.",
  "external-side-effect": "This reaches a server and acts beyond this page.",
  destructive: "This deletes or overwrites data on a server.",
};

export const englishStrings: ConfirmationStrings = {
  asks: "An agent asks for your approval",
  action: (name) => `“${name}”`,
  askedBy: "Asked by",
  consumerKind: (kind) => kinds[kind] ?? "",
  where: "Where",
  values: "With these values",
  yes: "Yes",
  no: "No",
  nothing: "None",
  empty: "Empty",
  masked: "Sensitive, not shown",
  showAll: (count) => `Show all ${count.toLocaleString("en")} characters`,
  showLess: "Show less",
  effects: ({ effect, reversible }) =>
    [consequences[effect], reversible ? undefined : "This cannot be undone."].filter(
      (text) => text !== undefined,
    ),
  waiting: (count) => `${String(count)} more waiting`,
  timeLeft: (seconds) => `Time left: ${minutesAndSeconds(seconds)}`,
  endsSoon: "The time is nearly over.",
  moreTime: "More time",
  notYet: "Wait a moment before you decide.",
  ready: "You can decide now.",
  approve: (name) => `Approve “${name}”`,
  decline: "Decline",
};

function minutesAndSeconds(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
}
