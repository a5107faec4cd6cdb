/**
 * Patterns that may take exponential time: a repetition without bound inside another one, `(a+)+`. They are refused at
 * registration. Let through is a list with a separator, `[a-z]+(?:-[a-z]+)*`: where the group begins or ends with one
 * character that nothing else in it matches and holds no second choice, there is one way to read each text.
 * Overlapping alternatives, `(a|a)*`, are not looked for; `maxTestedLength` bounds what takes polynomial time.
 */

/** Longer texts match no pattern (UTF-16 units). */
export const maxTestedLength = 10_000;

export function isValidPattern(pattern: unknown): boolean {
  try {
    return typeof pattern === "string" && !!new RegExp(pattern, "u");
  } catch {
    return false;
  }
}

const escapeOrClass = /\\(?:[pP]\{.*?\}|u(?:\{\w+\}|\w{4})|c.|x..|k<.*?>|\d+|.)|\[(?:\\.|[^\\\]])*\]/gsu;
const innermostGroup = /\((?:\?(?:[:=!]|<.*?[=!>]))?([^()]*)\)([*+]|\{\d+,\})?/gu;
const oneRepetition = /^([^*+?|{\0]*)(?:[*+]|\{\d+,\})([^*+?|{\0]*)$/u;

/** Whether a valid pattern nests repetitions without bound. */
export function nestsRepetitions(pattern: string): boolean {
  // Escapes, classes and groups become single characters, from the inside outwards. "\0" is a group that repeats.
  const sources: string[] = [];
  const standIn = (source: string) => String.fromCodePoint(0xf0000 + sources.push(source));
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

function isSeparatedList(body: string, sources: readonly string[]): boolean {
  const sourcesOf = (text = "") =>
    Array.from(text, (character) => sources[character.codePointAt(0)! - 0xf0001] ?? character);
  const [, head, tail] = oneRepetition.exec(body) ?? [];
  const before = sourcesOf(head);
  const after = sourcesOf(tail);
  // The last one before is what repeats.
  return [before.slice(0, -1)[0], after.at(-1)].some(
    (edge = "") =>
      /^(?:\\\W|[^\\.])$/u.test(edge) &&
      [...before, ...after].filter((source) => matches(source, edge.slice(-1))).length === 1,
  );
}

/** A back reference is not valid by itself; it may match anything. */
function matches(source: string, text: string): boolean {
  return !isValidPattern(source) || new RegExp(`^${source}$`, "su").test(text);
}
