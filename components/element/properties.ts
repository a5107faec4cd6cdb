/** How the properties of a declaring element follow its attributes. The later of attribute and property wins. */

export interface Property {
  /** `false` for what has no text. Otherwise the attribute is the name in kebab-case. */
  readonly attribute?: false;
  /** The value of an attribute's text, or of its absence. Default: the text, or `undefined`. */
  readonly read?: (text: string | null) => unknown;
}

export type Properties = Readonly<Record<string, Property>>;

export const text: Property = {};

export const number: Property = { read: (text) => (text === null ? undefined : Number(text)) };

/** For functions and objects. */
export const valueOnly: Property = { attribute: false };

/** For what relaxes a rule: the text "false" is off, so that a template's `idempotent="false"` grants nothing. */
export const relaxing: Property = { read: (text) => text !== null && text.trim().toLowerCase() !== "false" };

/** For what tightens a rule: on, whatever its text. */
export const tightening: Property = { read: (text) => text !== null };

/** For paths of values: names joined by dots, with spaces or commas between paths. */
export const paths: Property = {
  read: (text) => (text === null ? undefined : text.split(/[\s,]+/).filter((path) => path !== "")),
};

/** What a property is read from, by the name of the attribute. */
export type Attributes = ReadonlyMap<string, string>;

/** The attributes behind properties. */
export function attributesOf(properties: Properties): Attributes {
  const attributes = new Map<string, string>();
  for (const [name, { attribute }] of Object.entries(properties)) {
    if (attribute !== false)
      attributes.set(
        name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
        name,
      );
  }
  return attributes;
}
