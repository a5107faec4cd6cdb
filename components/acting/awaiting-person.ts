/** Leaves a filled form to the person (`submit="review"`). */
import { own } from "../binding/own.js";
import type { ActionContext } from "../binding/types.js";
import { keptFor } from "./kept.js";

/** Shows them the button, and the page that they are awaited, until the form is submitted, reset or filled again. */
export function awaitPerson(form: HTMLFormElement, button: Element | null, context: ActionContext): void {
  const stop = new AbortController();
  keptFor<AbortController>(form, "reviews").set(form, stop);
  (button ?? form).scrollIntoView({ block: "nearest" });
  context.awaitPerson?.(true);
  stop.signal.addEventListener("abort", () => context.awaitPerson?.(false));
  const root = own(form, "getRootNode").call(form);
  for (const type of ["submit", "reset"]) {
    const onEvent = (event: Event) => {
      if (event.target === form) stop.abort();
    };
    root.addEventListener(type, onEvent, { capture: true, signal: stop.signal });
  }
}

export function endAwaiting(form: HTMLFormElement): void {
  keptFor<AbortController>(form, "reviews").get(form)?.abort();
}
