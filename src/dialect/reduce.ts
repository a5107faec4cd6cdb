import { literalsOf } from "../schema/literals.js";
import type { JsonSchema } from "../schema/types.js";
import { setOwn } from "../values/json.js";
import { anyKind, arrayKind, kindOf, kindsOfTypes, nullKind, objectKind } from "../values/kinds.js";
import { formsInWords } from "./forms.js";
import { anyScalar, typesOf, type Notation, type Shape } from "./notation.js";
import { isForbidden, keysOf, SchemaPlaces, type Places, type Union } from "./places.js";
import { annotationsInWords, describe, describeAs, join, kindsMeant } from "./words.js";

const empty: JsonSchema = { type: "object", properties: {}, required: [], additionalProperties: false };

/** The copy of a whole schema in a notation. */
export function reduce(root: JsonSchema, notation: Notation): JsonSchema {
  const schema = new SchemaPlaces(root);
  const shapes = new Map<Places, Shape | undefined>();
  return reduceRoot();

  /** One object where it may be one: providers take no other root, and no union there. */
  function reduceRoot(): JsonSchema {
    const all = schema.alternatives([root]).map((places) => ({ places, shape: shapeOf(places, objectKind) }));
    const objects = all.filter(({ shape }) => shape && shape.kinds & objectKind);
    if (objects.length === 0) return reduceUnion([[root]], false) ?? empty;
    const union = distinct(objects.map(({ places, shape }) => [shape!.object, places]));
    const others = typesOf(all.reduce((kinds, { shape }) => kinds | (shape?.kinds ?? 0), 0) & ~objectKind);
    const always = schema.always(root);
    const said = union.length === 1 ? [...always, ...union[0]!] : always;
    const object = objectOf(union);
    const [[written]] = notation.write({
      places: [],
      kinds: objectKind,
      literals: undefined,
      object,
      items: undefined,
    });
    return describeAs(written, [
      describe(said),
      ...annotationsInWords(said),
      isSum(union) ? "" : formsInWords(schema, union, always),
      others.length > 0 ? `Or: ${others.join(", ")}.` : "",
    ]);
  }

  /** `undefined` where no value fits. */
  function reduceUnion(union: Union, isNullable: boolean): JsonSchema | undefined {
    const always = union.length === 1 ? union[0]!.flatMap((place) => schema.always(place)) : [];
    const alternatives = union.flatMap((places) => schema.alternatives(places));
    const possible = alternatives.filter((places) => shapeOf(places));
    if (possible.length === 0) return undefined;
    const isOne = possible.length === 1;
    /** By what is written for them; constants together. */
    const byText = new Map<string, { shape: Shape; text: string }>();
    for (const places of possible) {
      const shape = shapeOf(places)!;
      const inner = isOne ? [] : places.filter((place) => !always.includes(place));
      const text = join([describe(inner), ...annotationsInWords(inner)]);
      const isPlain = isOne || (shape.literals && text === "");
      const key = isPlain ? "" : JSON.stringify([notation.write(shape), text]);
      const same = byText.get(key);
      byText.set(key, { shape: same ? either(same.shape, shape) : shape, text });
    }
    const branches = [...byText.values()];
    const needsNull = isNullable && !branches.some(({ shape }) => shape.kinds & nullKind);
    const written = branches.flatMap(({ shape, text }) =>
      notation
        .write(needsNull && branches.length === 1 ? nullable(shape) : shape)
        .map(([own, words]) => describeAs(own, [text, ...words])),
    );
    if (needsNull && branches.length > 1) written.push({ type: "null" });
    const said = isOne ? [...always, ...possible[0]!] : always;
    const [first, ...others] = written;
    const described = describeAs(first!, [describe(said), ...annotationsInWords(said), describe([first!])]);
    return others.length > 0 ? { anyOf: [described, ...others] } : described;
  }

  function shapeOf(places: Places, preferred = anyScalar): Shape | undefined {
    const isWhole = preferred === anyScalar;
    if (isWhole && shapes.has(places)) return shapes.get(places);
    const shape = makeShape(places, preferred);
    if (isWhole) shapes.set(places, shape);
    return shape;
  }

  function makeShape(places: Places, preferred: number): Shape | undefined {
    let kinds = places.reduce((all, { type }) => all & kindsOfTypes(type), anyKind);
    const limiting = places.find(literalsOf);
    const literals =
      limiting && literalsOf(limiting)!.filter((literal) => schema.issues(places, literal) === 0);
    if (literals) {
      kinds = literals.reduce<number>((all, literal) => all | kindOf(literal), 0);
    } else if (kinds === anyKind) {
      kinds = places.reduce((all, place) => all | kindsMeant(place), 0) || preferred;
    }
    const object = kinds & objectKind ? objectOf([places]) : undefined;
    if (!object) kinds &= ~objectKind;
    const items = kinds & arrayKind ? itemsOf(places) : undefined;
    if (items === null && places.some(({ minItems = 0 }) => (minItems as number) > 0)) kinds &= ~arrayKind;
    return kinds
      ? { places, kinds, literals, object, items: kinds & arrayKind ? items : undefined }
      : undefined;
  }

  function itemsOf(places: Places): JsonSchema | null {
    const items = places.map((place) => place["items"]).filter((item) => item !== undefined);
    return reduceUnion([items as JsonSchema[]], false) ?? null;
  }

  /** One object for all of a union, as wide as it must be. `undefined` where none fits. */
  function objectOf(union: Union): JsonSchema | undefined {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const key of new Set(union.flatMap(keysOf))) {
      const isNeeded = union.every((places) => !schema.isOptional(places, key));
      const among = union.filter((places) => keysOf(places).includes(key) && !isForbidden(places, key));
      const isNullable = notation.isStrict && !isNeeded;
      const member =
        among.length > 0 &&
        reduceUnion(
          among.map((places) => schema.members(places, key)),
          isNullable,
        );
      if (!member && isNeeded) return undefined;
      if (!member) continue;
      setOwn(properties, key, member);
      if (isNeeded || notation.isStrict) required.push(key);
    }
    const hasRequired = required.length > 0 || notation.isStrict;
    return { properties, ...(hasRequired && { required }) };
  }

  /** Whether one object says the same as the union: all but one property are alike. */
  function isSum(union: Union): boolean {
    const [first, ...others] = union.map((places) => objectOf([places])!);
    if (others.length === 0) return true;
    const { properties, required } = first as { properties: JsonSchema; required: string[] };
    const differing = new Set<string>();
    for (const other of others) {
      const theirs = other["properties"] as JsonSchema;
      if (String(other["required"]) !== String(required)) return false;
      for (const key of Object.keys({ ...properties, ...theirs })) {
        if (!Object.hasOwn(properties, key) || !Object.hasOwn(theirs, key)) return false;
        if (JSON.stringify(properties[key]) !== JSON.stringify(theirs[key])) differing.add(key);
      }
    }
    return differing.size < 2;
  }
}

function nullable(shape: Shape): Shape {
  const { kinds, literals } = shape;
  return { ...shape, kinds: kinds | nullKind, literals: literals && [...literals, null] };
}

/** One of those that are written alike. */
function distinct<T>(entries: readonly (readonly [written: unknown, value: T])[]): T[] {
  const [first] = entries;
  // A single one may be too large for a text, with what it shares.
  if (first && entries.length === 1) return [first[1]];
  return [...new Map(entries.map(([written, value]) => [JSON.stringify(written), value])).values()];
}

/** Of two that are written alike, or are constants both. */
function either(one: Shape, { kinds, literals }: Shape): Shape {
  if (!one.literals || !literals) return one;
  return { ...one, kinds: one.kinds | kinds, literals: [...new Set([...one.literals, ...literals])] };
}
