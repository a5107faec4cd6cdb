/**
 * Puts the question to the person in place when one is first asked. Until then a page carries nothing of it: the element
 * and its template engine load on demand, or when the page is idle and an action has said that it will ask.
 */
import type { AgentSurfaceRegistry } from "../../src/index.js";
import { importConfirmation } from "../element/lazy-parts.js";

/** What copies of the library know of each other's presenter. */
interface QuestionElement extends HTMLElement {
  /** Shows a registry's questions while the element is in a document. */
  watch(registry: AgentSurfaceRegistry): () => void;
}

interface Holder {
  [presenterKey]?: QuestionElement;
}

const presenterKey = Symbol.for("agent-tags/presenter/1");
const tag = "agent-confirmation";

/** Sees to it that the questions of a registry are asked in this document. Gives what ends it. */
export function presentQuestions(document: Document, registry: AgentSurfaceRegistry): () => void {
  let watching: QuestionElement | undefined;
  const stop = registry.confirmations.subscribe((pending) => {
    // The frame is gone: others ask, or nobody can.
    if (!document.defaultView) stop();
    else if (pending.length > 0 && !watching?.isConnected) {
      presenterOf(document)
        .then((element) => {
          // Not of its class where the document is another one than that of the script.
          if (watching !== element) element.watch(registry);
          watching = element;
          if (!element.isConnected) document.documentElement.append(element);
        })
        .catch((error: unknown) => {
          console.error(`<${tag}> cannot be shown, so nobody can be asked:`, error);
          for (const { confirmationId } of registry.confirmations.pending()) {
            registry.confirmations.resolve(confirmationId, { approved: false, reason: "cannot-ask" });
          }
        });
    }
  });
  return stop;
}

/** The page's own element, else one that we put in place; back in place where a body swap took it away. */
async function presenterOf(document: Document): Promise<QuestionElement> {
  const { AgentConfirmationElement } = await importConfirmation();
  AgentConfirmationElement.define(tag);
  const holder = document as Document & Holder;
  const own = document.querySelector<QuestionElement>(tag);
  return (holder[presenterKey] = own ?? holder[presenterKey] ?? document.createElement(tag));
}
