import type { JsonValue } from "../../src/values/json.js";
import type { ActionContext } from "../binding/types.js";
import { visibleText } from "./visible-text.js";

/** The result as the page shows it, where it has a place for it. */
export function shownResult({ resultFrom }: ActionContext): JsonValue | undefined {
  const element = resultFrom?.();
  return element && visibleText(element);
}
