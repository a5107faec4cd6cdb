import type { RegistryCatalog } from "../registry/catalog.js";

export interface Tokens {
  readonly registrationId?: string;
  readonly surfaceVersion?: string;
  readonly confirmationId?: string;
}

/**
 * The tokens that calls went out with, by their ids: a repeated call must be the same request to be known again, though
 * the surface went on and the component was mounted anew (contract.md section 10). Kept as long as the registry keeps results.
 */
export class IssuedTokens {
  readonly #catalog: RegistryCatalog;
  /** Oldest first. */
  readonly #issued = new Map<string, { readonly at: number; readonly tokens: Tokens }>();

  constructor(catalog: RegistryCatalog) {
    this.#catalog = catalog;
  }

  get(invocationId: string): Tokens | undefined {
    const issued = this.#issued.get(invocationId);
    const { limits } = this.#catalog;
    return issued && this.#catalog.now() - issued.at < limits.dedupeCacheTtlMs ? issued.tokens : undefined;
  }

  delete(invocationId: string): void {
    this.#issued.delete(invocationId);
  }

  set(invocationId: string, tokens: Tokens): void {
    this.#issued.delete(invocationId);
    this.#issued.set(invocationId, { at: this.#catalog.now(), tokens });
    if (this.#issued.size <= this.#catalog.limits.dedupeCacheSize) return;
    this.#issued.delete(this.#issued.keys().next().value!);
  }
}
