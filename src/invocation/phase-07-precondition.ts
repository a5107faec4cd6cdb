/** Phase 7: what only live state can say against this input. */
import type { AgentActionDefinition, PreconditionFailure } from "../definition/component.js";
import { definitionOf } from "../registry/availability.js";
import { attempt, isThenable, observed } from "../values/attempt.js";
import { copyJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { Call } from "./call.js";
import { readContext } from "./context.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";
import { toldBy } from "./foreign-failure.js";

export function checkPrecondition(call: Call): Failure | undefined {
  const definition = definitionOf(call.capability) as AgentActionDefinition<JsonValue> | undefined;
  if (!definition?.precondition) return undefined;
  const { id } = call.capability.shape;
  try {
    const refusal = observed(
      definition.precondition(call.effectiveInput, readContext(call)),
      call.surface.report,
    );
    if (isThenable(refusal)) throw new TypeError("precondition() gave a promise: it must answer at once.");
    return refusal ? refuse(call, refusal) : undefined;
  } catch (error) {
    const told = toldBy(error);
    if (told) return told;
    if (isRefusal(error)) return refuse(call, error);
    call.surface.report(error);
    return failure.precondition(
      `"${id}" could not be checked against the state of the page. Read the state again.`,
      undefined,
    );
  }
}

function refuse({ surface, capability }: Call, { message, details }: PreconditionFailure): Failure {
  const { id } = capability.shape;
  const copy = attempt(() => details && (copyJson(details) as Record<string, JsonValue>), surface.report);
  const told = typeof message === "string" && message !== "" ? message : `"${id}" was refused by the page.`;
  return failure.precondition(told, copy);
}

/** An author may throw the failure as a plain object. An Error is a defect, and its text is not for agents. */
function isRefusal(error: unknown): error is PreconditionFailure {
  return (
    typeof error === "object" &&
    error !== null &&
    !(error instanceof Error) &&
    typeof (error as { message?: unknown }).message === "string"
  );
}
