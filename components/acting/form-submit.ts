/** Submits a form as a person does, and finds out whether the page took it over. */
import { activate } from "./activate.js";
import { own } from "../binding/own.js";
import { tasks } from "./page-tasks.js";
import { refusal } from "./refuse.js";
import { watchEvents } from "./watch-events.js";
import type { Submission } from "./watch-events.js";

/** The submit where the browser acts on it: the page may be about to go. */
export async function submit(form: HTMLFormElement, button: Element | null): Promise<Submission | undefined> {
  const watch = watchEvents(
    form,
    ["click", "submit"],
    ({ type, target }) => target === (type === "click" ? button : form),
  );
  if (button) activate(button);
  else own(form, "requestSubmit").call(form);
  // A page that asks its server first submits later.
  if (!watch.get("submit")) await tasks(2);
  watch.stop();
  if (!watch.get("submit")) {
    throw refusal.notSubmitted(
      watch.get("click")?.defaultPrevented
        ? "the page stopped the press of its submit button"
        : "the browser sent no submit event",
    );
  }
  return watch.submission();
}
