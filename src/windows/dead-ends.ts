import type { Modal } from "./modals.js";

/** Reports open modals in which an agent can do nothing: each once, and again after it was mended. */
export class DeadEnds {
  readonly #isDeadEnd: (modal: Modal) => boolean;
  readonly #report: (error: unknown) => void;
  readonly #reported = new WeakSet<Modal>();

  constructor(isDeadEnd: (modal: Modal) => boolean, report: (error: unknown) => void) {
    this.#isDeadEnd = isDeadEnd;
    this.#report = report;
  }

  look(modals: Iterable<Modal>): void {
    for (const modal of modals) {
      if (!this.#isDeadEnd(modal)) this.#reported.delete(modal);
      else if (!this.#reported.has(modal)) {
        this.#reported.add(modal);
        this.#report(
          new Error(
            `"${modal.id}" is a dead end: an open modal in which an agent can do nothing. Let it offer "dismiss".`,
          ),
        );
      }
    }
  }
}
