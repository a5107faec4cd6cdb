/** Text that is edited in place. */
import { viewOf } from "../binding/visibility.js";

/** Whether the person is in it: writing would fight with their keys. */
export function isInUse(target: Element): boolean {
  return (
    target.matches("[contenteditable]") &&
    target.ownerDocument.hasFocus() &&
    target.contains(activeIn(target))
  );
}

export function editedText(target: Element): string {
  return (target as HTMLElement).innerText.replace(/\n$/, "");
}

/**
 * Through the editing of the browser, or of an editor that has its own: once, since some take things late. While the
 * person types elsewhere the focus is theirs, and the text is put in directly.
 */
export function editText(target: Element, text: string): void {
  const active = activeIn(target);
  const isTyping =
    active?.matches("input,select,textarea,[contenteditable]") && target.ownerDocument.hasFocus();
  const { InputEvent } = viewOf(target) ?? window;
  const data = { inputType: "insertText", data: text, bubbles: true, composed: true };
  const isLet = () => target.dispatchEvent(new InputEvent("beforeinput", { ...data, cancelable: true }));
  if (isTyping) {
    if (isLet()) putIn();
  } else {
    selectAll(target as HTMLElement, active, () => {
      const command = text === "" ? "delete" : "insertText";
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way there is
      if (isLet() && !target.ownerDocument.execCommand(command, false, text)) putIn();
    });
  }

  function putIn() {
    target.textContent = text;
    target.dispatchEvent(new InputEvent("input", data));
  }
}

/** Focus and selection are as before afterwards. */
function selectAll(target: HTMLElement, active: Element | null, act: () => void): void {
  const selection = target.ownerDocument.getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  target.focus({ preventScroll: true });
  selection?.selectAllChildren(target);
  act();
  target.blur();
  (active as HTMLElement | null)?.focus({ preventScroll: true });
  selection?.removeAllRanges();
  if (range) selection?.addRange(range);
}

function activeIn(target: Element): Element | null {
  return (target.getRootNode() as Document | ShadowRoot).activeElement;
}
