/** What is left of an object's schema for an agent when somebody else gives some of its keys (contract.md section 11). */
import { setOwn } from "../values/json.js";
import { nameOf, step } from "./compile.js";
import { emptyJsonSchema } from "./empty-json-schema.js";
import type { JsonSchema } from "./types.js";

export interface GivenKeys {
  /** Root-level keys that the agent must not send: they are gone from the reduced schema. */
  readonly locked: readonly string[];
  /** Root-level keys that it may send instead: they are there, but neither required nor with a default. */
  readonly overridable: readonly string[];
}

/**
 * The schema without the given keys: in the root, in the branches of its `anyOf` and in what these refer to. Where every
 * declared key is locked it is the closed empty object; else it takes the rest of whatever the whole schema takes.
 * @param full A schema of the subset, which stays as it is.
 */
export function reduceSchema(full: JsonSchema, { locked, overridable }: GivenKeys): JsonSchema {
  if (locked.length + overridable.length === 0) return full;
  const definitions = (full["$defs"] ?? {}) as Record<string, JsonSchema>;
  const reducedDefinitions: Record<string, JsonSchema> = {};
  const declared = new Set<string>();
  const given = [...locked, ...overridable];

  const root = reducePlace(full);
  if (declared.size > 0 && [...declared].every((key) => locked.includes(key))) {
    return emptyJsonSchema;
  }
  return withUsed(root, { ...definitions, ...reducedDefinitions });

  function reducePlace(place: JsonSchema): JsonSchema {
    const reduced: JsonSchema = {};
    for (const [keyword, value] of Object.entries(place)) {
      const left = reduceKeyword(keyword, value);
      if (left !== undefined) reduced[keyword] = left;
    }
    return reduced;
  }

  function reduceKeyword(keyword: string, value: unknown): unknown {
    switch (keyword) {
      case "properties":
        return reduceProperties(value as Record<string, JsonSchema>);
      case "required": {
        const left = (value as string[]).filter((key) => !given.includes(key));
        return left.length > 0 ? left : undefined;
      }
      case "anyOf":
        return (value as JsonSchema[]).map(reducePlace);
      case "$ref":
        return reduceTarget(value as string);
      // Whole objects: with keys that somebody else gives they say nothing to the agent.
      case "const":
      case "enum":
      case "default":
      case "examples":
      case "$defs":
        return undefined;
      default:
        return value;
    }
  }

  function reduceProperties(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
    const reduced: Record<string, JsonSchema> = {};
    for (const [key, schema] of Object.entries(properties)) {
      declared.add(key);
      if (locked.includes(key)) continue;
      setOwn(reduced, key, overridable.includes(key) ? optional(schema) : schema);
    }
    return reduced;
  }

  /** The definition stays what it is for those that refer to it from deeper down. */
  function reduceTarget(ref: string): string {
    const name = nameOf(ref, definitions);
    if (name === undefined) return ref;
    let reducedName = `${name}Reduced`;
    while (Object.hasOwn(definitions, reducedName)) reducedName += "_";
    if (!Object.hasOwn(reducedDefinitions, reducedName)) {
      reducedDefinitions[reducedName] = reducePlace(definitions[name]!);
    }
    return `#/$defs${encodeURIComponent(step(reducedName)).replace("%2F", "/")}`;
  }
}

function optional({ default: _default, description, ...schema }: JsonSchema): JsonSchema {
  const text = typeof description === "string" ? `${description} ` : "";
  return { ...schema, description: `${text}(Defaults to the UI's value.)` };
}

/** With those definitions that something in it leads to. */
function withUsed(root: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const used: Record<string, JsonSchema> = {};
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const name = key === "$ref" && typeof member === "string" ? nameOf(member, definitions) : undefined;
      if (name === undefined) visit(member);
      else if (!Object.hasOwn(used, name)) {
        setOwn(used, name, definitions[name]!);
        visit(definitions[name]);
      }
    }
  };
  visit(root);
  return Object.keys(used).length > 0 ? { ...root, $defs: used } : root;
}
