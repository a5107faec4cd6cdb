import { AgentSurfaceError } from "../../src/values/errors.js";
import type { JsonValue } from "../../src/values/json.js";

/** Reads the value of a script that holds JSON. What the parser says would quote the text, and is for the author. */
export function readJson(script: Element): JsonValue {
  try {
    return JSON.parse(script.textContent) as JsonValue;
  } catch (cause) {
    throw new AgentSurfaceError(
      {
        code: "EXECUTION_FAILED",
        message: "What is read as json is not valid JSON now: its author must mend it.",
        retry: "no",
        details: { reason: "handler-error" },
      },
      { cause },
    );
  }
}
