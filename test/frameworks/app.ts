/** What the applications of all frameworks have in common: where they are, what an agent fills in, what is noticed. */
import { fixtureSync, html } from "@open-wc/testing";
import { findRegistry } from "../../components/index.js";
import { settled } from "../helpers/page.js";

/** One of each kind of control. */
export const filled = {
  title: "Ada",
  notes: "one\ntwo",
  count: 3,
  agree: true,
  colour: "blue",
  country: "it",
  tags: ["b", "c"],
};

export const empty = {
  title: "",
  notes: "",
  count: 0,
  agree: false,
  colour: "red",
  country: "de",
  tags: ["a"],
};

export type Model = typeof filled;

/** The schema of a form whose cities depend on the country, as its action says it. */
export const dependent = JSON.stringify({
  type: "object",
  properties: { country: { type: "string" }, city: { type: "string" } },
  additionalProperties: false,
});

/** A place for an application until the test is over. */
export function place(): HTMLElement {
  return fixtureSync<HTMLElement>(html`<div></div>`);
}

/** What stands in the controls of a form, as a person sees it. */
export function shown(form: HTMLFormElement): Model {
  const data = new FormData(form);
  const text = (name: string) => data.get(name) as string;
  return {
    title: text("title"),
    notes: text("notes").replaceAll("\r\n", "\n"),
    count: Number(text("count")),
    agree: data.has("agree"),
    colour: text("colour"),
    country: text("country"),
    tags: data.getAll("tags") as string[],
  };
}

/** What the surface told its listeners meanwhile. */
export async function notices(during: () => unknown): Promise<string[]> {
  const seen: string[] = [];
  const stop = findRegistry().subscribe(({ type }) => seen.push(type));
  try {
    await during();
    await settled();
  } finally {
    stop();
  }
  return seen;
}

/** A promise with its ends. */
export function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((...ends) => ([resolve, reject] = ends));
  return { promise, resolve, reject };
}
