/** Every structural check of a definition. What passes is frozen as a shape; what fails is for the author to mend. */
import { checkSchema } from "../schema/check-schema.js";
import type { AgentSchema, JsonSchema } from "../schema/types.js";
import { byteSize } from "../values/byte-size.js";
import { describeValue } from "../values/describe-value.js";
import { AgentSurfaceDefinitionError } from "../values/errors.js";
import type { AgentDefinitionErrorCode } from "../values/errors.js";
import { capabilityNameRule, defaultInstanceId, isCapabilityName, viewCapabilityId } from "../values/ids.js";
import { copyJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { isPath } from "../values/sensitive.js";
import type {
  AgentActionDefinition,
  AgentComponentDefinition,
  AgentConcurrency,
  AgentObservationDefinition,
} from "./component.js";
import { serverEffects, viewDefaults } from "./effect.js";
import type { AgentViewEffect } from "./effect.js";
import type { AgentPolicy } from "./policy.js";
import { actionRules, componentRules, isRecord, observationRules } from "./rules.js";
import type { Rules } from "./rules.js";
import type { CapabilityShape, ComponentShape } from "./shape.js";

/** @throws {AgentSurfaceDefinitionError} that names the component, the capability and the field. */
export function checkDefinition(
  definition: AgentComponentDefinition,
  limits: AgentSurfaceLimits,
): ComponentShape {
  const where = `The component ${describeValue((definition as Partial<AgentComponentDefinition> | null)?.type)}`;
  checkFields(where, definition, componentRules);
  checkSizes(where, definition, limits.maxComponentDescription, limits);
  if (definition.procedures?.length)
    fail("PLANE_VIOLATION", `${where} has procedures, but no executor is installed.`);
  const { type, instanceId = defaultInstanceId, parent, observations = {}, actions = {} } = definition;
  for (const name of Object.keys(actions)) {
    if (Object.hasOwn(observations, name)) {
      fail("DUPLICATE_CAPABILITY", `${where} has "${name}" twice, as an observation and as an action.`, name);
    }
  }
  const policies = frozenList(definition.policies);
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
    ],
  };
}

/**
 * A sensitive path that cannot be read withholds everything, which is safe but hardly meant: an error in development.
 * @throws {AgentSurfaceDefinitionError}
 */
export function checkSensitivePaths({ type, sensitive, capabilities }: ComponentShape): void {
  for (const path of [...sensitive, ...capabilities.flatMap((one) => one.sensitive)]) {
    if (isPath(path)) continue;
    const message = `The component "${type}" has the sensitive path ${describeValue(path)}: join names by dots.`;
    fail("INVALID_DEFINITION", message, "sensitive");
  }
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
  };
}

/** Unknown fields are errors too: a misspelt `confirmaton` must not pass as no confirmation. */
function checkFields(where: string, definition: object, rules: Rules): void {
  if (!isRecord(definition))
    fail("INVALID_DEFINITION", `${where} must be an object, not ${describeValue(definition)}.`);
  for (const field of Object.keys(definition)) {
    if (!Object.hasOwn(rules, field)) {
      const known = Object.keys(rules).join(", ");
      fail("INVALID_DEFINITION", `${where} has the unknown field "${field}". There are: ${known}.`, field);
    }
  }
  for (const [field, [test, needs, required]] of Object.entries(rules)) {
    const value = definition[field];
    if (value === undefined ? !required : test(value as never)) continue;
    const what = value === undefined ? "lacks" : `cannot have ${describeValue(value)} as`;
    fail(codeOf(field, value), `${where} ${what} "${field}", which must be ${needs}.`, field);
  }
}

function codeOf(field: string, value: unknown): AgentDefinitionErrorCode {
  if (field === "type" || field === "instanceId") return "INVALID_ID";
  // A server's effect is no typing error: it is on the wrong plane.
  return field === "effect" && serverEffects.includes(value) ? "PLANE_VIOLATION" : "INVALID_DEFINITION";
}

function checkSizes(
  where: string,
  { description, meta }: { description: string; meta?: Record<string, JsonValue> },
  maxDescription: number,
  { maxMetaBytes }: AgentSurfaceLimits,
): void {
  if (description.length > maxDescription) {
    fail(
      "LIMIT_EXCEEDED",
      `${where} is described in ${description.length} characters, ${maxDescription} are allowed.`,
      "description",
    );
  }
  if (meta === undefined) return;
  let bytes = 0;
  try {
    bytes = byteSize(JSON.stringify(copyJson(meta)));
  } catch (error) {
    fail("INVALID_DEFINITION", `${where} has "meta" that is no JSON: ${(error as Error).message}.`, "meta");
  }
  if (bytes > maxMetaBytes) {
    fail("LIMIT_EXCEEDED", `${where} has ${bytes} bytes of "meta", ${maxMetaBytes} are allowed.`, "meta");
  }
}

function frozenSchema(schema: Schema, limits: AgentSurfaceLimits): JsonSchema | undefined {
  return schema && checkSchema(schema.jsonSchema, limits);
}

function frozenMeta(
  meta: Record<string, JsonValue> | undefined,
): Readonly<Record<string, JsonValue>> | undefined {
  return meta && (copyJson(meta) as Record<string, JsonValue>);
}

const nothing: readonly never[] = Object.freeze([]);
/** Shared by all that say nothing: a copy each would give each capability a hidden class of its own. */
const byInstance: AgentConcurrency = Object.freeze({ mode: "instance" });

function frozenList<T>(list: readonly T[] | undefined): readonly T[] {
  return list?.length ? Object.freeze([...list]) : nothing;
}

function fail(code: AgentDefinitionErrorCode, message: string, path?: string): never {
  throw new AgentSurfaceDefinitionError(code, message, path === undefined ? {} : { path });
}
