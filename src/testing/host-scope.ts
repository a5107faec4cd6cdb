export type Host = Record<string, unknown>;

/**
 * Which host context the registry reads. It asks for it whenever a policy or handler runs, without saying for whom: so
 * calls under different hosts cannot run side by side, and whoever tries is told.
 */
export class HostScope {
  readonly #own: () => Host;
  /** Absent: the surface's own. */
  #host: Host | undefined;
  #running = 0;

  constructor(own: () => Host) {
    this.#own = own;
  }

  /** For `RegistryOptions.context`. */
  readonly context = (): Host => this.#host ?? this.#own();

  /** For what is done when it returns. */
  during<T>(host: Host | undefined, body: () => T): T {
    const before = this.#host;
    this.#host = host;
    try {
      return body();
    } finally {
      this.#host = before;
    }
  }

  /** @throws {Error} as a rejection, while anything under another host runs. */
  async until<T>(host: Host | undefined, body: () => Promise<T>): Promise<T> {
    if (this.#running > 0 && host !== this.#host) {
      throw new Error(
        "A call under another host context still runs, and the registry knows only one at a time: await that call first.",
      );
    }
    this.#running += 1;
    this.#host = host;
    try {
      return await body();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#host = undefined;
    }
  }
}
