export type Gap = "" | " " | "\t" | "\n";

/** Folds white space as a browser does, and keeps the strongest separation between two pieces of text. */
export class FoldedText {
  /** Joined at the end: to look at the end of a text that grows costs as much as the text is long. */
  readonly #parts: string[] = [];
  #isAtStart = true;
  #gap: Gap = "";

  get text(): string {
    return this.#parts.join("");
  }

  /** What separates the text so far from what follows, where anything does. */
  leave(gap: Gap): void {
    const strength = ["", " ", "\t", "\n"];
    if (strength.indexOf(gap) > strength.indexOf(this.#gap)) this.#gap = gap;
  }

  /** Adds what stands apart. Without text it separates nothing where it takes no room. */
  apart(gap: Gap, takesRoom: boolean, add: () => void): void {
    const before = { size: this.#parts.length, gap: this.#gap };
    this.leave(gap);
    add();
    if (takesRoom || this.#parts.length > before.size) this.leave(gap);
    else this.#gap = before.gap;
  }

  breakLine(): void {
    this.#parts.push("\n");
    this.#isAtStart = true;
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
    this.#parts.push(this.#isAtStart ? "" : this.#gap, text);
    this.#isAtStart = text.endsWith("\n");
    this.#gap = "";
  }
}

/** Not the no-break space, which is there to stay. */
export function fold(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, " ");
}
