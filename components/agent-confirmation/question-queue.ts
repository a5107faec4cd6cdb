/** The questions of the registries that one element watches, in order of arrival. It shows nothing and decides nothing. */
import type { AgentSurfaceRegistry, PendingConfirmation, Presenter } from "../../src/index.js";

/** As much of a registry as a presenter needs. */
export type ConfirmationSource = Pick<AgentSurfaceRegistry, "confirmations">;

export interface Asked {
  readonly question: PendingConfirmation;
  readonly source: ConfirmationSource;
  readonly presenter: Presenter;
}

interface Watched {
  readonly source: ConfirmationSource;
  claims: number;
  presenter: Presenter | undefined;
  stop: (() => void) | undefined;
}

export class QuestionQueue {
  readonly #onChange: () => void;
  readonly #watched = new Map<ConfirmationSource["confirmations"], Watched>();
  #questions: Asked[] = [];
  #isOpen = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get first(): Asked | undefined {
    return this.#questions[0];
  }

  get size(): number {
    return this.#questions.length;
  }

  get all(): readonly Asked[] {
    return [...this.#questions];
  }

  has(asked: Asked): boolean {
    return this.#questions.includes(asked);
  }

  /** @returns its remover. Watching the same registry again counts; the last remover lets go of it. */
  watch(source: ConfirmationSource): () => void {
    const watched = this.#watched.get(source.confirmations) ?? {
      source,
      claims: 0,
      presenter: undefined,
      stop: undefined,
    };
    this.#watched.set(source.confirmations, watched);
    watched.claims += 1;
    if (this.#isOpen && watched.claims === 1) this.#attach(watched);
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      watched.claims -= 1;
      if (watched.claims > 0) return;
      this.#watched.delete(source.confirmations);
      this.#detach(watched);
    };
  }

  /** Presents every watched registry from now on. */
  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const watched of this.#watched.values()) this.#attach(watched);
  }

  /** Presents none: others may, and nobody counts on us. */
  close(): void {
    this.#isOpen = false;
    for (const watched of this.#watched.values()) this.#detach(watched);
  }

  #attach(watched: Watched): void {
    watched.stop = watched.source.confirmations.subscribe((pending) => {
      this.#update(watched, pending);
    });
    this.#update(watched, watched.source.confirmations.pending());
  }

  #detach(watched: Watched): void {
    watched.stop?.();
    watched.stop = undefined;
    watched.presenter?.release();
    watched.presenter = undefined;
    this.#replace(watched, []);
  }

  #update(watched: Watched, pending: readonly PendingConfirmation[]): void {
    // Where somebody else presents we try again with each change: whoever it is may have let go.
    watched.presenter ??= present(watched.source);
    this.#replace(watched, watched.presenter ? pending : []);
  }

  #replace({ source, presenter }: Watched, pending: readonly PendingConfirmation[]): void {
    const known = this.#questions.filter((asked) => asked.source === source);
    const kept = known.filter(({ question }) => pending.includes(question));
    const added = pending.filter((question) => !known.some((asked) => asked.question === question));
    if (kept.length === known.length && added.length === 0) return;
    const questions = this.#questions.filter((asked) => asked.source !== source || kept.includes(asked));
    if (presenter) questions.push(...added.map((question) => ({ question, source, presenter })));
    this.#questions = questions.sort(byArrival);
    this.#onChange();
  }
}

function present({ confirmations }: ConfirmationSource): Presenter | undefined {
  try {
    return confirmations.present();
  } catch {
    return undefined;
  }
}

function byArrival({ question: one }: Asked, { question: other }: Asked): number {
  return Date.parse(one.requestedAt) - Date.parse(other.requestedAt);
}
