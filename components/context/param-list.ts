import { byDocumentOrder } from "./document-order.js";
import { paramContext } from "./keys.js";
import type { Param, ParamHost } from "./param-host.js";
import { Provider } from "./provider.js";

/** The params of one element. They come and go at once, so that whoever settles finds all of them. */
export class ParamList extends Provider<ParamHost | undefined> implements ParamHost {
  readonly #params = new Set<Param>();
  readonly #changed: () => void;

  constructor(element: Element, changed: () => void) {
    super(element, paramContext, () => this);
    this.#changed = changed;
  }

  /** In the order of the document. */
  get all(): Param[] {
    return [...this.#params].sort(byDocumentOrder);
  }

  offer(param: Param): void {
    this.#params.add(param);
    this.#changed();
  }

  withdraw(param: Param): void {
    if (this.#params.delete(param)) this.#changed();
  }
}
