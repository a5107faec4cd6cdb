/**
 * The quiet time: no control acts until the person has had the question in front of them, undisturbed. It starts again
 * with whatever may have had their attention or their hands: see `contract.md` section 9 and the listeners below.
 */
import { CoverWatch } from "./on-top.js";
import { isTyping } from "./typing.js";

/** In milliseconds: longer than the second half of a double click. */
export const quietMs = 700;

export class Arming {
  readonly #onChange: () => void;
  #stop: AbortController | undefined;
  #covers: CoverWatch | undefined;
  #isCovered = false;
  #at = Infinity;
  #turn = 0;

  /** @param onChange The quiet time has started again. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** When the controls act, on the clock of `performance.now()` and of events. */
  get at(): number {
    return this.#isCovered ? Infinity : this.#at;
  }

  /** Counts quiet times. */
  get turn(): number {
    return this.#turn;
  }

  get isQuiet(): boolean {
    return performance.now() < this.#at;
  }

  get isArmed(): boolean {
    return performance.now() >= this.at;
  }

  /** Starts for a question that has just been shown. */
  start(window: Window, controls: readonly Element[]): void {
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    const options = { capture: true, passive: true, signal };
    const again = () => {
      this.restart();
    };
    // Of the window itself; elements in it gain focus all the time.
    window.addEventListener("focus", ({ target }) => target === window && again(), options);
    window.document.addEventListener("visibilitychange", again, options);
    window.addEventListener("keydown", (event) => isTyping(event) && again(), options);
    window.addEventListener("compositionupdate", ({ isTrusted }) => isTrusted && again(), options);
    this.restart();
    this.#covers = new CoverWatch(controls, (isCovered) => {
      this.#isCovered = isCovered;
      again();
    });
  }

  restart(): void {
    this.#turn += 1;
    this.#at = performance.now() + quietMs;
    this.#onChange();
  }

  stop(): void {
    this.#stop?.abort();
    this.#covers?.stop();
    this.#covers = undefined;
    this.#isCovered = false;
    this.#at = Infinity;
  }
}
