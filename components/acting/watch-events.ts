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
export function takesEffect(event: Event | undefined): event is SubmitEvent {
  return (
    event?.isTrusted === true &&
    !event.defaultPrevented &&
    attributeOf(event as SubmitEvent, "method")?.toLowerCase() !== "dialog"
  );
}

/** Whether it replaces this page, and not a frame or a window beside. */
export function leavesPage(event: SubmitEvent): boolean {
  return /^(?:_self|_parent|_top)?$/i.test(attributeOf(event, "target") ?? "");
}

function attributeOf({ submitter, target }: SubmitEvent, name: string): string | null | undefined {
  const form = target as HTMLFormElement;
  return submitter?.getAttribute(`form${name}`) ?? own(form, "getAttribute").call(form, name);
}
