/** Random schemas of the subset, values for them, and what a model does with their strict copies. */
import fc from "fast-check";
import { fromJsonSchema, type JsonSchema, type JsonValue } from "../../src/index.js";

type Draw = <T>(...options: readonly T[]) => T;

const scalars: readonly JsonSchema[] = [
  { type: "string" },
  { type: "string", minLength: 1, maxLength: 3 },
  { type: "string", pattern: "^[ab]*$", description: "Letters" },
  { type: "string", format: "date-time" },
  { type: "string", format: "uri" },
  { type: "integer", exclusiveMinimum: 0, maximum: 9 },
  { type: "number", exclusiveMaximum: 5, minimum: -1 },
  { type: "integer", multipleOf: 2 },
  { type: "boolean" },
  { type: "null" },
  { type: ["string", "null"] },
  { type: ["integer", "boolean"] },
  { const: "only" },
  { const: 3 },
  { const: false },
  { enum: ["x", "y"] },
  { enum: ["x", 1, null] },
  { enum: [1, 2, 30], maximum: 9 },
];

const open: readonly JsonSchema[] = [{}, { type: "object" }, { minLength: 2 }, { const: { a: 1, b: null } }];

/** `isClosed`: only closed objects, arrays with items, and unions whose branches are apart. */
export function schemas(isClosed: boolean): fc.Arbitrary<JsonSchema> {
  return fc.gen().map((generate) => {
    const draw: Draw = (...options) => generate(fc.constantFrom, ...options);
    const $defs: Record<string, JsonSchema> = {};
    const root = isClosed || draw(true, true, false) ? draw(object, union)(3) : anything(3);
    return { ...root, ...(Object.keys($defs).length > 0 && { $defs }) };

    function anything(depth: number): JsonSchema {
      const kinds = depth > 0 ? ["scalar", "scalar", "object", "array", "union", "mixed", "ref"] : ["scalar"];
      switch (draw(...kinds)) {
        case "object":
          return object(depth - 1);
        case "array":
          return array(depth - 1);
        case "union":
          return union(depth - 1);
        case "mixed":
          return { anyOf: [draw(...scalars.slice(0, 4)), array(depth - 1), object(depth - 1)] };
        case "ref":
          return reference(depth - 1);
        default:
          return isClosed ? draw(...scalars) : draw(...scalars, ...scalars, ...open);
      }
    }

    function object(depth: number, own: JsonSchema = {}): JsonSchema {
      const properties = { ...own } as Record<string, JsonSchema>;
      for (const key of ["a", "b", "c"].slice(0, draw(1, 2, 3)))
        properties[key] = withDefault(anything(depth));
      const required = [
        ...Object.keys(own),
        ...Object.keys(properties).filter((key) => !(key in own) && draw(true, false)),
      ];
      const closed = isClosed || draw(true, false);
      return { type: "object", properties, required, ...(closed && { additionalProperties: false }) };
    }

    function array(depth: number): JsonSchema {
      return {
        type: "array",
        ...((isClosed || draw(true, false)) && {
          items: depth > 0 && draw(true, false) ? object(depth - 1) : anything(depth),
        }),
        ...draw<JsonSchema>({}, { maxItems: 2 }, { uniqueItems: true }),
      };
    }

    /** By a constant. */
    function union(depth: number): JsonSchema {
      const kinds = ["p", "q", "r"].slice(0, draw(2, 3));
      return { anyOf: kinds.map((kind) => object(depth, { kind: { const: kind } })), description: "A union" };
    }

    function reference(depth: number): JsonSchema {
      const name = `d${Object.keys($defs).length}`;
      $defs[name] = {};
      $defs[name] = anything(depth);
      return { $ref: `#/$defs/${name}`, ...draw<JsonSchema>({}, { description: "Referred to" }) };
    }

    function withDefault(schema: JsonSchema): JsonSchema {
      return schema["type"] === "string" && !schema["format"] && draw(true, false)
        ? { ...schema, default: "a" }
        : schema;
    }
  });
}

