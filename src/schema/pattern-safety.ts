/**
 * Patterns that may take exponential time: a repetition without bound inside another one, `(a+)+`. They are refused at
 * registration. Let through is a list with a separator, `[a-z]+(?:-[a-z]+)*`: where the group begins or ends with one
 * character that nothing else in it matches and holds no second choice, there is one way to read each text.
 * Overlapping alternatives, `(a|a)*`, are not looked for; `maxTestedLength` bounds what takes polynomial time.
 */

import { attempt } from "./attempt.js";

/** Of longer escapes (`\\u{61}`) only the start: as it is not valid alone, it counts as matching anything. */
const escapeOrClass = /\\(?:p\{.*?\}|.)|\[(?:\\.|[^\\\]])*\]/gisu;
const innermostGroup = /\((?:\?(?:[:=!]|<.*?[=!>]))?([^()]*)\)([*+]|\{\d+,\})?/gu;
const oneRepetition = /^([^*+?|{\0]*)([^*+?|{\0])(?:[*+]|\{\d+,\})([^*+?|{\0]*)$/u;

/**
 * Longer texts do not match (UTF-16 units): 10,000, and 1,000 where three repetitions without bound could share a text,
 * in cubic time. The search for a place to start is one, where the pattern does not begin with `^`.
 */
export function maxTestedLength(pattern: string): number {
  const parts = pattern.replace(escapeOrClass, "").split(/[*+]|,\}/);
  return parts.length - Number(pattern.startsWith("^")) > 2 ? 1_000 : 10_000;
}

/** Whether a valid pattern nests repetitions without bound. */
export function nestsRepetitions(pattern: string): boolean {
  // Escapes, classes and groups become single characters, from the inside outwards. "\0" is a group that repeats.
  const sources = new Map<string, string>();
  const standIn = (source: string) => {
    const character = String.fromCodePoint(0xf0000 + sources.size);
    sources.set(character, source);
    return character;
  };
  let text = pattern.replace(escapeOrClass, standIn);
  let nested = false;
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(innermostGroup, (_, body: string, quantifier = "") => {
      const repeats = /[*+\0]|,\}/.test(body);
      nested ||= quantifier !== "" && repeats && !isSeparatedList(body, sources);
      return (repeats ? "\0" : standIn("[^]")) + (quantifier as string);
    });
  }
  return nested;
}

function isSeparatedList(body: string, sources: ReadonlyMap<string, string>): boolean {
  const [, before, repeated, after] = (oneRepetition.exec(body) ?? []).map((part) =>
    Array.from(part, (character) => sources.get(character) ?? character),
  );
  const atoms = [before, repeated, after].flat();
  return [before?.[0], after?.at(-1)].some(
    (edge = "") =>
      /^(?:\\\W|[^\\.])$/u.test(edge) && atoms.filter((atom) => matches(atom, edge.slice(-1))).length === 1,
  );
}

function matches(atom: string | undefined, character: string): boolean {
  return attempt(() => new RegExp(`^${atom}$`, "su").test(character)) ?? true;
}
