/** Turns the input of a question into the list that a person reads: one row a value, labels from the schema, secrets masked. */
import type { JsonSchema, JsonValue } from "../../src/index.js";
import { showUnseen } from "../element/visible-characters.js";
import { wordsOf } from "../element/words-of.js";

export interface ReadableValue {
  /** From the outermost part to the innermost: `["Address", "Street"]`. */
  readonly label: readonly string[];
  /** The schema's description, where it says more than the label does. */
  readonly hint?: string;
  /** What will be used; `undefined` where it is masked. */
  readonly value: string | boolean | null | undefined;
  readonly masked: boolean;
  /** Nothing is there to show: "", [] or {}. */
  readonly empty: boolean;
}

type Path = readonly (string | number)[];

interface Place {
  readonly path: Path;
  readonly label: readonly string[];
  readonly hint?: string;
  readonly schema: JsonSchema | undefined;
}

export function readableValues(
  input: JsonValue,
  schema: JsonSchema,
  sensitive: readonly string[] = [],
): ReadableValue[] {
  const rows: ReadableValue[] = [];
  const secrets = sensitive.map(segmentsOf);
  const add = (
    place: Place,
    value: ReadableValue["value"],
    is: { masked?: boolean; empty?: boolean } = {},
  ) => {
    const { label, hint } = place;
    const { masked = false, empty = false } = is;
    rows.push({ label, ...(hint !== undefined && { hint }), value, masked, empty });
  };

  const visit = (given: JsonValue, place: Place) => {
    const { path, label } = place;
    const own = resolve(place.schema, schema);
    if (secrets.some((secret) => matches(path, secret))) {
      add(place, undefined, { masked: true });
    } else if (Array.isArray(given)) {
      if (given.length === 0 && path.length > 0) add(place, "", { empty: true });
      for (const [index, item] of given.entries()) {
        visit(item, {
          path: [...path, index],
          label: [...label, String(index + 1)],
          schema: recordOf(own?.["items"]),
        });
      }
    } else if (typeof given === "object" && given !== null) {
      const keys = inSchemaOrder(Object.keys(given), own, schema);
      if (keys.length === 0 && path.length > 0) add(place, "", { empty: true });
      for (const key of keys) {
        const property = resolve(propertySchema(own, key, schema), schema);
        visit(given[key]!, {
          path: [...path, key],
          schema: property,
          ...named(label, key, property),
        });
      }
    } else {
      const text = titleOf(given, own) ?? (typeof given === "number" ? String(given) : given);
      add(place, typeof text === "string" ? showUnseen(text, true) : text, { empty: text === "" });
    }
  };

  visit(input, { path: [], label: [], schema });
  return rows;
}

/** A title is the label; else a short description is; else the key in words, with the description beside it. */
function named(parents: readonly string[], key: string, schema: JsonSchema | undefined) {
  const title = textOf(schema?.["title"]);
  const description = textOf(schema?.["description"]);
  const isShort = description !== undefined && description.length <= 40;
  const label = title ?? (isShort ? description : wordsOf(key));
  const hint = description !== undefined && description !== label ? { hint: showUnseen(description) } : {};
  return { label: [...parents, showUnseen(label)], ...hint };
}

/** The title that the schema gives a value, beside the value where they differ: `Express (exp)`. */
function titleOf(
  value: string | number | boolean | null,
  schema: JsonSchema | undefined,
): string | undefined {
  for (const choice of listOf(schema?.["anyOf"])) {
    const title = textOf(choice["title"]);
    if (choice["const"] !== value || title === undefined) continue;
    return title === String(value) ? title : `${title} (${String(value)})`;
  }
  return undefined;
}

/** `card.number`, `cards.0.number`, `cards[].number`, `cards.*.number` and `/card/number` all name a path. */
function segmentsOf(path: string): string[] {
  return path
    .replace(/\[(\w*)\]/g, (_, index: string) => `.${index || "*"}`)
    .split(path.startsWith("/") ? "/" : ".")
    .filter((segment) => segment !== "");
}

/** Whether the secret names this place. Positions in lists may be left out of it: masking too much harms nobody. */
function matches(path: Path, secret: readonly string[]): boolean {
  const [first, ...rest] = path;
  if (first === undefined) return secret.length === 0;
  const [wanted, ...others] = secret;
  if (wanted === "*" || wanted === String(first)) return matches(rest, others);
  return typeof first === "number" && matches(rest, secret);
}

function inSchemaOrder(keys: string[], schema: JsonSchema | undefined, root: JsonSchema): string[] {
  const order = Object.keys(
    parts(schema, root).reduce((all, part) => ({ ...all, ...recordOf(part["properties"]) }), {}),
  );
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return keys.sort((one, other) => place(one) - place(other));
}

function propertySchema(
  schema: JsonSchema | undefined,
  key: string,
  root: JsonSchema,
): JsonSchema | undefined {
  for (const part of parts(schema, root)) {
    const properties = recordOf(part["properties"]);
    if (properties && Object.hasOwn(properties, key)) return recordOf(properties[key]);
  }
  return undefined;
}

/** The schema and its alternatives, one level deep: labels are looked up in all of them. */
function parts(schema: JsonSchema | undefined, root: JsonSchema): JsonSchema[] {
  if (!schema) return [];
  return [schema, ...listOf(schema["anyOf"]).map((branch) => resolve(branch, root) ?? branch)];
}

/** Follows references within the document; what its own keywords say comes first. */
function resolve(schema: JsonSchema | undefined, root: JsonSchema, depth = 0): JsonSchema | undefined {
  const reference = textOf(schema?.["$ref"]);
  if (!schema || reference === undefined || !reference.startsWith("#") || depth > 8) return schema;
  let target: unknown = root;
  for (const step of reference.slice(1).split("/").filter(Boolean)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    const container = recordOf(target);
    target = container && Object.hasOwn(container, key) ? container[key] : undefined;
  }
  return { ...resolve(recordOf(target), root, depth + 1), ...schema };
}

function recordOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf).filter((item) => item !== undefined) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
