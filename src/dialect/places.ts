/** A schema as its dialects see it: what holds together at one place, with `$ref` followed and `anyOf` spread out. */
import { compile, nameOf } from "../schema/compile.js";
import type { Compiled } from "../schema/compiled.js";
import { isOneOf, literalsOf } from "../schema/literals.js";
import type { JsonSchema } from "../schema/types.js";
import type { Issues } from "../values/issues.js";
import { setOwn } from "../values/json.js";
import { kindOf } from "../values/kinds.js";

/** Schemas that all hold for one value. */
export type Places = readonly JsonSchema[];

/** Of which any fits. */
export type Union = readonly Places[];

/** The core has checked the whole already. */
const noLimits = { maxSchemaBytes: Infinity, maxSchemaDepth: Infinity };

export class SchemaPlaces {
  readonly #definitions: Record<string, JsonSchema>;
  readonly #alternatives = new Map<JsonSchema, Union>();
  readonly #compiled = new Map<JsonSchema, Compiled>();
  readonly #own = new Map<JsonSchema, JsonSchema>();

  constructor(root: JsonSchema) {
    this.#definitions = (root["$defs"] ?? {}) as Record<string, JsonSchema>;
  }

  /** The same as a union of places without `$ref`, `anyOf` and literal objects and arrays. */
  alternatives(places: Places): Union {
    return product(places.map((place) => this.#alternativesOf(place)));
  }

  /** What of a place holds in each of its alternatives, with what it refers to. */
  always(place: JsonSchema): Places {
    const target = this.#target(place);
    return [this.#ownOf(place), ...(target ? this.always(target) : [])];
  }

  /** What is wrong with a value. */
  issues(places: Places, value: unknown): number {
    const issues: Issues = [];
    for (const place of places) this.#compile(place).check(value, issues, 0);
    return issues.length;
  }

  /** Whether a value is of the right kind and has the constants that tell these places from others. */
  isMeant(places: Places, value: unknown): boolean {
    return places.every((place) => {
      const { kinds, tags } = this.#compile(place);
      const isTagged = ([name, literals]: readonly [string, readonly unknown[]]) =>
        isOneOf(literals)((value as JsonSchema)[name]);
      return kindOf(value) & kinds && [...tags].every(isTagged);
    });
  }

  /** The schemas of one property. */
  members(places: Places, key: string): Places {
    return places.map(({ properties }) => memberOf(properties, key)).filter((member) => member !== undefined);
  }

  /** Whether a property may be absent: a default fulfils `required`. */
  isOptional(places: Places, key: string): boolean {
    return places.every(({ required, properties }) => {
      const member = memberOf(properties, key);
      const isRequired = (required as string[] | undefined)?.includes(key);
      return !isRequired || (member && this.#compile(member).preset !== undefined);
    });
  }

  #alternativesOf(place: JsonSchema): Union {
    const known = this.#alternatives.get(place);
    if (known) return known;
    const { anyOf } = place as { anyOf?: JsonSchema[] };
    const own = this.#ownOf(place);
    const target = this.#target(place);
    const literals = isNested(place) ? literalsOf(place)! : undefined;
    const factors = [
      ...(Object.keys(own).length > 0 ? [[[own]]] : []),
      ...(literals ? [literalPlaces(literals).flatMap((literal) => this.#alternativesOf(literal))] : []),
      ...(target ? [this.#alternativesOf(target)] : []),
      ...(anyOf ? [anyOf.flatMap((branch) => this.#alternativesOf(branch))] : []),
    ];
    const alternatives = product(factors);
    this.#alternatives.set(place, alternatives);
    return alternatives;
  }

  #ownOf(place: JsonSchema): JsonSchema {
    const isLiteral = isNested(place);
    if (!isLiteral && !place["$ref"] && !place["anyOf"]) return place;
    let own = this.#own.get(place);
    if (!own) {
      const { $ref: _ref, anyOf: _anyOf, ...rest } = place;
      const { const: _const, enum: _enum, ...without } = rest;
      own = isLiteral ? without : rest;
      this.#own.set(place, own);
    }
    return own;
  }

  #target({ $ref: ref }: JsonSchema): JsonSchema | undefined {
    return typeof ref === "string" ? this.#definitions[nameOf(ref, this.#definitions)!] : undefined;
  }

  #compile(place: JsonSchema): Compiled {
    let compiled = this.#compiled.get(place);
    if (!compiled) {
      compiled = compile({ ...place, $defs: this.#definitions }, noLimits);
      this.#compiled.set(place, compiled);
    }
    return compiled;
  }
}

/** The properties that the places name. */
export function keysOf(places: Places): string[] {
  return [
    ...new Set(
      places.flatMap(({ properties, required }) => [
        ...Object.keys(properties ?? {}),
        ...((required ?? []) as string[]),
      ]),
    ),
  ];
}

/** Whether a place is closed to a property that another one names. */
export function isForbidden(places: Places, key: string): boolean {
  return places.some(
    ({ properties, additionalProperties }) => additionalProperties === false && !memberOf(properties, key),
  );
}

/** Every choice of one alternative from each factor. */
function product(factors: readonly Union[]): Union {
  const [first = [[]], ...others] = factors;
  return others.reduce(
    (all, factor) => all.flatMap((left) => factor.map((right) => [...left, ...right])),
    first,
  );
}

function memberOf(properties: unknown, key: string): JsonSchema | undefined {
  return properties && Object.hasOwn(properties, key)
    ? (properties as Record<string, JsonSchema>)[key]
    : undefined;
}

function isNested(place: JsonSchema): boolean {
  return literalsOf(place)?.some(isContainer) ?? false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Objects and arrays among literals, which no provider takes as such, by what they consist of. */
function literalPlaces(literals: readonly unknown[]): JsonSchema[] {
  const scalars = literals.filter((literal) => !isContainer(literal));
  return [
    ...(scalars.length > 0 ? [{ enum: scalars }] : []),
    ...literals.filter(isContainer).map(consistingOf),
  ];
}

function consistingOf(literal: object): JsonSchema {
  if (Array.isArray(literal)) {
    const items: readonly unknown[] = literal;
    const { length } = items;
    return {
      type: "array",
      ...(length > 0 && { items: { enum: items } }),
      minItems: length,
      maxItems: length,
      description: `Exactly ${JSON.stringify(items)}.`,
    };
  }
  const properties = {};
  for (const [key, value] of Object.entries(literal)) setOwn<JsonSchema>(properties, key, { const: value });
  return { type: "object", properties, required: Object.keys(literal), additionalProperties: false };
}
