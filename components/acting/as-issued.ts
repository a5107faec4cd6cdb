import { attempt } from "../../src/values/attempt.js";
import { copyJson } from "../../src/values/json.js";

/** A call as it was made, whatever its caller does with it while its code loads. What is no JSON is for the phases to refuse. */
export function asIssued<T>(given: T): T {
  const copy = attempt(
    () => copyJson(given) as T,
    () => undefined,
  );
  return copy === undefined ? given : copy;
}
