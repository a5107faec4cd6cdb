/** Phase 5: the complete, validated input that policies, the person and the handler will see. */
import { isAgentSchemaError } from "../values/errors.js";
import { copyJson } from "../values/json.js";
import { touchesSensitive } from "../values/sensitive.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function buildEffectiveInput(call: Call): Failure | undefined {
  const { shape } = call.capability;
  // An observation without a declared input has none, whatever was sent.
  if (!shape.input) return undefined;
  try {
    call.effectiveInput = copyJson(shape.input.parse(call.request.input ?? {}));
    return undefined;
  } catch (error) {
    if (!isAgentSchemaError(error)) call.surface.report(error);
    const issues = isAgentSchemaError(error)
      ? error.issues
      : [{ path: "", message: "it does not fit the schema" }];
    // A message may quote what came: for sensitive fields only the place is told.
    const told = issues.map(({ path, message }) =>
      touchesSensitive(path, shape.sensitive)
        ? { path, message: "its value is not valid (withheld)" }
        : { path, message },
    );
    return failure.invalidInput(shape.id, told);
  }
}
