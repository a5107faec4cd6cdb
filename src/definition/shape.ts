/**
 * The structure of a definition: what is frozen when it is registered and what a registration id stands for
 * (004, "Registration lifecycle", rule 2). Handlers are no part of it; they are read from the definition at each call.
 */
import type { AgentSchema, JsonSchema } from "../schema/types.js";
import { canonicalJson } from "../values/canonical-json.js";
import type { JsonValue } from "../values/json.js";
import type { AgentConcurrency } from "./component.js";
import type { AgentAuditLevel, AgentConfirmationLevel, AgentEffect } from "./effect.js";
import type { AgentCapabilityKind, AgentPolicy } from "./policy.js";

type Meta = Readonly<Record<string, JsonValue>>;

export interface ComponentShape {
  readonly type: string;
  readonly instanceId: string;
  readonly description: string;
  readonly label: string | undefined;
  readonly parent: { readonly type: string; readonly instanceId: string } | undefined;
  readonly meta: Meta | undefined;
  readonly internal: Readonly<Record<string, unknown>>;
  readonly policies: readonly AgentPolicy[];
  readonly origin: string;
  readonly priority: number;
  readonly sensitive: readonly string[];
  readonly capabilities: readonly CapabilityShape[];
}

export interface CapabilityShape {
  readonly kind: AgentCapabilityKind;
  readonly name: string;
  readonly id: string;
  readonly description: string;
  readonly label: string | undefined;
  readonly input: AgentSchema<JsonValue> | undefined;
  readonly output: AgentSchema<JsonValue> | undefined;
  /** The frozen JSON Schemas behind `input` and `output`. */
  readonly inputSchema: JsonSchema | undefined;
  readonly outputSchema: JsonSchema | undefined;
  readonly effect: AgentEffect;
  readonly idempotent: boolean;
  readonly reversible: boolean;
  readonly confirmation: AgentConfirmationLevel;
  readonly audit: AgentAuditLevel;
  readonly untrusted: boolean;
  readonly concurrency: AgentConcurrency;
  readonly timeoutMs: number;
  readonly sensitive: readonly string[];
  readonly meta: Meta | undefined;
  readonly policies: readonly AgentPolicy[];
  /** What only procedures have; their `input` is the whole schema, their `inputSchema` what is left of it for agents. */
  readonly procedure: ProcedureShape | undefined;
}

/** Shared by all that say nothing: a copy each would give each capability a hidden class of its own. */
export const byInstance: AgentConcurrency = Object.freeze({ mode: "instance" });

export interface ProcedureShape {
  readonly path: string;
  /** Keys of the input that the page gave when it was registered, sorted. Their values are never kept. */
  readonly bound: readonly string[];
  /** Keys that a caller may send although they are bound. */
  readonly overridable: readonly string[];
  /** The frozen JSON Schema of the whole input. */
  readonly fullSchema: JsonSchema;
  /** Checks what an agent sends: the reduced schema. */
  readonly agentInput: AgentSchema<JsonValue>;
  readonly context: { readonly type: string; readonly instanceId: string };
  /** Where its binding stood in the definition. */
  readonly place: number;
}

/** Whether two capabilities would look and act the same to a caller, handlers aside. */
export function sameCapability(one: CapabilityShape, other: CapabilityShape): boolean {
  return samePolicies(one.policies, other.policies) && text(one) === text(other);
}

/** Whether two components are the same but for their capabilities and handlers. */
export function sameComponent(one: ComponentShape, other: ComponentShape): boolean {
  return samePolicies(one.policies, other.policies) && componentText(one) === componentText(other);
}

function text(shape: CapabilityShape): string {
  const { policies: _policies, input: _input, output: _output, procedure, ...data } = shape;
  const { agentInput: _agentInput, place: _place, ...binding } = procedure ?? {};
  return canonicalJson({ ...data, binding } as unknown as JsonValue);
}

function componentText(shape: ComponentShape): string {
  const { policies: _policies, internal: _internal, capabilities: _capabilities, ...data } = shape;
  return canonicalJson(data as unknown as JsonValue);
}

function samePolicies(one: readonly AgentPolicy[], other: readonly AgentPolicy[]): boolean {
  return one.length === other.length && one.every((policy, index) => policy === other[index]);
}
