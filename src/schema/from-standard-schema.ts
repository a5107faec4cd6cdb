import { AgentSchemaError, AgentSurfaceDefinitionError } from "../values/errors.js";
import { adoptSchema } from "./check-schema.js";
import type { SchemaLimits } from "./compile.js";
import { cut } from "../values/describe-value.js";
import { type Issues, joinPath } from "../values/issues.js";
import { normalizePlace } from "./normalize.js";
import type { AgentSchema, JsonSchema, StandardSchemaIssue, StandardSchemaV1 } from "./types.js";

/** Messages of a library may quote a whole value. */
const maxMessage = 300;

/**
 * An AgentSchema from a Standard Schema: Zod, Valibot, ArkType. The library validates; the JSON Schema is what agents
 * read. It may be left out where the library converts by itself (`~standard.jsonSchema`: Zod 4, ArkType). What a
 * converter writes outside the subset is rewritten where that keeps the meaning (`normalize.ts`).
 *
 * @throws {AgentSurfaceDefinitionError} where there is no JSON Schema, or none within the subset
 */
export function fromStandardSchema<T>(
  schema: StandardSchemaV1<unknown, T>,
  options: { jsonSchema?: JsonSchema; limits?: SchemaLimits } = {},
): AgentSchema<T> {
  const standard = schema["~standard"];
  const source = options.jsonSchema ?? convert(schema);
  const { jsonSchema } = adoptSchema(source, options.limits, normalizePlace);
  return Object.freeze({
    jsonSchema,
    parse(value: unknown): T {
      const result = standard.validate(value);
      if ("then" in result) {
        // Nobody waits for it, so its failure must not become an unhandled rejection.
        result.then(undefined, () => undefined);
        throw new AgentSchemaError([
          {
            path: "",
            message:
              "cannot be validated: the schema is asynchronous, and only synchronous ones are supported",
          },
        ]);
      }
      if (result.issues) throw new AgentSchemaError(result.issues.map(toIssue));
      return result.value;
    },
  });
}

function convert(schema: StandardSchemaV1): JsonSchema {
  let problem = "it does not convert itself";
  try {
    const jsonSchema = schema["~standard"].jsonSchema?.input({ target: "draft-2020-12" });
    if (jsonSchema) return jsonSchema;
  } catch (error) {
    problem = `its conversion failed (${cut((error as Error).message, maxMessage)})`;
  }
  throw new AgentSurfaceDefinitionError(
    "INVALID_DEFINITION",
    `The ${schema["~standard"].vendor} schema has no JSON Schema: ${problem}. Pass one: fromStandardSchema(schema, { jsonSchema }).`,
    { reason: "unsupported-schema", path: "" },
  );
}

function toIssue({ message, path = [] }: StandardSchemaIssue): Issues[number] {
  return {
    path: path.reduceRight<string>((rest, segment) => {
      const key = typeof segment === "object" ? segment.key : segment;
      return joinPath(typeof key === "number" ? key : String(key), rest);
    }, ""),
    message: cut(message, maxMessage),
  };
}
