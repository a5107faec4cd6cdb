/** The last event of each type in a target's tree from now on, to see afterwards whether its default was prevented. */
import { own } from "../binding/own.js";

/** A submit with its form: an event in a shadow tree has no target once its dispatch is over. */
export interface Submission {
  readonly event: SubmitEvent;
  readonly form: HTMLFormElement;
}

export interface EventWatch {
  get(type: string): Event | undefined;
  /** The submit that the browser acts on: not one that a script dispatched by hand, nor one that closes a dialog. */
  submission(): Submission | undefined;
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
  let submission: Submission | undefined;
  const note = (event: Event) => {
    if (!isMine(event)) return;
    seen.set(event.type, event);
    if (event.type !== "submit") return;
    submission = { event: event as SubmitEvent, form: event.target as HTMLFormElement };
  };
  for (const type of types) root.addEventListener(type, note, true);
  return {
    get: (type) => seen.get(type),
    submission: () => (submission && takesEffect(submission) ? submission : undefined),
    stop: () => {
      for (const type of types) root.removeEventListener(type, note, true);
    },
  };
}

function takesEffect(submission: Submission): boolean {
  const { isTrusted, defaultPrevented } = submission.event;
  return isTrusted && !defaultPrevented && attributeOf(submission, "method")?.toLowerCase() !== "dialog";
}

/** Whether it replaces this page, and not a frame or a window beside. */
export function leavesPage(submission: Submission): boolean {
  return /^(?:_self|_parent|_top)?$/i.test(attributeOf(submission, "target") ?? "");
}

function attributeOf({ event: { submitter }, form }: Submission, name: string): string | null {
  return submitter?.getAttribute(`form${name}`) ?? own(form, "getAttribute").call(form, name);
}
