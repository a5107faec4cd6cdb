import { ContextEvent } from "@lit/context";
import type { Context } from "@lit/context";

/** The asking half of the context protocol: keeps the value of the nearest provider while its element is connected. */
export class Consumer<T> {
  readonly #element: Element;
  readonly #context: Context<unknown, T>;
  readonly #onChange: () => void;
  #stop: (() => void) | undefined;
  #value: T | undefined;

  constructor(element: Element, context: Context<unknown, T>, onChange: () => void) {
    this.#element = element;
    this.#context = context;
    this.#onChange = onChange;
  }

  /** What was provided last. It stays while the element is on its way from one place to another. */
  get value(): T | undefined {
    return this.#value;
  }

  connect(): void {
    this.#element.dispatchEvent(new ContextEvent(this.#context, this.#element, this.#take, true));
  }

  disconnect(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** One function for life: providers know their subscribers by it. */
  readonly #take = (value: T, stop?: () => void) => {
    // A nearer provider came: the one before need not tell us any more.
    if (this.#stop !== stop) this.#stop?.();
    this.#stop = stop;
    if (this.#value === value) return;
    this.#value = value;
    this.#onChange();
  };
}
