export type Gap = "" | " " | "\t" | "\n";

/** Folds white space as a browser does, and keeps the strongest separation between two pieces of text. */
export class FoldedText {
  text = "";
  #gap: Gap = "";

  /** What separates the text so far from what follows, where anything does. */
  leave(gap: Gap): void {
    const strength = ["", " ", "\t", "\n"];
    if (strength.indexOf(gap) > strength.indexOf(this.#gap)) this.#gap = gap;
  }

  breakLine(): void {
    this.text += "\n";
    this.#gap = "";
  }

  /** @param isKept White space stands as it is written. */
  add(text: string, isKept: boolean): void {
    if (isKept) {
      this.#append(text);
      return;
    }
    const folded = fold(text);
    if (folded.startsWith(" ")) this.leave(" ");
    const words = folded.trim() === "" ? folded.replaceAll(" ", "") : folded.replace(/^ | $/g, "");
    this.#append(words);
    if (words !== "" && folded.endsWith(" ")) this.leave(" ");
  }

  #append(text: string): void {
    if (text === "") return;
    const isAtStart = this.text === "" || this.text.endsWith("\n");
    this.text += (isAtStart ? "" : this.#gap) + text;
    this.#gap = "";
  }
}

/** Not the no-break space, which is there to stay. */
export function fold(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, " ");
}
