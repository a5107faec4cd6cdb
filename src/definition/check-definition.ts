/** Every structural check of a definition. What passes is frozen as a shape; what fails is for the author to mend. */
import type { AgentSchema } from "../schema/types.js";
import { describeValue } from "../values/describe-value.js";
import { capabilityNameRule, defaultInstanceId, isCapabilityName, viewCapabilityId } from "../values/ids.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { checkFields, checkSizes, fail, frozenList, frozenMeta, frozenSchema } from "./check-fields.js";
import { checkProcedures } from "./check-procedure.js";
import type { ProcedureHost } from "./check-procedure.js";
import type {
  AgentActionDefinition,
  AgentComponentDefinition,
  AgentObservationDefinition,
} from "./component.js";
import { viewDefaults } from "./effect.js";
import type { AgentViewEffect } from "./effect.js";
import type { AgentPolicy } from "./policy.js";
import { actionRules, componentRules, observationRules } from "./rules.js";
import { byInstance } from "./shape.js";
import type { CapabilityShape, ComponentShape } from "./shape.js";

/**
 * @param host Where procedures would run. Absent: there is no executor.
 * @throws {AgentSurfaceDefinitionError} that names the component, the capability and the field.
 */
export function checkDefinition(
  definition: AgentComponentDefinition,
  limits: AgentSurfaceLimits,
  host?: ProcedureHost,
): ComponentShape {
  const where = `The component ${describeValue((definition as Partial<AgentComponentDefinition> | null)?.type)}`;
  checkFields(where, definition, componentRules);
  checkSizes(where, definition, limits.maxComponentDescription, limits);
  if (definition.procedures?.length && !host?.executor)
    fail("PLANE_VIOLATION", `${where} has procedures, but no executor is installed.`);
  const { type, instanceId = defaultInstanceId, parent, observations = {}, actions = {} } = definition;
  for (const name of Object.keys(actions)) {
    if (Object.hasOwn(observations, name)) {
      fail("DUPLICATE_CAPABILITY", `${where} has "${name}" twice, as an observation and as an action.`, name);
    }
  }
  const policies = frozenList(definition.policies);
  const { procedures } = definition;
  const capability = (kind: "observation" | "action") => {
    return ([name, one]: [string, CapabilityDefinition]) =>
      checkCapability(kind, type, name, one, policies, limits);
  };
  return {
    type,
    instanceId,
    description: definition.description,
    label: definition.label,
    parent:
      parent && Object.freeze({ type: parent.type, instanceId: parent.instanceId ?? defaultInstanceId }),
    meta: frozenMeta(definition.meta),
    internal: definition.internal ?? {},
    policies,
    origin: definition.origin ?? "first-party",
    priority: definition.priority ?? 0,
    sensitive: frozenList(definition.sensitive),
    capabilities: [
      ...Object.entries(observations).map(capability("observation")),
      ...Object.entries(actions).map(capability("action")),
      ...(procedures?.length
        ? checkProcedures({ type, instanceId, policies }, procedures, limits, host)
        : []),
    ],
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the normative records' own types
type CapabilityDefinition = AgentObservationDefinition<any> | AgentActionDefinition<any, any>;
type Schema = AgentSchema<JsonValue> | undefined;

function checkCapability(
  kind: "observation" | "action",
  type: string,
  name: string,
  definition: CapabilityDefinition,
  outer: readonly AgentPolicy[],
  limits: AgentSurfaceLimits,
): CapabilityShape {
  if (!isCapabilityName(name)) {
    fail(
      "INVALID_ID",
      `The ${kind} ${describeValue(name)} of "${type}" needs another name: ${capabilityNameRule}.`,
      name,
    );
  }
  const id = viewCapabilityId(type, name);
  const where = `The ${kind} "${id}"`;
  const isAction = kind === "action";
  checkFields(where, definition, isAction ? actionRules : observationRules);
  checkSizes(where, definition, limits.maxCapabilityDescription, limits);
  const action = definition as Partial<AgentActionDefinition<JsonValue>>;
  const effect = isAction ? (action.effect as AgentViewEffect) : "read";
  const defaults = viewDefaults[effect];
  const inner = frozenList(definition.policies);
  return {
    kind,
    name,
    id,
    description: definition.description,
    label: definition.label,
    input: definition.input as Schema,
    output: definition.output as Schema,
    inputSchema: frozenSchema(definition.input as Schema, limits),
    outputSchema: frozenSchema(definition.output as Schema, limits),
    effect,
    idempotent: action.idempotent ?? defaults.idempotent,
    reversible: action.reversible ?? defaults.reversible,
    confirmation: action.confirmation ?? defaults.confirmation,
    audit: action.audit ?? defaults.audit,
    untrusted: (definition as Partial<AgentObservationDefinition<JsonValue>>).untrusted ?? false,
    concurrency: action.concurrency ? Object.freeze({ ...action.concurrency }) : byInstance,
    timeoutMs: definition.timeoutMs ?? (isAction ? limits.actionTimeoutMs : limits.observationTimeoutMs),
    sensitive: frozenList(action.sensitive),
    meta: frozenMeta(definition.meta),
    policies: inner.length > 0 ? frozenList([...outer, ...inner]) : outer,
    procedure: undefined,
  };
}
