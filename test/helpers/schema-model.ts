/** What a schema makes of a value that fits it: the value, with defaults where nothing is. Slow and plain, to compare with. */
import type { JsonSchema } from "../../src/schema/index.js";
import { setOwn } from "../../src/values/json.js";
import { targetOf, type Names } from "./random-schemas.js";

type Fits = (schema: JsonSchema, value: unknown) => boolean;

export function parseByModel(schema: JsonSchema, value: unknown, fits: Fits): unknown {
  const defs = (schema.$defs ?? {}) as Names;
  return fill(schema, value);

  function fill(place: JsonSchema, given: unknown): unknown {
    const target = targetOf(place, defs);
    const branch = (place.anyOf as JsonSchema[] | undefined)?.find((one) =>
      fits({ ...one, $defs: defs }, given),
    );
    return [target, branch].reduce(
      (own, other) => (other ? join(own, fill(other, given), given) : own),
      fillOwn(place, given),
    );
  }

  function fillOwn({ properties = {}, items }: JsonSchema, given: unknown): unknown {
    if (Array.isArray(given)) return items ? given.map((item) => fill(items as JsonSchema, item)) : given;
    if (typeof given !== "object" || given === null) return given;
    const filled: Record<string, unknown> = {};
    const members = new Map(Object.entries(properties as Names));
    for (const [name, member] of Object.entries(given)) {
      const schema = members.get(name);
      setOwn(filled, name, schema ? fill(schema, member) : member);
    }
    for (const [name, member] of members) {
      const preset = presetOf(member, defs);
      if (preset !== undefined && !Object.hasOwn(filled, name)) setOwn(filled, name, fill(member, preset));
    }
    return filled;
  }
}

/** Its default, or that of the definition it refers to. */
export function presetOf(schema: JsonSchema, defs: Names): unknown {
  if (schema.default !== undefined) return schema.default;
  const target = targetOf(schema, defs);
  return target && presetOf(target, defs);
}

/** What only the other has is added, at every depth of what was given. */
function join(own: unknown, other: unknown, given: unknown): unknown {
  if (typeof given !== "object" || given === null) return own;
  if (Array.isArray(given)) {
    return given.map((item, index) => join((own as unknown[])[index], (other as unknown[])[index], item));
  }
  const all = Object.fromEntries([
    ...Object.entries(other as object),
    ...Object.entries(own as object),
  ]) as Record<string, unknown>;
  for (const [name, member] of Object.entries(given)) {
    setOwn<unknown>(all, name, join(valueAt(own, name), valueAt(other, name), member));
  }
  return all;
}

function valueAt(object: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}
