import { byDocumentOrder } from "./document-order.js";
import { paramContext } from "./keys.js";
import type { Param, ParamHost } from "./param-host.js";
import { Provider } from "./provider.js";

/** The params of one element. They come and go at once, so that whoever settles finds all of them. */
export class ParamList extends Provider<ParamHost | undefined> implements ParamHost {
  readonly #element: Element;
  readonly #params = new Set<Param>();
  readonly #changed: () => void;

  /** @param changed Told when one came, went or says something else, and when anything else came or went. */
  constructor(element: Element, changed: () => void) {
    super(element, paramContext, () => this);
    this.#element = element;
    this.#changed = changed;
  }

  /** Most actions have nothing inside that could ask: then only what comes later is listened for. */
  override listen(): void {
    this.#element.shadowRoot!.addEventListener("slotchange", this.#onChildren);
    if (this.#element.firstElementChild) super.listen();
  }

  override announce(): void {
    if (this.#element.firstElementChild) super.announce();
  }

  readonly #onChildren = () => {
    this.listen();
    this.announce();
    this.#changed();
  };

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
