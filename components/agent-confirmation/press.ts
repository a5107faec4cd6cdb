/**
 * What a person's press of a control is: a trusted click on it while it is armed and nothing lies over it. Assistive
 * technology presses with nothing but that click; where there was a pointer or a key, it has to fit.
 */
import type { Arming } from "./arming.js";
import { isMiddleOnTop, isOnTop } from "./on-top.js";

interface Began {
  readonly at: number;
  readonly path: readonly EventTarget[];
  readonly isRepeat: boolean;
}

export class Presses {
  readonly #arming: Arming;
  #stop: AbortController | undefined;
  /** How the latest press began, wherever it was. */
  #pointer: Began | undefined;
  #key: Began | undefined;

  constructor(arming: Arming) {
    this.#arming = arming;
  }

  /** Watches how presses begin. What began before is forgotten. */
  start(window: Window): void {
    this.stop();
    const { signal } = (this.#stop = new AbortController());
    const options = { capture: true, passive: true, signal };
    window.addEventListener(
      "pointerdown",
      (event) => (this.#pointer = began(event) ?? this.#pointer),
      options,
    );
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Enter" || event.key === " ") this.#key = began(event) ?? this.#key;
      },
      options,
    );
    // The click of a key comes with the key; that of a finger may come later than its end.
    window.addEventListener("keyup", () => setTimeout(() => (this.#key = undefined)), options);
    window.addEventListener("click", () => setTimeout(() => (this.#pointer = undefined)), options);
  }

  stop(): void {
    this.#stop?.abort();
    this.#pointer = undefined;
    this.#key = undefined;
  }

  /** Whether this click of the control counts. */
  isReal(event: MouseEvent): boolean {
    const control = event.currentTarget as HTMLElement;
    const [origin] = event.composedPath();
    if (!event.isTrusted || !(origin instanceof Node) || !control.contains(origin)) return false;
    if (!this.#arming.isArmed) return false;
    const isByPointer = (event as Partial<PointerEvent>).pointerType || event.detail > 0;
    const began = isByPointer ? this.#pointer : this.#key;
    if (began && (began.isRepeat || began.at < this.#arming.at || !began.path.includes(control)))
      return false;
    // Keys and assistive technology press no place.
    return isByPointer && began ? isOnTop(control, event.clientX, event.clientY) : isMiddleOnTop(control);
  }
}

/** By the event's own clock: a page that was busy hands it over late. */
function began(event: PointerEvent | KeyboardEvent): Began | undefined {
  if (!event.isTrusted) return undefined;
  const at = Math.min(event.timeStamp, performance.now());
  return { at, path: event.composedPath(), isRepeat: "repeat" in event && event.repeat };
}
