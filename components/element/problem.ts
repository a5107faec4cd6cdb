/** What is wrong with an element, for its author: never thrown, always visible (elements.md, "Common to all"). */

export type ProblemCode =
  | "bad-id"
  | "no-description"
  | "bad-schema"
  | "bad-value"
  | "no-target"
  | "duplicate"
  | "no-window-type"
  | "unclosed-tag"
  | "foster-parented"
  | "old-core"
  | "dead-end"
  | "not-shown"
  | "late-respond"
  | "navigates"
  | "too-late"
  | "name-taken"
  | "not-loaded";

export interface Problem {
  readonly code: ProblemCode;
  /** One sentence: what is wrong, with what, and how to mend it. */
  readonly message: string;
}

export const noDescription: Problem = {
  code: "no-description",
  message: 'it needs a description, which tells agents what it is: description="…".',
};

/** A window, action or observation inside of what holds none: HTML closes no tag by itself. */
export function unclosed(element: Element): Problem | undefined {
  for (const inner of element.getElementsByTagName("*")) {
    if (!("disabledReason" in inner)) continue;
    return {
      code: "unclosed-tag",
      message: `${nameOf(inner)} stands in it; close it before, with </${element.localName}>: HTML knows no "/>".`,
    };
  }
  return undefined;
}

/** Fired at the element when it gets a problem, another one, or loses it. Does not bubble. */
export class AgentProblemEvent extends Event {
  /** `undefined` once it is mended. */
  readonly problem: Problem | undefined;
  constructor(problem: Problem | undefined) {
    super("agent-problem");
    this.problem = problem;
  }
}

/** One element's problem: its state, its event and its one line on the console. */
export class ProblemReporter {
  readonly #element: HTMLElement;
  #internals: ElementInternals | undefined;
  #problem: Problem | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Whether the element matches `:state(name)`. */
  mark(name: string, isOn: boolean): void {
    try {
      const { states } = (this.#internals ??= this.#element.attachInternals());
      states[isOn ? "add" : "delete"](name);
    } catch {
      // An element that was adopted is of no class there, as its new document sees it.
    }
  }

  set(problem: Problem | undefined): void {
    if (this.#problem?.code === problem?.code && this.#problem?.message === problem?.message) return;
    this.#problem = problem;
    this.mark("invalid", problem !== undefined);
    if (problem) console.warn(`${nameOf(this.#element)}: ${problem.message} [${problem.code}]`);
    this.#element.dispatchEvent(new AgentProblemEvent(problem));
  }
}

/** The element as its author wrote it: `<agent-action name="pay">`. */
export function nameOf(element: Element): string {
  const shown = ["name", "type", "for", "id"]
    .filter((attribute) => element.getAttribute(attribute))
    .slice(0, 2)
    .map((attribute) => ` ${attribute}="${element.getAttribute(attribute)}"`);
  return `<${element.localName}${shown.join("")}>`;
}

declare global {
  interface HTMLElementEventMap {
    "agent-problem": AgentProblemEvent;
  }
}
