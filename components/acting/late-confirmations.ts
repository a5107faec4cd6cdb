/**
 * Stands for the questions in the standalone bundles: before the first call is loaded there are none. Who listens or
 * presents by then goes on with those that come.
 */
import type {
  ConfirmationHost,
  Confirmations as RealConfirmations,
} from "../../src/confirmation/confirmations.js";
import type { ConfirmationController, Presenter } from "../../src/confirmation/types.js";

type Start = (real: RealConfirmations) => () => void;

export class Confirmations implements ConfirmationController {
  readonly #host: ConfirmationHost;
  readonly #waiting = new Set<(real: RealConfirmations) => void>();
  #real: RealConfirmations | undefined;
  #isPresented = false;

  constructor(host: ConfirmationHost) {
    this.#host = host;
  }

  /** The questions themselves, from now on. */
  load(Real: typeof RealConfirmations): RealConfirmations {
    this.#real = new Real(this.#host);
    for (const start of this.#waiting) start(this.#real);
    return this.#real;
  }

  withdraw(): void {
    // Nothing is asked yet.
  }

  dispose(): void {
    // Nor will it be.
  }

  pending(): ReturnType<ConfirmationController["pending"]> {
    return this.#real?.pending() ?? [];
  }

  resolve(...given: Parameters<ConfirmationController["resolve"]>): void {
    this.#real?.resolve(...given);
  }

  waitFor(
    ...[id, options]: Parameters<ConfirmationController["waitFor"]>
  ): ReturnType<ConfirmationController["waitFor"]> {
    if (this.#real) return this.#real.waitFor(id, options);
    const { signal } = options ?? {};
    return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve("expired");
  }

  subscribe(...given: Parameters<ConfirmationController["subscribe"]>): () => void {
    return this.#soon((real) => real.subscribe(...given));
  }

  present(): Presenter {
    if (this.#real) return this.#real.present();
    if (this.#isPresented) throw new Error("Another presenter shows these questions.");
    this.#isPresented = true;
    let presenter: Presenter | undefined;
    const release = this.#soon((real) => {
      const own = (presenter = real.present());
      return () => {
        own.release();
      };
    });
    return {
      shown: (id) => presenter?.shown(id),
      extend: (id) => presenter?.extend(id),
      release: () => {
        this.#isPresented = false;
        release();
      },
    };
  }

  /** Now, or once they are loaded; gives what ends it. */
  #soon(start: Start): () => void {
    if (this.#real) return start(this.#real);
    let stop: (() => void) | undefined;
    const waiting = (real: RealConfirmations) => (stop = start(real));
    this.#waiting.add(waiting);
    return () => {
      this.#waiting.delete(waiting);
      stop?.();
    };
  }
}
