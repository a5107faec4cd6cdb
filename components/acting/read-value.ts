/** Reads the value of one control, or of what is edited as text. */
import type { JsonValue } from "../../src/values/json.js";
import type { Control } from "../binding/controls.js";
import { isSensitive } from "../binding/sensitive.js";
import { valueOf } from "./control-value.js";
import { refusal } from "./refuse.js";
import type { TextReader } from "./visible-text.js";

export function readValue(reader: TextReader, control: Control, maxLength: number): JsonValue {
  if (isSensitive(control)) return { value: null, withheld: true };
  const value = "value" in control ? valueOf(control) : reader.read(control);
  if (value === undefined) throw refusal.notAvailable("what is read as value", "no-value");
  return typeof value === "string" && value.length > maxLength
    ? { value: value.slice(0, maxLength), total: value.length, truncated: true }
    : { value };
}
