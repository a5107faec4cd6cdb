/** What the tests of the domain plane share: an executor that notes what it is asked, and an order with a procedure. */
import {
  fromJsonSchema,
  type AgentComponentDefinition,
  type AgentProcedureBinding,
  type AgentProcedureExecutor,
  type AgentSchema,
  type JsonSchema,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import { createSurface, type TestSurface } from "./surface.js";

export type Binding = AgentProcedureBinding<JsonValue, JsonValue>;
export type Asked = Parameters<AgentProcedureExecutor["execute"]>[0];

export const cancelInput: JsonSchema = {
  type: "object",
  properties: {
    orderId: { type: "string" },
    reason: { type: "string", description: "Why." },
    notify: { type: "boolean", default: true },
  },
  required: ["orderId", "reason", "notify"],
  additionalProperties: false,
};

export const cancel = { capabilityId: "domain:orders.cancel" };

/** `orders.cancel`, bound to order `o-1`. */
export function binding(
  config: Binding["config"] = { bind: () => ({ orderId: "o-1" }) },
  ref: Partial<Omit<Binding["ref"], "inputSchema">> & {
    inputSchema?: AgentSchema<JsonValue> | JsonSchema;
  } = {},
): Binding {
  const path = ref.path ?? "orders.cancel";
  const { inputSchema = cancelInput, ...own } = ref;
  return {
    kind: "procedure-binding",
    config,
    ref: {
      id: `domain:${path}`,
      path,
      description: "Cancels an order.",
      effect: "server-mutation",
      ...own,
      inputSchema:
        "parse" in inputSchema ? (inputSchema as AgentSchema<JsonValue>) : fromJsonSchema(inputSchema),
    },
  };
}

export function order(
  procedures: AgentComponentDefinition["procedures"] = [binding()],
  own: Partial<AgentComponentDefinition> = {},
): AgentComponentDefinition {
  return { type: "orders.detail", description: "An order.", procedures, ...own };
}

export interface Domain extends TestSurface {
  /** What the executor was asked, in order. */
  readonly asked: Asked[];
}

/** A surface with an executor that answers "done", or as it is told. */
export function createDomain(
  execute: (request: Asked) => unknown = () => "done",
  options: RegistryOptions = {},
  paths?: string[],
): Domain {
  const surface = createSurface(options);
  const asked: Asked[] = [];
  surface.registry.setProcedureExecutor({
    execute(request) {
      asked.push(request);
      return Promise.resolve(execute(request)) as Promise<JsonValue>;
    },
    ...(paths && { paths }),
  });
  return { ...surface, asked };
}
