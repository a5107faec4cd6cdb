/**
 * The time a person has for a question (WCAG 2.2.1): it does not run while the page is hidden, and near its end they may
 * ask for more. The registry counts; we tell it to start again.
 */
import type { Shown } from "./shown-question.js";

/** Milliseconds before the end from which it says so and offers more. */
const soonMs = 20_000;
const maxExtensions = 10;
/** How long a hidden page keeps a question, in milliseconds (contract.md section 0). */
const maxHiddenMs = 600_000;

export function msLeftOf({ asked }: Shown): number {
  return Math.max(0, Date.parse(asked.question.expiresAt) - Date.now());
}

export class QuestionTime {
  #shown: Shown | undefined;
  #extensions = 0;
  #hiddenMs = 0;
  #stop: AbortController | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Starts for a question that has just been shown. */
  start(shown: Shown, document: Document): void {
    this.stop();
    this.#shown = shown;
    this.#extensions = 0;
    this.#hiddenMs = 0;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const hold = () => {
      clearInterval(this.#timer);
      if (document.visibilityState === "hidden") this.#hold();
    };
    document.addEventListener("visibilitychange", hold, { signal });
    hold();
  }

  stop(): void {
    this.#stop?.abort();
    clearInterval(this.#timer);
    this.#shown = undefined;
  }

  get msLeft(): number {
    return this.#shown ? msLeftOf(this.#shown) : 0;
  }

  /** Whether to offer more time now. */
  get isOffered(): boolean {
    return this.#shown !== undefined && this.#extensions < maxExtensions && this.msLeft <= soonMs;
  }

  /** The person wants more. */
  extend(): void {
    if (!this.isOffered) return;
    this.#extensions += 1;
    this.#startAgain();
  }

  #startAgain(): void {
    const { presenter, question } = this.#shown!.asked;
    presenter.extend(question.confirmationId);
  }

  /** Starting again in time is all that the registry knows of a pause. */
  #hold(): void {
    this.#startAgain();
    // Browsers slow a hidden page's timers to one a minute at worst.
    const every = this.msLeft / 4;
    let before = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#hiddenMs += now - before;
      before = now;
      if (this.#hiddenMs < maxHiddenMs) this.#startAgain();
      else clearInterval(this.#timer);
    }, every);
  }
}
