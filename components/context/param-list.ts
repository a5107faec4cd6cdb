import { paramContext } from "./keys.js";
import type { Param, ParamHost } from "./param-host.js";
import { Provider } from "./provider.js";

/** The params of one element. They come and go at once, so that whoever settles finds all of them. */
export class ParamList implements ParamHost {
  readonly #params = new Set<Param>();
  readonly #changed: () => void;
  readonly #provider: Provider<ParamHost>;

  constructor(element: Element, changed: () => void) {
    this.#changed = changed;
    this.#provider = new Provider<ParamHost>(element, paramContext, () => this);
  }

  /** In the order of the document. */
  get all(): Param[] {
    return [...this.#params].sort(({ element: one }, { element: other }) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
  }

  /** For an element that was upgraded in place. */
  announce(): void {
    this.#provider.announce();
  }

  offer(param: Param): void {
    this.#params.add(param);
    this.#changed();
  }

  withdraw(param: Param): void {
    if (this.#params.delete(param)) this.#changed();
  }
}
