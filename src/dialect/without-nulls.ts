import type { JsonSchema } from "../schema/types.js";
import { setOwn, type JsonValue } from "../values/json.js";
import { arrayKind, kindOf, objectKind } from "../values/kinds.js";
import { keysOf, SchemaPlaces, type Places } from "./places.js";

const read = new WeakMap<JsonSchema, SchemaPlaces>();

/**
 * What a model means that follows the strict copy of a schema: `null` at a key that the schema has as optional, and
 * that cannot be null there, is left out, at every depth. In a union the alternative counts that fits, and among
 * several the one that leaves out the least. All else stays as it is; what nothing was left out of is the same value.
 * Never throws.
 * @param schema A stored schema: frozen, and within the subset.
 */
export function withoutNulls(schema: JsonSchema, input: JsonValue): JsonValue {
  let places = read.get(schema);
  if (!places) read.set(schema, (places = new SchemaPlaces(schema)));
  try {
    return new Reader(places).read([schema], input, true);
  } catch {
    // A value that cannot be looked at is refused where it is validated.
    return input;
  }
}

class Reader {
  readonly #schema: SchemaPlaces;
  #left = 0;

  constructor(schema: SchemaPlaces) {
    this.#schema = schema;
  }

  /** In the root all alternatives were shown as one object: the keys of the others are there too, as null. */
  read(places: Places, value: JsonValue, isRoot = false): JsonValue {
    if (!(kindOf(value) & (objectKind | arrayKind))) return value;
    const union = this.#schema.alternatives(places);
    const [only] = union;
    if (union.length === 1) return this.#readAs(only!, value, []);
    const before = this.#left;
    const shown = isRoot ? union.flatMap(keysOf) : [];
    const readings = union.map((alternative) => {
      this.#left = 0;
      const copy = this.#readAs(alternative, value, shown);
      const isOther = !this.#schema.isMeant(alternative, copy);
      return { copy, left: this.#left, isOther, issues: this.#schema.issues(alternative, copy) };
    });
    const [closest] = readings.sort(
      (one, other) =>
        Number(one.isOther) - Number(other.isOther) || one.issues - other.issues || one.left - other.left,
    );
    this.#left = before + (closest?.left ?? 0);
    return closest ? closest.copy : value;
  }

  #readAs(places: Places, value: JsonValue, shown: readonly string[]): JsonValue {
    if (Array.isArray(value)) {
      const items = places.flatMap(({ items: item }) => (item === undefined ? [] : [item as JsonSchema]));
      const copy = items.length > 0 ? value.map((item) => this.read(items, item)) : value;
      return copy.some((item, index) => item !== value[index]) ? copy : value;
    }
    const before = this.#left;
    const copy: Record<string, JsonValue> = {};
    let isSame = true;
    for (const [key, member] of Object.entries(value as Record<string, JsonValue>)) {
      const members = this.#schema.members(places, key);
      if (member === null && this.#isAbsent(places, members, key, shown)) {
        this.#left++;
        continue;
      }
      const own = this.read(members, member);
      isSame &&= own === member;
      setOwn(copy, key, own);
    }
    return isSame && this.#left === before ? value : copy;
  }

  #isAbsent(places: Places, members: Places, key: string, shown: readonly string[]): boolean {
    if (!this.#schema.isOptional(places, key)) return false;
    return members.length > 0 ? this.#schema.issues(members, null) > 0 : shown.includes(key);
  }
}
