/** Pages with one of the elements on them. */
import { fixture, html } from "@open-wc/testing";
import type { Problem } from "../../../components/index.js";
import { printed, settled } from "../../helpers/page.js";
import { written } from "./kinds.js";
import type { Kind } from "./kinds.js";

/** What the exposer tells the browser takes some tasks more. */
export async function quietly(change: () => unknown = () => undefined): Promise<string[]> {
  return printed(async () => {
    await change();
    for (let count = 0; count < 3; count++) await settled();
  });
}

export async function place(): Promise<HTMLElement> {
  return fixture<HTMLElement>(html`<div></div>`);
}

export function fill(parent: ParentNode & Node, markup: string): void {
  const template = document.createElement("template");
  template.innerHTML = markup;
  parent.append(document.importNode(template.content, true));
}

/** A page with what the kind needs around it, and where the element goes. */
export async function around(kind: Kind, mark = "a", root?: ParentNode & Node) {
  const parent = root ?? (await place());
  const [before, after] = kind.around(mark);
  fill(parent, `${before}<section data-here></section>${after}`);
  const here = parent.querySelector<HTMLElement>("[data-here]")!;
  await quietly();
  return here;
}

/** A page with the element on it. */
export async function page(kind: Kind, mark = "a", root?: ParentNode & Node) {
  const here = await around(kind, mark, root);
  fill(here, written(kind));
  await quietly();
  return { here, element: here.firstElementChild as HTMLElement & { readonly problem: Problem | undefined } };
}
