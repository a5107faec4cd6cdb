/**
 * Walks a schema once, checks it whole and compiles it, so that nothing about it is a surprise when an agent calls.
 * What is outside the subset is a definition error that names the place and says what to write instead.
 */
import { describeValue } from "../values/describe-value.js";
import { AgentSurfaceDefinitionError } from "../values/errors.js";
import type { Issues } from "../values/issues.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { assemble } from "./assemble.js";
import { attempt } from "./attempt.js";
import type { Compiled, Measured } from "./compiled.js";
import { isObject, problemWith } from "./keywords.js";
import type { JsonSchema } from "./types.js";
import { areApart } from "./union.js";

export type SchemaLimits = Pick<AgentSurfaceLimits, "maxSchemaBytes" | "maxSchemaDepth">;

/** Rewrites one place before it is checked; its members come after it. With it, a `oneOf` may be an `anyOf`. */
export type Prepare = (place: JsonSchema) => void;

/**
 * Compiles a document that is the core's own: it is prepared in place, without `$schema` and `$id`, and must not change
 * afterwards.
 */
export function compile(root: JsonSchema, limits: SchemaLimits, prepare?: Prepare): Measured {
  /** Each place once, whatever the number of references to it; `undefined` while it is being compiled. */
  const done = new Map<unknown, Measured | undefined>();
  return visit(root, "", 0);

  /** `from` is the pointer of what refers to the place. */
  function visit(schema: unknown, pointer: string, depth: number, from = pointer): Measured {
    if (!isObject(schema)) refuse(from, `a schema cannot be ${describeValue(schema)}. Write an object`);
    const known = done.get(schema);
    if (done.has(schema) && !known) refuse(from, "the schema contains itself. Write out the levels you need");
    const deepest = depth + (known?.height ?? 0);
    if (deepest > limits.maxSchemaDepth) {
      refuse(from, `schemas are nested ${deepest} deep, ${limits.maxSchemaDepth} are allowed. Flatten them`);
    }
    if (known) return known;
    done.set(schema, undefined);
    const compiled = compilePlace(schema, pointer, depth);
    done.set(schema, compiled);
    return compiled;
  }

  function compilePlace(place: JsonSchema, pointer: string, depth: number): Measured {
    delete place.$schema;
    delete place.$id;
    prepare?.(place);
    const isExclusive = prepare && place.oneOf && !place.anyOf;
    if (isExclusive) {
      place.anyOf = place.oneOf;
      delete place.oneOf;
    }
    for (const [keyword, value] of Object.entries(place)) {
      const problem = problemWith(keyword, value);
      if (problem) refuse(pointer + step(keyword), problem);
    }

    let height = 0;
    const nested = (schema: unknown, path: string): Compiled => {
      const compiled = visit(schema, pointer + path, depth + 1);
      height = Math.max(height, compiled.height + 1);
      return compiled;
    };
    const allNested = (keyword: string): ReadonlyMap<string, Compiled> =>
      new Map(
        Object.entries((place[keyword] ?? {}) as JsonSchema).map(([name, schema]) => [
          name,
          nested(schema, step(keyword) + step(name)),
        ]),
      );
    allNested("$defs");
    const target = place.$ref === undefined ? undefined : follow(place.$ref, `${pointer}/$ref`, depth);
    height = Math.max(height, target?.height ?? 0);
    const branches = place.anyOf ? [...allNested("anyOf").values()] : undefined;
    if (isExclusive && !areApart(branches!)) {
      refuse(`${pointer}/oneOf`, '"oneOf" has branches that overlap. Write "anyOf"');
    }
    const members = allNested("properties");
    const item = place.items === undefined ? undefined : nested(place.items, "/items");
    const compiled = assemble(place, { members, branches, item, target });

    const demandFit = (sample: unknown, path: string) => {
      const issues: Issues = [];
      if (sample !== undefined) compiled.check(sample, issues, 0);
      for (const { path: at, message } of issues) {
        refuse(`${pointer}/${path}`, `it must fit its own schema: ${at} ${message}`);
      }
    };
    demandFit(compiled.preset, "default");
    for (const [index, example] of Object.entries((place.examples ?? []) as unknown[])) {
      demandFit(example, `examples/${index}`);
    }
    return { ...compiled, height };
  }

  /** A definition counts as standing where it is referred to: at the same depth. */
  function follow(ref: unknown, from: string, depth: number): Measured {
    const definitions = (root.$defs ?? {}) as JsonSchema;
    const name = nameOf(ref, definitions);
    if (name === undefined) {
      refuse(
        from,
        `no definition is at ${describeValue(ref)}. Write "#/$defs/name", with the name in "$defs" of the root`,
      );
    }
    return visit(definitions[name], `/$defs${step(name)}`, depth, from);
  }
}

/** The name of the definition that a `$ref` is about. */
export function nameOf(ref: unknown, definitions: object): string | undefined {
  const pointer = attempt(() => decodeURIComponent(ref as string));
  return Object.keys(definitions).find((name) => `#/$defs${step(name)}` === pointer);
}

/** One step of a JSON pointer. */
export function step(key: string): string {
  return "/" + key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function refuse(pointer: string, problem: string): never {
  throw new AgentSurfaceDefinitionError("INVALID_DEFINITION", `Schema at "${pointer}": ${problem}.`, {
    reason: "unsupported-schema",
    path: pointer,
  });
}
