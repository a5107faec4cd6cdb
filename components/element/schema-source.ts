/** Where an author may write a schema, and how it becomes the core's (elements.md, "agent-action"). */
import { fromJsonSchema, fromStandardSchema } from "../../src/index.js";
import type { AgentSchema, JsonSchema, JsonValue } from "../../src/index.js";
import { canonicalJson } from "../../src/values/canonical-json.js";
import { copyJson } from "../../src/values/json.js";
import type { StandardSchemaV1 } from "../../src/schema/types.js";

/** A JSON Schema object, a Standard Schema such as Zod's or ArkType's, or a schema of the core. */
export type SchemaInput = JsonSchema | StandardSchemaV1<unknown, JsonValue> | AgentSchema<JsonValue>;

/**
 * A schema of a tool's input, which every protocol requires to be an object.
 * @throws {SyntaxError} for a schema of anything else, and what `toAgentSchema` throws.
 */
export function toInputSchema(schema: SchemaInput): AgentSchema<JsonValue> {
  const input = toAgentSchema(schema);
  const { type = "object" } = input.jsonSchema;
  if (type !== "object")
    throw new SyntaxError(`an input is an object, not ${JSON.stringify(type)}; name its parts.`);
  return input;
}

/** @throws {AgentSurfaceDefinitionError} for what lies outside of the supported subset. */
export function toAgentSchema(schema: SchemaInput): AgentSchema<JsonValue> {
  if ("~standard" in schema) return fromStandardSchema(schema as StandardSchemaV1<unknown, JsonValue>);
  if (typeof (schema as AgentSchema<JsonValue>).parse === "function") return schema as AgentSchema<JsonValue>;
  return fromJsonSchema(schema as JsonSchema);
}

/** The JSON script in an element. */
export function schemaScript(element: Element): Element | undefined {
  return [...element.children].find((child) => child.matches('script[type="application/json" i]'));
}

/** @throws {SyntaxError} for text that is no JSON Schema. */
export function parseSchema(text: string): JsonSchema {
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw new SyntaxError("a JSON Schema is an object.");
  }
  return schema as JsonSchema;
}

/** Compiles a schema again only when its content changed. */
export class SchemaCache {
  #text: string | undefined;
  #schema: AgentSchema<JsonValue> | undefined;

  of(schema: JsonSchema): AgentSchema<JsonValue> {
    const text = canonicalJson(copyJson(schema));
    if (this.#schema === undefined || text !== this.#text) {
      this.#schema = fromJsonSchema(schema);
      this.#text = text;
    }
    return this.#schema;
  }
}
