/** The last event of each type in a target's tree from now on, to see afterwards whether its default was prevented. */
import { own } from "../binding/own.js";

export interface EventWatch {
  get(type: string): Event | undefined;
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
  const note = (event: Event) => {
    if (isMine(event)) seen.set(event.type, event);
  };
  for (const type of types) root.addEventListener(type, note, true);
  return {
    get: (type) => seen.get(type),
    stop: () => {
      for (const type of types) root.removeEventListener(type, note, true);
    },
  };
}

/** Whether a submit may take the page away: not one that a script dispatched by hand, nor one that closes a dialog. */
export function takesEffect(event: Event | undefined): boolean {
  if (!event?.isTrusted || event.defaultPrevented) return false;
  const { submitter, target } = event as SubmitEvent;
  const method =
    submitter?.getAttribute("formmethod") ??
    own(target as HTMLFormElement, "getAttribute").call(target as HTMLFormElement, "method");
  return method?.toLowerCase() !== "dialog";
}
