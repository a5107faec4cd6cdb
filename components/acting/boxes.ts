/** Rectangles of the viewport, and which part of it what is in an element can come into view in. */
import { own } from "../binding/own.js";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const nowhere: Box = { left: 0, top: 0, right: 0, bottom: 0 };

/** By more than the pixel that is left of what is hidden for screen readers only. */
export function overlaps(one: Box, other: Box): boolean {
  return (
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1
  );
}

export function intersect(one: Box, other: Box | undefined): Box {
  return other
    ? {
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
      }
    : one;
}

export function viewportOf(view: Window): Box {
  return { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
}

/**
 * Where the page can be scrolled to. Pages lock their scrolling while a dialog is open, so that only sideways a page that
 * does not scroll ends at its edge.
 */
export function documentArea(view: Window): Box {
  const { documentElement: root, body } = view.document;
  const { clientWidth, scrollWidth, scrollHeight } = view.document.scrollingElement ?? root;
  const left = view.getComputedStyle(root).direction === "rtl" ? clientWidth - scrollWidth : 0;
  const area: Box = {
    left: left - view.scrollX,
    top: -view.scrollY,
    right: left + scrollWidth - view.scrollX,
    bottom: scrollHeight - view.scrollY,
  };
  const isLocked = [root, body].some(
    (element: Element | null) =>
      element && /^(?:hidden|clip)$/.test(view.getComputedStyle(element).overflowX),
  );
  return isLocked ? { ...area, left: 0, right: view.innerWidth } : area;
}

/** Where what an element with `overflow` holds comes into view: in it, or wherever it scrolls. */
export function overflowBox(element: Element, style: CSSStyleDeclaration, around: Box): Box {
  const rect = own(element, "getBoundingClientRect").call(element);
  if (!overlaps(rect, around)) return nowhere;
  const width = own(element as HTMLElement, "offsetWidth");
  const scale = width > 0 ? rect.width / width : 1;
  const size = (name: "clientLeft" | "clientTop" | "clientWidth" | "clientHeight") =>
    own(element, name) * scale;
  const scrolled = (name: "scrollLeft" | "scrollTop" | "scrollWidth" | "scrollHeight") =>
    own(element, name) * scale;
  let { left, right, top, bottom } = around;
  if (/^(?:auto|scroll)$/.test(style.overflowX)) {
    left = rect.left + size("clientLeft") - scrolled("scrollLeft");
    if (style.direction === "rtl") left += size("clientWidth") - scrolled("scrollWidth");
    right = left + scrolled("scrollWidth");
  } else if (style.overflowX !== "visible") {
    left = Math.max(left, rect.left);
    right = Math.min(right, rect.right);
  }
  if (/^(?:auto|scroll)$/.test(style.overflowY)) {
    top = rect.top + size("clientTop") - scrolled("scrollTop");
    // What grows upwards, as a chat does.
    if (style.flexDirection === "column-reverse") top += size("clientHeight") - scrolled("scrollHeight");
    bottom = top + scrolled("scrollHeight");
  } else if (style.overflowY !== "visible") {
    top = Math.max(top, rect.top);
    bottom = Math.min(bottom, rect.bottom);
  }
  return { left, top, right, bottom };
}

/** What `clip` and `clip-path` leave of an element; `undefined` where they leave all, or more than can be told. */
export function cutOf(element: Element, style: CSSStyleDeclaration): Box | undefined {
  const { clipPath, position } = style;
  // Old, and still how text is kept for screen readers.
  const clip = style.getPropertyValue("clip");
  const isClipped = clip !== "auto" && clip !== "" && /^(?:absolute|fixed)$/.test(position);
  const [, shape, text = ""] = /^(inset|circle|ellipse|polygon)\(([^()]*)\)/.exec(clipPath) ?? [];
  if (!isClipped && !shape) return undefined;
  const rect = own(element, "getBoundingClientRect").call(element);
  if (isClipped) {
    const [top, right, bottom, left] = /\((.*)\)/
      .exec(clip)![1]!
      .split(/[\s,]+/)
      .map((length) => Number.parseFloat(length));
    return box(rect, left || 0, top || 0, right ?? rect.width, bottom ?? rect.height);
  }
  const x = (length = "") => toPixels(length, rect.width);
  const y = (length = "") => toPixels(length, rect.height);
  if (shape === "inset") {
    const [top, right = top, bottom = top, left = right] = text.split(/ round /)[0]!.split(" ");
    return box(rect, x(left), y(top), rect.width - x(right), rect.height - y(bottom));
  }
  if (shape === "polygon") {
    const points = text
      .replace(/^\w+,/, "")
      .split(",")
      .map((point) => point.trim().split(" "));
    const across = points.map(([length]) => x(length));
    const down = points.map(([, length]) => y(length));
    return box(rect, Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down));
  }
  return /^0(?:px|%)?(?: |$)/.test(text) ? nowhere : undefined;
}

/** A corner that cannot be told, as of `calc()`, takes nothing away. */
function box(rect: DOMRect, left: number, top: number, right: number, bottom: number): Box {
  return {
    left: rect.left + (Number.isNaN(left) ? 0 : left),
    top: rect.top + (Number.isNaN(top) ? 0 : top),
    right: rect.left + (Number.isNaN(right) ? rect.width : right),
    bottom: rect.top + (Number.isNaN(bottom) ? rect.height : bottom),
  };
}

function toPixels(length: string, whole: number): number {
  const number = Number.parseFloat(length);
  return length.endsWith("%") ? (number / 100) * whole : number;
}
