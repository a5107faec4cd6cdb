/**
 * Whether a person can see what stands in an element. Text that nobody sees is how a page is made to tell an agent what
 * it does not tell its reader, so that where it is on the screen decides, and not by which of many ways it was hidden.
 */
import { own } from "../binding/own.js";
import { flatParent, styleOf, viewOf } from "../binding/visibility.js";
import { cutOf, documentArea, intersect, overflowBox, overlaps, viewportOf, type Box } from "./boxes.js";

/** One element on the way from the root down to what is read. */
export interface Sight {
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  readonly parent: Sight | undefined;
  /** With those around it. */
  readonly opacity: number;
  /** Where what is in its flow can come into view; `undefined` where nothing is laid out. */
  readonly box: Box | undefined;
  /** What clips leave of it, and of all that is in it wherever it is placed. */
  readonly cut: Box | undefined;
  /** The browser draws nothing of what is in it. */
  readonly skips: boolean;
  /** Whether its text has a colour. Found out when there is text. */
  hasInk?: boolean;
}

/** What is fainter cannot be read. */
const faintest = 0.1;

export class Eye {
  readonly #root: Element;
  readonly #isLaidOut: boolean;
  readonly #viewport: Box;
  readonly #area: Box;
  readonly #range: Range;
  readonly #known = new Map<Element, Sight | undefined>();

  /** @param isLaidOut False: the root counts as shown, and nothing is known but styles. */
  constructor(root: Element, isLaidOut: boolean) {
    const view = viewOf(root) ?? window;
    this.#root = root;
    this.#isLaidOut = isLaidOut;
    this.#viewport = viewportOf(view);
    this.#area = documentArea(view);
    this.#range = view.document.createRange();
  }

  /** The sight of an element, by way of those around it. `undefined` where nothing of it is seen. */
  of(element: Element): Sight | undefined {
    if (this.#known.has(element)) return this.#known.get(element);
    let sight: Sight | undefined;
    if (!this.#isLaidOut && element === this.#root) {
      const style = styleOf(element);
      const skips = style.contentVisibility === "hidden";
      sight = { element, style, parent: undefined, opacity: 1, box: undefined, cut: undefined, skips };
    } else {
      const parent = flatParent(element);
      const around = parent ? this.of(parent) : undefined;
      sight = parent && !around ? undefined : this.enter(element, around);
    }
    this.#known.set(element, sight);
    return sight;
  }

  /** The sight of an element below another one. `undefined` where nothing of it is seen. */
  enter(element: Element, parent: Sight | undefined): Sight | undefined {
    const style = styleOf(element);
    const { display } = style;
    if (display === "none" || parent?.skips) return undefined;
    const hasBox = display !== "contents";
    const opacity = (parent?.opacity ?? 1) * (hasBox ? opacityOf(style) : 1);
    if (opacity < faintest) return undefined;
    const skips = style.contentVisibility === "hidden";
    if (!this.#isLaidOut) return { element, style, parent, opacity, box: undefined, cut: undefined, skips };
    const isPlaced = /^(?:absolute|fixed)$/.test(style.position);
    // In front of everything, whatever stands around it.
    const isOnTop = isPlaced && own(element, "matches").call(element, ":modal,[popover]");
    let box = isOnTop ? this.#viewport : isPlaced ? this.#boxOf(style, parent) : (parent?.box ?? this.#area);
    let cut = isOnTop ? undefined : parent?.cut;
    if (hasBox && parent) {
      const own = cutOf(element, style);
      if (own) cut = intersect(own, cut);
      if (display !== "inline" && style.overflow !== "visible" && !this.#isPage(element, parent)) {
        box = overflowBox(element, style, cut ? intersect(box, cut) : box);
      }
    }
    return { element, style, parent, opacity, box, cut, skips };
  }

  /** Whether a text in the element of this sight, or that element itself, is seen: a part of it is enough. */
  sees(node: Node, sight: Sight): boolean {
    const { element, style, box, cut } = sight;
    if (style.visibility !== "visible" || sight.skips) return false;
    const isText = node.nodeType === 3;
    if (isText && !(sight.hasInk ??= hasInk(sight))) return false;
    if (!box) return true;
    // Not in every engine have ranges in an SVG text a place.
    const isMeasured = isText && !isSvg(element);
    if (isMeasured) this.#range.selectNodeContents(node);
    const rects = isMeasured ? this.#range.getClientRects() : own(element, "getClientRects").call(element);
    for (const rect of rects) {
      if (rect.height > 2 && overlaps(rect, box) && (!cut || overlaps(rect, cut))) return true;
    }
    return false;
  }

  /** Of what is taken out of the flow: that of the element which places it. */
  #boxOf({ position }: CSSStyleDeclaration, parent: Sight | undefined): Box {
    const isAbsolute = position === "absolute";
    for (let at = parent; at; at = at.parent) {
      if (contains(at.style) || (isAbsolute && at.style.position !== "static")) return at.box!;
    }
    return isAbsolute ? this.#area : this.#viewport;
  }

  /** The page scrolls by the `overflow` of its root, and of its body where the root has none. */
  #isPage(element: Element, { parent, style }: Sight): boolean {
    return own(element, "localName") === "body" && !parent && style.overflow === "visible";
  }
}

function opacityOf({ opacity, filter }: CSSStyleDeclaration): number {
  const filtered = filter === "none" ? null : /opacity\(([\d.]+)\)/.exec(filter);
  return Number(opacity) * Number(filtered?.[1] ?? 1);
}

/** Whether what is placed absolutely or fixed in it is placed by it. */
function contains(style: CSSStyleDeclaration): boolean {
  const { transform, translate, rotate, scale, perspective, filter, backdropFilter, contain, willChange } =
    style;
  return (
    [transform, translate, rotate, scale, perspective, filter, backdropFilter].some(
      (value) => value && value !== "none",
    ) ||
    /paint|layout|strict|content/.test(contain) ||
    /transform|translate|rotate|scale|perspective|filter/.test(willChange)
  );
}

/** Text without a colour of its own may be drawn by its outline, or be the shape that a background shows through. */
function hasInk(sight: Sight): boolean {
  const { fill, stroke } = sight.style;
  if (isSvg(sight.element))
    return [fill, stroke].some((paint) => paint !== "none" && alphaOf(paint) >= faintest);
  const { webkitTextFillColor, webkitTextStrokeWidth, webkitTextStrokeColor, color } = sight.style;
  if (alphaOf(webkitTextFillColor || color) >= faintest) return true;
  if (Number.parseFloat(webkitTextStrokeWidth) > 0 && alphaOf(webkitTextStrokeColor) >= faintest) return true;
  for (let at: Sight | undefined = sight; at; at = at.parent) {
    const { backgroundClip, backgroundImage, backgroundColor } = at.style;
    if (backgroundClip.includes("text"))
      return backgroundImage !== "none" || alphaOf(backgroundColor) >= faintest;
  }
  return false;
}

function isSvg(element: Element): boolean {
  return own(element, "namespaceURI") === "http://www.w3.org/2000/svg";
}

function alphaOf(color: string): number {
  const alpha = /(?:\/|^rgba\(.*,)\s*([\d.e-]+)(%?)\s*\)$/.exec(color);
  return alpha ? Number(alpha[1]) / (alpha[2] ? 100 : 1) : 1;
}
