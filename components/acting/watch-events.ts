/** The last event of each type in a target's tree from now on, to see afterwards whether its default was prevented. */
import { own } from "../binding/own.js";

export interface EventWatch {
  get(type: string): Event | undefined;
  /** Whether a submit may take the page away: not one that a script dispatched by hand, nor one that closes a dialog. */
  isSubmitted(): boolean;
  stop(): void;
}

/**
 * Listens in the capture phase of the target's own root: a `submit` does not leave its shadow tree, and a page's
 * handler may stop an event on its way up. Whether the default is prevented is read once the dispatch is over.
 */
export function watchEvents(
  target: Element,
  types: readonly string[],
  isMine: (event: Event) => boolean = () => true,
): EventWatch {
  const seen = new Map<string, Event>();
  const root = own(target, "getRootNode").call(target);
  /** Kept, since an event in a shadow tree has no target once its dispatch is over. */
  let form: EventTarget | null = null;
  const note = (event: Event) => {
    if (!isMine(event)) return;
    seen.set(event.type, event);
    if (event.type === "submit") form = event.target;
  };
  for (const type of types) root.addEventListener(type, note, true);
  return {
    get: (type) => seen.get(type),
    isSubmitted: () => takesEffect(seen.get("submit"), form as HTMLFormElement | null),
    stop: () => {
      for (const type of types) root.removeEventListener(type, note, true);
    },
  };
}

function takesEffect(event: Event | undefined, form: HTMLFormElement | null): boolean {
  if (!form || !event?.isTrusted || event.defaultPrevented) return false;
  const { submitter } = event as SubmitEvent;
  const method = submitter?.getAttribute("formmethod") ?? own(form, "getAttribute").call(form, "method");
  return method?.toLowerCase() !== "dialog";
}
