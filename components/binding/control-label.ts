/** What a control is called, for agents: the words that the page has for it. */
import { choicesOf, isChosen, type Choice, type Control, type Field } from "./controls.js";
import { clip } from "./clip.js";

const maxLabel = 300;

export function labelOfField(field: Field): string {
  const { kind, controls } = field;
  const first = controls[0]!;
  if (!isChosen(field) || kind === "select") return labelOf(first);
  // Each choice has a label of its own; what is asked stands around them.
  const group = first.closest("fieldset,[role=radiogroup],[role=group]");
  return firstFilled(
    ...choicesOf(field).map((choice) => choice.getAttribute("toolparamdescription")),
    group?.getAttribute("aria-label"),
    textOf(group?.querySelector(":scope > legend")),
  );
}

export function labelOf(choice: Choice): string {
  if ("selected" in choice) return clip(fold(choice.label), maxLabel);
  return firstFilled(
    choice.getAttribute("toolparamdescription"),
    labelsOf(choice).map(textOf).join(" "),
    choice.getAttribute("aria-label"),
    choice.getAttribute("title"),
    choice.getAttribute("placeholder"),
    choice.localName === "button" ? choice.textContent : "",
  );
}

/** A custom element keeps its `labels` to itself. */
function labelsOf(control: Control): Element[] {
  if (control.labels) return [...control.labels];
  const root = control.getRootNode() as Document | ShadowRoot;
  const label =
    (control.id !== "" && root.querySelector(`label[for="${CSS.escape(control.id)}"]`)) ||
    control.closest("label");
  return label ? [label] : [];
}

/** Without what stands in controls: a select inside its label would add all its options. */
function textOf(node: Node | null | undefined): string {
  if (!node) return "";
  if (node.nodeType === 3) return node.nodeValue ?? "";
  const isOut = /^(?:select|textarea|button|datalist|script|style|template)$/.test(
    (node as Element).localName,
  );
  return isOut ? "" : Array.from(node.childNodes, textOf).join("");
}

function firstFilled(...texts: (string | null | undefined)[]): string {
  for (const text of texts) {
    const folded = fold(text ?? "");
    if (folded !== "") return clip(folded, maxLabel);
  }
  return "";
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
