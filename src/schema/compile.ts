/**
 * Walks a schema once, checks it whole and compiles it, so that nothing about it is a surprise when an agent calls.
 * What is outside the subset is a definition error that names the place and says what to write instead.
 */
import { AgentSurfaceDefinitionError } from "../values/errors.js";
import type { AgentSurfaceLimits } from "../values/limits.js";
import { assemble } from "./assemble.js";
import type { Compiled, Measured } from "./compiled.js";
import { describeValue } from "../values/describe-value.js";
import type { Issues } from "../values/issues.js";
import { isObject, problemWith } from "./keywords.js";
import type { JsonSchema } from "./types.js";

export type SchemaLimits = Pick<AgentSurfaceLimits, "maxSchemaBytes" | "maxSchemaDepth">;

/** Rewrites one place before it is checked; its members come after it. */
export type Prepare = (place: JsonSchema, root: JsonSchema) => void;

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
    prepare?.(place, root);
    for (const [keyword, value] of Object.entries(place)) {
      const problem = problemWith(keyword, value);
      if (problem) refuse(pointer + step(keyword), problem);
    }

    let height = 0;
    const nested = (member: unknown, path: string): Compiled => {
      const compiled = visit(member, pointer + path, depth + 1);
      height = Math.max(height, compiled.height + 1);
      return compiled;
    };
    const allNested = (keyword: string) =>
      Object.entries((place[keyword] ?? {}) as JsonSchema).map(([name, member]): [string, Compiled] => [
        name,
        nested(member, step(keyword) + step(name)),
      ]);
    allNested("$defs");
    const target = place.$ref === undefined ? undefined : follow(place.$ref, `${pointer}/$ref`, depth);
    height = Math.max(height, target?.height ?? 0);
    const compiled = assemble(place, {
      members: new Map(allNested("properties")),
      branches: place.anyOf ? allNested("anyOf").map(([, branch]) => branch) : undefined,
      item: place.items ? nested(place.items, "/items") : undefined,
      target,
    });

    const presets = Object.entries((place.examples ?? []) as unknown[]).map(([index, value]) => [
      `examples/${index}`,
      value,
    ]);
    for (const [path, value] of [["default", compiled.preset], ...presets] as [string, unknown][]) {
      const issues: Issues = [];
      if (value !== undefined) compiled.check(value, issues, 0);
      for (const { path: at, message } of issues) {
        refuse(`${pointer}/${path}`, `it must fit its own schema: ${at} ${message}`);
      }
    }
    return { ...compiled, height };
  }

  /** A definition counts as standing where it is referred to: at the same depth. */
  function follow(ref: unknown, from: string, depth: number): Measured {
    const name = definitionName(ref);
    const definitions = (root.$defs ?? {}) as JsonSchema;
    if (name === undefined || !Object.hasOwn(definitions, name)) {
      refuse(
        from,
        `"$ref" cannot be ${describeValue(ref)}. Write "#/$defs/name", with the name in "$defs" of the root`,
      );
    }
    return visit(definitions[name], `/$defs${step(name)}`, depth, from);
  }
}

function definitionName(ref: unknown): string | undefined {
  try {
    const [, name] = /^#\/\$defs\/([^/]*)$/.exec(ref as string) ?? [];
    return name && decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}

/** One step of a JSON pointer. */
function step(key: string): string {
  return "/" + key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function refuse(pointer: string, problem: string): never {
  throw new AgentSurfaceDefinitionError("INVALID_DEFINITION", `Schema at "${pointer}": ${problem}.`, {
    reason: "unsupported-schema",
    path: pointer,
  });
}
