/**
 * Makes characters visible that show nothing or that reorder their neighbours: controls, bidi overrides, zero-width
 * and filler characters, tags, private use, lone surrogates. What a person reads is then what the text says.
 */

const unseen =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/gu;

/** Persian and the Indic scripts need joiners inside words; some emoji need them between two pictures. */
const joinedLetters = /[\p{L}\p{M}]/u;
const latinLike = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const picture = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]/u;
const emoji = /\p{Emoji}/u;

/** @param isMultiline Keep line breaks and tabs, for where they are shown as such. */
export function showUnseen(text: string, isMultiline = false): string {
  return text.replace(unseen, (character, at: number) => {
    if (character === "\n" || character === "\t" || character === "\r") {
      if (!isMultiline) return " ";
      // A lone carriage return is a line break in some places and nothing in others.
      return character === "\r" ? (text[at + 1] === "\n" ? "" : "\n") : character;
    }
    return isOrdinary(character, before(text, at), after(text, at + character.length))
      ? character
      : `⟨${nameOf(character)}⟩`;
  });
}

function isOrdinary(character: string, previous: string, next: string): boolean {
  switch (character) {
    case "\u200C":
    case "\u200D":
      if (character === "\u200D" && picture.test(previous) && picture.test(next)) return true;
      return [previous, next].every((letter) => joinedLetters.test(letter) && !latinLike.test(letter));
    case "\uFE0E":
    case "\uFE0F":
      return emoji.test(previous);
    default:
      return false;
  }
}

function before(text: string, at: number): string {
  const isPair = /[\uD800-\uDBFF]/.test(text[at - 2] ?? "") && /[\uDC00-\uDFFF]/.test(text[at - 1] ?? "");
  return text.slice(Math.max(0, at - (isPair ? 2 : 1)), at);
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
