/** The structural check of a component's procedures (contract.md section 11). */
import { describeValue } from "../values/describe-value.js";
import { maxIdLength } from "../values/ids.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { agentSchema, readBinding } from "./agent-input.js";
import { checkFields, checkSizes, fail, frozenList, frozenMeta, frozenSchema } from "./check-fields.js";
import { serverDefaults } from "./effect.js";
import type { AgentConfirmationLevel } from "./effect.js";
import type { AgentProcedureBinding } from "./procedure.js";
import { bindingRules, configRules, refRules } from "./procedure-rules.js";
import { byInstance } from "./shape.js";
import type { CapabilityShape, ComponentShape } from "./shape.js";

/** Where procedures run and what goes wrong with them is reported. */
export interface ProcedureHost {
  /** Absent: no procedure can be registered. */
  readonly executor: object | undefined;
  report(error: unknown): void;
}

type Component = Pick<ComponentShape, "type" | "instanceId" | "policies">;
type Binding = AgentProcedureBinding<JsonValue, JsonValue>;

/** @throws {AgentSurfaceDefinitionError} that names the component, the procedure and the field. */
export function checkProcedures(
  component: Component,
  bindings: readonly Binding[],
  limits: AgentSurfaceLimits,
  host: ProcedureHost | undefined,
): CapabilityShape[] {
  const ids = new Set<string>();
  return bindings.map((binding, place) => {
    const shape = checkProcedure(component, binding, place, limits, host);
    if (ids.has(shape.id)) {
      const message = `The component "${component.type}" has the procedure ${describeValue(shape.id)} twice.`;
      fail("DUPLICATE_CAPABILITY", message, shape.id);
    }
    ids.add(shape.id);
    return shape;
  });
}

function checkProcedure(
  component: Component,
  binding: Binding,
  place: number,
  limits: AgentSurfaceLimits,
  host: ProcedureHost | undefined,
): CapabilityShape {
  const named = (binding as Partial<Binding> | null)?.ref as Partial<Binding["ref"]> | undefined;
  const where = `The procedure ${describeValue(named?.id)} of "${component.type}"`;
  checkFields(where, binding, bindingRules);
  const { ref, config, contextLink } = binding;
  checkFields(where, ref, refRules);
  checkFields(where, config, configRules);
  const { id, path, description, effect } = ref;
  if (id !== `domain:${path}`) {
    fail("INVALID_ID", `${where} needs the id ${describeValue(`domain:${path}`)}, as its path has it.`, "id");
  }
  if (id.length > maxIdLength) {
    fail("INVALID_ID", `${where} has an id of ${id.length} characters, ${maxIdLength} are allowed.`, "id");
  }
  const { meta } = config;
  checkSizes(where, { description, ...(meta && { meta }) }, limits.maxCapabilityDescription, limits);
  const fullSchema = frozenSchema(ref.inputSchema, limits)!;
  const bound = boundKeys(where, config, host);
  const overridable = frozenList([...(config.overridableFields ?? [])].sort());
  const agentInput = agentSchema(ref.inputSchema, fullSchema, bound, overridable);
  const defaults = serverDefaults[effect];
  const inner = frozenList(config.policies);
  return {
    kind: "procedure",
    name: id,
    id,
    description,
    label: undefined,
    input: ref.inputSchema,
    output: ref.outputSchema,
    inputSchema: agentInput.jsonSchema,
    outputSchema: frozenSchema(ref.outputSchema, limits),
    effect,
    idempotent: defaults.idempotent,
    reversible: defaults.reversible,
    confirmation: strictest(
      defaults.confirmation,
      config.confirmation ?? "never",
      ref.requiresApproval ? "required" : "never",
    ),
    audit: defaults.audit,
    untrusted: false,
    concurrency: byInstance,
    timeoutMs: limits.procedureTimeoutMs,
    sensitive: frozenList<string>(undefined),
    meta: frozenMeta(meta),
    policies: inner.length > 0 ? frozenList([...component.policies, ...inner]) : component.policies,
    procedure: {
      path,
      bound,
      overridable,
      fullSchema,
      agentInput,
      context: Object.freeze({
        type: contextLink?.type ?? component.type,
        instanceId: contextLink?.instanceId ?? component.instanceId,
      }),
      place,
    },
  };
}

/** The keys that the page gives now; their values are not kept. */
function boundKeys(
  where: string,
  config: Binding["config"],
  host: ProcedureHost | undefined,
): readonly string[] {
  if (!config.bind) return [];
  try {
    return Object.freeze(Object.keys(readBinding(() => config.bind!())).sort());
  } catch (cause) {
    host?.report(new Error(`${where} could not be bound when it was registered.`, { cause }));
    return [];
  }
}

function strictest(...levels: AgentConfirmationLevel[]): AgentConfirmationLevel {
  const order = ["never", "optional", "required"] as const;
  return order[Math.max(...levels.map((level) => order.indexOf(level)))]!;
}
