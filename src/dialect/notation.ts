/** How a dialect writes what a value of one kind, or of several, must be. */
import type { JsonSchema } from "../schema/types.js";
import {
  arrayKind,
  booleanKind,
  fractionKind,
  integerKind,
  kindOf,
  kindsOfType,
  nullKind,
  numberKinds,
  objectKind,
  stringKind,
} from "../values/kinds.js";
import type { Places } from "./places.js";
import { listJson, rulesInWords } from "./words.js";

/** What holds for a value, without unions and references. */
export interface Shape {
  readonly places: Places;
  readonly kinds: number;
  /** Text, numbers, booleans and null that it is limited to, if it is. */
  readonly literals: readonly unknown[] | undefined;
  /** `properties` and `required`, where it may be an object. */
  readonly object: JsonSchema | undefined;
  /** `items`, where it may be an array; `null` for an array that must be empty. */
  readonly items: JsonSchema | null | undefined;
}

/** A schema without its description, and what that must say. */
export type Written = readonly [schema: JsonSchema, words: readonly string[]];

export interface Notation {
  /** Whether every property is there, with null for what is absent, and no other ones. */
  readonly isStrict: boolean;
  /** One schema, or several of which any fits. */
  write(shape: Shape): [Written, ...Written[]];
}

export const anyScalar = nullKind | booleanKind | numberKinds | stringKind;

/** The names for `type`, null last. */
export function typesOf(kinds: number): string[] {
  return ["string", kinds & fractionKind ? "number" : "integer", "boolean", "object", "array", "null"].filter(
    (type) => kindsOfType.get(type)! & kinds,
  );
}

/**
 * For strict modes: `type`, also with several names, `enum`, closed objects, arrays and `anyOf`. Of all else some
 * provider refuses something: older and fine-tuned models of OpenAI and Azure all bounds, lengths and patterns, every
 * model of theirs `uniqueItems`, some formats, and words beside a `$ref`; Anthropic bounds and lengths.
 */
export const strict: Notation = {
  isStrict: true,
  write({ places, kinds, literals, object, items }) {
    const types = typesOf(kinds);
    return [
      [
        {
          type: types.length === 1 ? types[0] : types,
          ...(literals && { enum: literals }),
          ...(object && { ...object, additionalProperties: false }),
          ...(items !== undefined && { items: items ?? { type: "string" } }),
        },
        literals ? [] : [...rulesInWords(places, kinds), items === null ? "Always empty." : ""],
      ],
    ];
  },
};

/**
 * For the fields of Gemini's `Schema` and for grammars of local models: one name as `type`, `enum` of texts,
 * `properties`, `required`, `items`, inclusive bounds, lengths, the format date-time, and `anyOf` with nothing beside
 * it. Gemini's function calling refuses all else, and so far `enum` of other values too.
 */
export const minimal: Notation = {
  isStrict: false,
  write: (shape) => typesOf(shape.kinds).map((type) => writeType(shape, type)) as [Written, ...Written[]],
};

function writeType({ places, literals: all, object, items }: Shape, type: string): Written {
  const kind = kindsOfType.get(type)!;
  const literals = all?.filter((literal) => kindOf(literal) & kind);
  if (literals) return writeLiterals(literals, type);
  const bounds = boundsOf(places, kind);
  const isDateTime = places.some(({ format }) => format === "date-time");
  return [
    {
      type,
      ...bounds,
      ...(kind === stringKind && isDateTime && { format: "date-time" }),
      ...(kind === objectKind && object),
      ...(kind === arrayKind && { items: items ?? { type: "string" } }),
      ...(items === null && kind === arrayKind && { maxItems: 0 }),
    },
    rulesInWords(
      places,
      kind,
      (keyword, value) =>
        keyword in bounds ||
        (keyword === "format" && value === "date-time") ||
        (keyword.startsWith("ex") && kind === integerKind),
    ),
  ];
}

function writeLiterals(literals: readonly unknown[], type: string): Written {
  // Gemini takes no empty text in an enum.
  if (type === "string" && !literals.includes("")) return [{ type, enum: literals }, []];
  if (type === "null" || (type === "boolean" && literals.length > 1)) return [{ type }, []];
  const words = [`${literals.length > 1 ? "One of" : "Only"} ${listJson(literals)}.`];
  if (type === "boolean" || type === "string") return [{ type }, words];
  const numbers = literals as number[];
  return [{ type, minimum: Math.min(...numbers), maximum: Math.max(...numbers) }, words];
}

/** The bounds of all places as inclusive ones: for integers the next, for others the same. */
function boundsOf(places: Places, kind: number): JsonSchema {
  const values = (keyword: string) =>
    places.map((place) => place[keyword]).filter((value) => typeof value === "number");
  const bounds: JsonSchema = {};
  const set = (keyword: string, limits: number[], closest: (...limits: number[]) => number) => {
    if (limits.length > 0) bounds[keyword] = closest(...limits);
  };
  if (kind & numberKinds) {
    const [above, below] =
      kind === integerKind
        ? [(limit: number) => Math.floor(limit) + 1, (limit: number) => Math.ceil(limit) - 1]
        : [Number, Number];
    set("minimum", [...values("minimum"), ...values("exclusiveMinimum").map(above)], Math.max);
    set("maximum", [...values("maximum"), ...values("exclusiveMaximum").map(below)], Math.min);
  }
  for (const unit of kind === stringKind ? ["Length"] : kind === arrayKind ? ["Items"] : []) {
    set(`min${unit}`, values(`min${unit}`), Math.max);
    set(`max${unit}`, values(`max${unit}`), Math.min);
  }
  return bounds;
}
