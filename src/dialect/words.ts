/** What a schema's keywords say, in words, for copies that cannot have the keywords. */
import { arrayKind, numberKinds, objectKind, stringKind } from "../values/kinds.js";
import type { JsonSchema } from "../schema/types.js";
import type { Places } from "./places.js";

/** The kinds that a keyword is about, and its sentence. */
const sentences: ReadonlyMap<string, readonly [kinds: number, words: (value: unknown) => string]> = new Map(
  Object.entries({
    minLength: [stringKind, (value) => `Length at least ${String(value)}.`],
    maxLength: [stringKind, (value) => `Length at most ${String(value)}.`],
    pattern: [stringKind, (value) => `Matches \`${String(value)}\`.`],
    format: [stringKind, (value) => `Format: ${String(value)}.`],
    minimum: [numberKinds, (value) => `At least ${String(value)}.`],
    maximum: [numberKinds, (value) => `At most ${String(value)}.`],
    exclusiveMinimum: [numberKinds, (value) => `More than ${String(value)}.`],
    exclusiveMaximum: [numberKinds, (value) => `Less than ${String(value)}.`],
    multipleOf: [numberKinds, (value) => `A multiple of ${String(value)}.`],
    minItems: [arrayKind, (value) => `Number of items at least ${String(value)}.`],
    maxItems: [arrayKind, (value) => `Number of items at most ${String(value)}.`],
    uniqueItems: [arrayKind, (value) => (value === true ? "No item twice." : "")],
  }),
);

/** The sentences for what the places ask of a value of these kinds, but for what is written otherwise. */
export function rulesInWords(
  places: Places,
  kinds: number,
  isWritten: (keyword: string, value: unknown) => boolean = () => false,
): string[] {
  return places.flatMap((place) =>
    Object.entries(place).map(([keyword, value]) => {
      const [about, words] = sentences.get(keyword) ?? [0, String];
      return about & kinds && !isWritten(keyword, value) ? words(value) : "";
    }),
  );
}

/** The kinds that the keywords of a place are about; 0 where they are about none. */
export function kindsMeant(place: JsonSchema): number {
  return Object.keys(place).reduce((kinds, keyword) => {
    const container = /^(properties|required|additional)/.test(keyword)
      ? objectKind
      : keyword === "items"
        ? arrayKind
        : 0;
    return kinds | container | (sentences.get(keyword)?.[0] ?? 0);
  }, 0);
}

/** What annotations say beside the description. */
export function annotationsInWords(places: Places): string[] {
  const first = (keyword: string) => places.find((place) => place[keyword] !== undefined)?.[keyword];
  const preset = first("default");
  const examples = first("examples") as unknown[] | undefined;
  return [
    preset === undefined ? "" : `Default: ${JSON.stringify(preset)}.`,
    examples?.length ? `For example ${listJson(examples.slice(0, 3))}.` : "",
    first("deprecated") === true ? "Deprecated." : "",
  ];
}

/** The description of a place, else its title. */
export function describe(places: Places): string {
  const of = (keyword: string) =>
    places.find((place) => place[keyword] !== undefined)?.[keyword] as string | undefined;
  return of("description") ?? of("title") ?? "";
}

/** Texts as one, each of them a sentence and none of them twice. */
export function join(texts: readonly string[]): string {
  const said = [...new Set(texts.map((text) => text.trim()).filter(Boolean))];
  return said
    .map((text, index) => (index < said.length - 1 ? text.replace(/[^.!?:;…]$/u, "$&.") : text))
    .join(" ");
}

export function listJson(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(", ");
}

export function describeAs(schema: JsonSchema, texts: readonly string[]): JsonSchema {
  const description = join(texts);
  return description === "" ? schema : { ...schema, description };
}
