/**
 * What a page that only declares and exposes does without. Each part is loaded when it is first needed, or before that
 * while the page is idle; the standalone bundles have a file for each.
 */

import type * as Acting from "../acting/acting.js";
import type * as Confirmation from "../agent-confirmation/agent-confirmation-element.js";
import type * as Inputs from "./inputs.js";

/** What acts on the page and reads it. */
export function importActing(): Promise<typeof Acting> {
  return import("../acting/acting.js");
}

/** What asks the person. */
export function importConfirmation(): Promise<typeof Confirmation> {
  return import("../agent-confirmation/agent-confirmation-element.js");
}

/** What reads the inputs of actions, in the bundles. */
export function importInputs(): Promise<typeof Inputs> {
  return import("./inputs.js");
}

/** What was asked for already: a thousand actions on a page are one request. */
const asked = new WeakSet<() => Promise<unknown>>();

/** Loads a part while the page is idle, once. A failure is reported by whoever needs the part in earnest. */
export function whenIdle(load: () => Promise<unknown>): void {
  if (asked.has(load)) return;
  asked.add(load);
  const start = () => {
    load().catch(() => undefined);
  };
  if ("requestIdleCallback" in globalThis) requestIdleCallback(start);
  else setTimeout(start, 1_000);
}
