/** The shadow root of elements that hold a part of the page: one slot, which shows it where it stands. */

/** For elements without a box of their own: content that a tag swallowed still shows, and grids gain no gap. */
export const noBox = ":host { display: contents }";

/** For elements that are a block around their content. */
export const block = ":host { display: block } :host([hidden]) { display: none }";

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

export function attachSlot(element: HTMLElement, css: string): void {
  if (!element.shadowRoot)
    element.attachShadow({ mode: "open" }).append(element.ownerDocument.createElement("slot"));
  setStyle(element, css);
}

/** The style of a root that `attachSlot` made, in place of the one before. An adopted node comes without its own. */
export function setStyle({ ownerDocument, shadowRoot }: HTMLElement, css: string): void {
  // A document without a window shows nothing.
  if (ownerDocument.defaultView) shadowRoot!.adoptedStyleSheets = [sheetFor(ownerDocument, css)];
}

/** One sheet a document, whatever number of elements: a sheet belongs to the document that made it. */
function sheetFor(document: Document, css: string): CSSStyleSheet {
  const own = sheets.get(document) ?? new Map<string, CSSStyleSheet>();
  sheets.set(document, own);
  let sheet = own.get(css);
  if (!sheet) {
    sheet = new document.defaultView!.CSSStyleSheet();
    sheet.replaceSync(css);
    own.set(css, sheet);
  }
  return sheet;
}
