/** The table that an observation means: the element itself, else the first one in it. */
export function tableOf(target: Element): HTMLTableElement | null {
  return (target.localName === "table" ? target : target.querySelector("table")) as HTMLTableElement | null;
}
