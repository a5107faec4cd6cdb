/** What can be read, how, and what that gives (elements.md, "agent-observation"). */
import type { JsonSchema } from "../../src/schema/types.js";
import { own } from "./own.js";
import type { ObservationKind } from "./types.js";

interface KindRules {
  /** What is counted where it can be read on. The others are read whole. */
  readonly unit?: string;
  /** What it reads: an element itself, else the first of these in it. */
  readonly subject?: string;
  /** What an answer always has. Without: any JSON value. */
  readonly content?: Record<string, JsonSchema>;
}

const object: JsonSchema = { type: "object", additionalProperties: true };
const integer: JsonSchema = { type: "integer" };

export const observationKinds: Readonly<Record<ObservationKind, KindRules>> = {
  text: { unit: "characters", content: { text: { type: "string" } } },
  value: { content: { value: {} } },
  form: { subject: "form,fieldset", content: { values: object } },
  table: {
    unit: "rows",
    subject: "table,[role=table],[role$=grid]",
    content: {
      columns: { type: "array", items: { type: "string" } },
      rows: { type: "array", items: object },
    },
  },
  list: {
    unit: "items",
    subject: "ul,ol,dl,menu,[role=list],[role=listbox]",
    content: { items: { type: "array" } },
  },
  json: { subject: "script[type$=json i]" },
};

/** The element itself, else the first of its kind in it or in its open shadow root. */
export function subjectOf(target: Element, as: ObservationKind): Element | null | undefined {
  const { subject } = observationKinds[as];
  if (!subject)
    return as === "text" || "value" in target || (target as HTMLElement).isContentEditable ? target : null;
  return own(target, "matches").call(target, subject)
    ? target
    : (own(target, "querySelector").call(target, subject) ??
        own(target, "shadowRoot")?.querySelector(subject));
}

export function pageInputSchema(unit: string, most: number): JsonSchema {
  return {
    type: "object",
    properties: {
      offset: {
        ...integer,
        minimum: 0,
        description: `How many ${unit} to skip; "next" of the answer before`,
      },
      limit: { ...integer, minimum: 1, maximum: most, description: `How many ${unit} to read` },
    },
    additionalProperties: false,
  };
}

/** More may be said where there is more to say: what was withheld, shortened or not seen, a caption. */
export function outputSchema({ unit, content }: KindRules): JsonSchema {
  if (!content) return {};
  const always = { ...content, ...(unit && { total: integer, truncated: { type: "boolean" } }) };
  return {
    ...object,
    properties: { ...always, ...(unit && { next: integer }) },
    required: Object.keys(always),
  };
}
