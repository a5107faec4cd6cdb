/** What choices are called in a call. */
import { labelOf } from "./control-label.js";
import { choicesOf, isOn, type Choice, type Field } from "./controls.js";

type Choices = Pick<Field, "kind" | "controls">;

export interface NamedChoice {
  readonly choice: Choice;
  readonly word: string;
}

/**
 * By value; by label where others have the same value: frameworks keep objects behind their choices, which all say
 * "[object Object]".
 */
export function namedChoices(field: Choices): NamedChoice[] {
  const choices = choicesOf(field);
  const firsts = new Map<string, Choice>();
  const shared = new Set<string>();
  for (const choice of choices) {
    const first = firsts.get(choice.value);
    if (!first) firsts.set(choice.value, choice);
    else if (labelOf(first) !== labelOf(choice)) shared.add(choice.value);
  }
  return choices.map((choice) => ({
    choice,
    word: (shared.has(choice.value) && labelOf(choice)) || choice.value,
  }));
}

/** Those that are on, by their words. */
export function wordsOn(field: Choices): string[] {
  return namedChoices(field)
    .filter(({ choice }) => isOn(choice))
    .map(({ word }) => word);
}
