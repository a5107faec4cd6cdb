/** What choices are called in a call. */
import { labelOf } from "./control-label.js";
import { choicesOf, isOn, type Choice, type Field } from "./controls.js";

type Choices = Pick<Field, "kind" | "controls">;

export interface NamedChoice {
  readonly choice: Choice;
  readonly word: string;
}

/** As frameworks write it where something else than text is behind a choice, Angular as "1: Object" or "1: 'text'". */
const isOpaque = /^(?:\[object |\d+: )/;

/** By value; by label where the value says nothing or others have the same, as objects behind choices do. */
export function namedChoices(field: Choices): NamedChoice[] {
  const choices = choicesOf(field);
  const values = counted(choices.map(({ value }) => value));
  const isUnclear = ({ value }: Choice) => values.get(value)! > 1 || isOpaque.test(value);
  const labels = choices.some(isUnclear) ? choices.map(labelOf) : [];
  const count = counted(labels);
  return choices.map((choice, index) => {
    const label = labels[index];
    return { choice, word: label && isUnclear(choice) && count.get(label) === 1 ? label : choice.value };
  });
}

/** Those that are on, by their words. */
export function wordsOn(field: Choices): string[] {
  return namedChoices(field)
    .filter(({ choice }) => isOn(choice))
    .map(({ word }) => word);
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
