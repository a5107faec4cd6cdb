/** Reads what is behind an observation, as it is asked for. */
import type { JsonValue } from "../../src/values/json.js";
import type { Control } from "../binding/controls.js";
import { subjectOf } from "../binding/observation-kinds.js";
import type { ObservationKind, ObservationOptions, PageOfInput } from "../binding/types.js";
import { isShown, unreadableReason } from "../binding/visibility.js";
import { readForm } from "./read-form.js";
import { readJson } from "./read-json.js";
import { readList } from "./read-list.js";
import { readTable } from "./read-table.js";
import { readText } from "./read-text.js";
import { readValue } from "./read-value.js";
import { refusal } from "./refuse.js";
import { TextReader } from "./visible-text.js";

export function readTarget(
  target: Element,
  as: ObservationKind,
  { background, maxLength = 4_000, maxRows = 50 }: ObservationOptions,
  input: PageOfInput,
): JsonValue {
  const subject = subjectOf(target, as);
  const reason =
    unreadableReason(target, background || as === "json") ?? (subject ? undefined : (`no-${as}` as const));
  if (reason || !subject) throw refusal.notAvailable(`what is read as ${as}`, reason ?? "missing");
  // Out of sight is what its author lets be read there.
  const reader = new TextReader(subject, !background || isShown(subject));
  switch (as) {
    case "text":
      return readText(reader, subject, maxLength, input);
    case "table":
      return readTable(reader, subject, maxRows, input);
    case "list":
      return readList(reader, subject, maxRows, input);
    case "value":
      return readValue(reader, subject as Control, maxLength);
    case "form":
      return readForm(reader, subject as HTMLFormElement, maxLength);
    case "json":
      return readJson(subject);
  }
}
