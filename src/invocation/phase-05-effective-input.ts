/** Phase 5: the complete, validated input that policies, the person and the handler will see. */
import type { CapabilityShape, ProcedureShape } from "../definition/shape.js";
import { bindInput } from "../procedure/bound-input.js";
import { bindingOf } from "../registry/availability.js";
import { observed } from "../values/attempt.js";
import { isAgentSchemaError } from "../values/errors.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import { copyJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import { sensitivePlace } from "../values/sensitive.js";
import type { Call } from "./call.js";
import { failure } from "./failure.js";
import type { Failure } from "./failure.js";

export function buildEffectiveInput(call: Call): Failure | undefined {
  const { shape } = call.capability;
  // An observation without a declared input has none, whatever was sent.
  if (!shape.input) return undefined;
  try {
    if (isProcedure(shape)) return buildBoundInput(call, shape);
    call.effectiveInput = copyJson(observed(shape.input.parse(inputOf(call)), call.surface.report));
    return undefined;
  } catch (error) {
    if (!isAgentSchemaError(error)) call.surface.report(error);
    const issues = isAgentSchemaError(error)
      ? error.issues
      : [{ path: "", message: "it does not fit the schema" }];
    return invalid(shape, issues);
  }
}

/** For procedures the page gives a part of it, live. */
function buildBoundInput(
  call: Call,
  shape: CapabilityShape & { procedure: ProcedureShape },
): Failure | undefined {
  const built = bindInput(shape, inputOf(call), () => {
    const config = bindingOf(call.capability)?.config;
    // What was bound once is never let go: without its binding it does not run.
    if (!config?.bind && shape.procedure.bound.length > 0) throw new TypeError("bind() is gone.");
    return config?.bind ? config.bind() : {};
  });
  if ("input" in built) {
    call.effectiveInput = built.input;
    return undefined;
  }
  if ("locked" in built) return failure.lockedInput(shape.id, built.locked);
  if ("issues" in built) return invalid(shape, built.issues);
  call.surface.report(
    new Error(`"${shape.id}" could not be bound to the state of the page.`, { cause: built.failed }),
  );
  return failure.bindingFailed(shape.id);
}

/** What was sent, `null` too; nothing is an empty object. */
function inputOf({ request: { input } }: Call): JsonValue {
  return input === undefined ? {} : input;
}

function isProcedure(shape: CapabilityShape): shape is CapabilityShape & { procedure: ProcedureShape } {
  return shape.procedure !== undefined;
}

function invalid({ id, sensitive }: CapabilityShape, issues: readonly AgentSchemaIssue[]): Failure {
  // A message may quote what came: for sensitive fields only the place is told.
  const told = issues.map(({ path, message }) => {
    const place = sensitivePlace(path, sensitive);
    return place === undefined
      ? { path, message }
      : { path: place, message: "its value is not valid (withheld)" };
  });
  return failure.invalidInput(id, told);
}
