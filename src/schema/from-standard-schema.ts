import { cut, maxListed } from "../values/describe-value.js";
import { AgentSchemaError } from "../values/errors.js";
import { type Issues, joinPath } from "../values/issues.js";
import { copyAny } from "../values/json.js";
import { adoptSchema } from "./check-schema.js";
import { refuse, type SchemaLimits } from "./compile.js";
import { normalizePlace } from "./normalize.js";
import type { AgentSchema, JsonSchema, StandardSchemaIssue, StandardSchemaV1 } from "./types.js";

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
      const issues: Issues = [];
      const copy = copyAny(value, issues, 0);
      // ArkType's morphs write into what they are given, and inputs are frozen.
      const result = standard.validate(issues[0] ? value : copy);
      if ("then" in result) {
        // Nobody waits for it, so its failure must not become an unhandled rejection.
        result.then(undefined, () => undefined);
        throw new AgentSchemaError([
          { path: "", message: "cannot be validated: asynchronous schemas are not supported" },
        ]);
      }
      if (result.issues) throw new AgentSchemaError(result.issues.map(toIssue));
      return result.value;
    },
  });
}

function convert({ "~standard": { vendor, jsonSchema } }: StandardSchemaV1): JsonSchema {
  let problem = "it does not convert itself";
  try {
    const converted = jsonSchema?.input({ target: "draft-2020-12" });
    if (converted) return converted;
  } catch (error) {
    problem = `its conversion failed (${cut((error as Error).message, maxListed)})`;
  }
  refuse("", `${vendor} gives none: ${problem}. Pass one: fromStandardSchema(schema, { jsonSchema })`);
}

function toIssue({ message, path = [] }: StandardSchemaIssue): Issues[number] {
  return {
    path: path.reduceRight<string>((rest, segment) => {
      const key = typeof segment === "object" ? segment.key : segment;
      return joinPath(typeof key === "number" ? key : String(key), rest);
    }, ""),
    // It may quote a whole value.
    message: cut(message, maxListed),
  };
}
