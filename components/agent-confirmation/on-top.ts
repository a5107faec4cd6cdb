/** What lies over the question. In the top layer that can only be what was opened after it. */

/**
 * Whether a press at this place of the viewport would reach the control. Asked of every tree around it: a shadow root
 * tells of what lies over it in its own tree alone, in Firefox.
 */
export function isOnTop(control: Element, x: number, y: number): boolean {
  const root = control.getRootNode() as Document | ShadowRoot;
  if (!control.contains(root.elementFromPoint(x, y))) return false;
  for (let at: Node = root; at instanceof ShadowRoot; at = at.host.getRootNode()) {
    if ((at.host.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y) !== at.host) return false;
  }
  return true;
}

/** The same for its middle; where a part of it is scrolled away or outside the viewport it is covered too. */
export function isMiddleOnTop(control: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  return isOnTop(control, left + width / 2, top + height / 2);
}

/**
 * Whether popovers beside the controls are why the browser calls them unseen: a popover's backdrop lies over everything,
 * though it shows nothing. A page's toast must not stop a person from deciding.
 */
function isExplained(controls: readonly Element[]): boolean {
  const popovers = [...controls[0]!.ownerDocument.querySelectorAll(":popover-open")];
  const isBeside = (popover: Element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(popover, "::backdrop");
    const isClear = /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) && backgroundImage === "none";
    return isClear && !controls.some((control) => overlap(control, popover));
  };
  return popovers.length > 0 && popovers.every(isBeside);
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** How often is looked: nothing tells that something was moved over an element. */
const lookEveryMs = 100;

/**
 * Tells whenever what lies over the controls changes.
 * @param onChange Given whether one of them is covered.
 */
export class CoverWatch {
  readonly #controls: readonly Element[];
  readonly #onChange: (isCovered: boolean) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #observer: IntersectionObserver;
  readonly #stop = new AbortController();
  #wasCovered = false;
  /** Covers that let clicks through: Chromium alone tells of them, and of none where the page fades the whole document. */
  #wasSeen = false;
  #isUnseen = false;

  constructor(controls: readonly Element[], onChange: (isCovered: boolean) => void) {
    this.#controls = controls;
    this.#onChange = onChange;
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    const options = { trackVisibility: true, delay: lookEveryMs, threshold: 1 };
    this.#observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1) as (IntersectionObserverEntry & { isVisible?: boolean }) | undefined;
      this.#wasSeen ||= entry?.isVisible === true;
      this.#isUnseen = this.#wasSeen && entry?.isVisible === false;
      this.look();
    }, options);
    this.#observer.observe(controls.at(-1)!);
    // Dialogs and popovers that come and go in between, in the document at least.
    const document = controls[0]!.ownerDocument;
    document.addEventListener(
      "toggle",
      ({ target }) => {
        const isOurs = target instanceof Node && target.getRootNode() === controls[0]!.getRootNode();
        if (!isOurs && !(target instanceof HTMLDetailsElement)) this.#tell(this.isCovered);
      },
      { capture: true, signal: this.#stop.signal },
    );
    this.look();
  }

  get isCovered(): boolean {
    return (this.#isUnseen && !isExplained(this.#controls)) || !this.#controls.every(isMiddleOnTop);
  }

  look(): void {
    const isCovered = this.isCovered;
    if (isCovered !== this.#wasCovered) this.#tell(isCovered);
  }

  #tell(isCovered: boolean): void {
    this.#wasCovered = isCovered;
    this.#onChange(isCovered);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#observer.disconnect();
    this.#stop.abort();
  }
}
