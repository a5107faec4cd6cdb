import { byDocumentOrder } from "./document-order.js";
import { paramContext } from "./keys.js";
import type { Param, ParamHost } from "./param-host.js";
import { Provider } from "./provider.js";

/** The params of one element. They come and go at once, so that whoever settles finds all of them. */
export class ParamList implements ParamHost {
  readonly #params = new Set<Param>();
  readonly #changed: () => void;
  readonly #provider: Provider<ParamHost | undefined>;

  constructor(element: Element, changed: () => void) {
    this.#changed = changed;
    this.#provider = new Provider<ParamHost | undefined>(element, paramContext, () => this);
  }

  /** In the order of the document. */
  get all(): Param[] {
    return [...this.#params].sort(byDocumentOrder);
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
