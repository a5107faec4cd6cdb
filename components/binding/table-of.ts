import { own } from "./own.js";

/** The table that an observation means: the element itself, else the first one in it. */
export function tableOf(target: Element): HTMLTableElement | null {
  return (
    own(target, "localName") === "table" ? target : own(target, "querySelector").call(target, "table")
  ) as HTMLTableElement | null;
}