/** A value that the copy takes. Copies have few keywords. */
export function valuesOf(copy: JsonSchema): fc.Arbitrary<JsonValue> {
  const {
    anyOf,
    enum: literals,
    type,
  } = copy as { anyOf?: JsonSchema[]; enum?: JsonValue[]; type: string | string[] };
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf));
  if (literals) return fc.constantFrom(...literals);
  return fc.oneof(...[type].flat().map((name) => valueOfType(copy, name)));
}

function valueOfType(copy: JsonSchema, type: string): fc.Arbitrary<JsonValue> {
  switch (type) {
    case "object":
      return fc.record(
        Object.fromEntries<fc.Arbitrary<JsonValue>>(
          Object.entries(copy["properties"] as Record<string, JsonSchema>).map(([key, member]) => [
            key,
            valuesOf(member),
          ]),
        ),
      );
    case "array":
      return fc.array(valuesOf(copy["items"] as JsonSchema), {
        maxLength: copy["description"] === "Always empty." ? 0 : 2,
      });
    case "string":
      return fc.constantFrom("a", "ab", "", "2026-11-30T00:00:00Z", "urn:a");
    case "integer":
      return fc.integer({ min: -2, max: 10 });
    case "number":
      return fc.constantFrom(-1, 0, 1.5, 4);
    case "boolean":
      return fc.boolean();
    default:
      return fc.constant(null);
  }
}

const wordsOnly = /^(min|max|exclusive)|^(pattern|format|multipleOf|uniqueItems)$/;

/** Without the rules that the strict copy puts into words. */
export function loosened(schema: JsonSchema): JsonSchema {
  const visit = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item, false));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isNamed || !wordsOnly.test(key))
        .map(([key, member]) => [
          key,
          /^(const|enum|default)$/.test(key) && !isNamed
            ? (member as unknown)
            : visit(member, !isNamed && /^(properties|\$defs)$/.test(key)),
        ]),
    );
  };
  return visit(schema, false) as JsonSchema;
}

export function takes(schema: JsonSchema, value: unknown): boolean {
  try {
    fromJsonSchema(schema, { maxSchemaBytes: 1e9, maxSchemaDepth: 100 }).parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Keywords that a schema uses at any of its places. */
export function keywordsOf(schema: unknown, isNamed = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => keywordsOf(item));
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, member]) => [
    ...(isNamed ? [] : [key]),
    ...(!isNamed && key === "enum" ? [] : keywordsOf(member, !isNamed && key === "properties")),
  ]);
}

/** What a model that means `value` sends by the strict copy: null where a property is absent. */
export function strictForm(root: JsonSchema, value: JsonValue): JsonValue {
  const definitions = (root["$defs"] ?? {}) as Record<string, JsonSchema>;
  const resolve = ({ $ref: ref, ...place }: JsonSchema): JsonSchema =>
    typeof ref === "string" ? resolve(definitions[ref.slice("#/$defs/".length)]!) : place;
  const branchesOf = (place: JsonSchema): JsonSchema[] => {
    const { anyOf } = resolve(place) as { anyOf?: JsonSchema[] };
    return anyOf ? anyOf.flatMap(branchesOf) : [resolve(place)];
  };
  const keysOf = (place: JsonSchema) => Object.keys(place["properties"] ?? {});

  return form(root, value, [...new Set(branchesOf(root).flatMap(keysOf))]);

  function form(place: JsonSchema, given: JsonValue, shown: readonly string[] = []): JsonValue {
    if (typeof given !== "object" || given === null) return given;
    const branch = branchesOf(place).find((one) => takes({ ...one, $defs: definitions }, given))!;
    if (Array.isArray(given)) return given.map((item) => form(branch["items"] as JsonSchema, item));
    const properties = branch["properties"] as Record<string, JsonSchema>;
    const sent: Record<string, JsonValue> = {};
    for (const key of new Set([...shown, ...keysOf(branch)])) {
      sent[key] = Object.hasOwn(given, key) ? form(properties[key]!, given[key]!) : null;
    }
    return sent;
  }
}
