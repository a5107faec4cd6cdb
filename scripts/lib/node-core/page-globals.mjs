/** Names that only pages have: whatever asks for one is not free of the DOM. */
export const pageGlobals = [
  "window",
  "document",
  "customElements",
  "navigator",
  "HTMLElement",
  "Element",
  "Node",
  "CustomEvent",
  "MutationObserver",
  "requestAnimationFrame",
  "localStorage",
  "location",
  "history",
];
