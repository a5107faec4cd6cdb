/** Waits for the event by which a page says that it is done (`done-on`). */
import { own } from "../binding/own.js";
import { unlessAborted } from "./in-turn.js";

export interface DoneWatch {
  /** Fulfilled with whether the page is done: a modal that opens waits for the person, and nobody waits for that. */
  wait(signal: AbortSignal): Promise<boolean>;
  stop(): void;
}

/** Listens from now on: the event may come during the click. An element that took the target's place and id counts. */
export function untilDone(target: Element, type: string): DoneWatch {
  const root = own(target, "getRootNode").call(target);
  const page = own(target, "ownerDocument");
  const id = own(target, "id");
  const isTarget = (at: EventTarget | null) =>
    at === target || (id !== "" && at !== null && Reflect.get(at, "id") === id);
  let settle!: (isDone: boolean) => void;
  const settled = new Promise<boolean>((resolve) => (settle = resolve));
  const onEvent = (event: Event) => {
    if (event.bubbles ? event.composedPath().some(isTarget) : isTarget(event.target)) settle(true);
  };
  const onToggle = (event: Event) => {
    const { target: dialog, newState } = event as ToggleEvent;
    if (newState === "open" && dialog && isModal(dialog as Element)) settle(false);
  };
  root.addEventListener(type, onEvent, true);
  page.addEventListener("toggle", onToggle, true);
  return {
    wait: (signal) => unlessAborted(signal, settled),
    stop: () => {
      root.removeEventListener(type, onEvent, true);
      page.removeEventListener("toggle", onToggle, true);
    },
  };
}

/** A native one, or one of this library. */
function isModal(element: Element): boolean {
  return "modality" in element || own(element, "matches").call(element, ":modal");
}
