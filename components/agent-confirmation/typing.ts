/** What counts as typing, and whether the person types right now: a question that comes then would get their keys. */

/** Pressed by these, Enter and Space are a press of the control. */
const controls =
  "button, summary, a[href], select, option, input, [role=button], [tabindex]:not([tabindex='-1'])";
const textFields =
  "input:not([type=button], [type=submit], [type=reset], [type=checkbox], [type=radio]), textarea";
/** A pause in typing, and the longest that a question waits for one, in milliseconds. */
const pauseMs = 500;
const longestWaitMs = 5000;

/** Tab, arrows, modifiers, function keys and shortcuts are none; neither is a first Enter or Space on a control. */
export function isTyping(event: KeyboardEvent): boolean {
  if (!event.isTrusted) return false;
  const { key } = event;
  if (event.isComposing || key === "Process" || key === "Dead" || key === "Unidentified") return true;
  if (key === "Enter" || key === " ") return event.repeat || !isOnControl(event);
  if (key === "Backspace" || key === "Delete") return true;
  // Windows tells AltGr as both.
  const isShortcut = (event.ctrlKey && !event.altKey) || event.metaKey;
  // One character, be it a pair of surrogates; every other key has a name of ASCII letters.
  return !isShortcut && (key.length === 1 || !/^\w+$/.test(key));
}

function isOnControl(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && target.matches(controls) && !isTextField(target);
}

function isTextField(element: Element): boolean {
  return element.matches(textFields) || (element as Partial<HTMLElement>).isContentEditable === true;
}

/** Listens in one window from `start` to `stop`. */
export class TypingWatch {
  #stop: AbortController | undefined;
  #typedAt = -Infinity;
  #isComposing = false;

  /** @param window `null` in a document without one, where nobody types. */
  start(window: Window | null, focused: Element | undefined): void {
    if (!window) return;
    const stop = (this.#stop = new AbortController());
    const options = { capture: true, passive: true, signal: stop.signal };
    const typed = () => {
      this.#typedAt = performance.now();
    };
    window.addEventListener("keydown", (event) => isTyping(event) && typed(), options);
    for (const type of ["compositionstart", "compositionupdate"] as const) {
      window.addEventListener(type, (event) => (this.#isComposing ||= event.isTrusted), options);
    }
    const end = (event: Event) => {
      if (!event.isTrusted || !this.#isComposing) return;
      this.#isComposing = false;
      typed();
    };
    window.addEventListener("compositionend", end, options);
    // Not every input method ends with a word where its window or field goes away.
    window.addEventListener("blur", end, options);
    // What was typed before we were loaded, nobody knows: as if it had been just now.
    if (focused && isTextField(focused) && window.navigator.userActivation.isActive) typed();
  }

  stop(): void {
    this.#stop?.abort();
    this.#isComposing = false;
    this.#typedAt = -Infinity;
  }

  /** How much longer a question has to wait that has waited since then, in milliseconds. */
  msToWait(since: number): number {
    const now = performance.now();
    const left = since + longestWaitMs - now;
    return Math.max(0, Math.min(left, this.#isComposing ? pauseMs : this.#typedAt + pauseMs - now));
  }
}
