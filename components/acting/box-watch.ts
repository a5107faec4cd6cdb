/**
 * Tells when the box of an element appears or disappears, whatever made it: a style sheet, a media query, something
 * around it in another tree. Not when it only changes its size, and not when the page scrolls.
 */
export class BoxWatch {
  readonly #tell: (element: Element) => void;
  /** Those that have a box with a size, as far as was told. */
  readonly #sized = new WeakSet<Element>();
  readonly #sizes: ResizeObserver;
  readonly #places: IntersectionObserver;

  /** @param view That of the elements: an observer of another frame asks for sizes before they are known. */
  constructor(
    { ResizeObserver, IntersectionObserver }: Window & typeof globalThis,
    tell: (element: Element) => void,
  ) {
    this.#tell = tell;
    this.#sizes = new ResizeObserver((entries) => {
      for (const entry of entries) this.#sizeIs(entry);
    });
    const look = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { target } of entries) this.#tell(target);
    };
    // However far from what is seen now: only what scrolls inside of something else comes and goes.
    this.#places = new IntersectionObserver(look, { rootMargin: "9999999px" });
  }

  add(element: Element): void {
    this.#sizes.observe(element);
    if (!this.#sized.has(element)) this.#places.observe(element);
  }

  delete(element: Element): void {
    this.#sized.delete(element);
    this.#sizes.unobserve(element);
    this.#places.unobserve(element);
  }

  end(): void {
    this.#sizes.disconnect();
    this.#places.disconnect();
  }

  #sizeIs({ target, contentRect: { width, height } }: ResizeObserverEntry): void {
    const isSized = width + height > 0;
    if (isSized === this.#sized.has(target)) return;
    // Inline elements have no size to tell of. Whether they are on the page costs more to watch, in every frame.
    if (isSized) {
      this.#sized.add(target);
      this.#places.unobserve(target);
    } else {
      this.#sized.delete(target);
      this.#places.observe(target);
    }
    this.#tell(target);
  }
}
