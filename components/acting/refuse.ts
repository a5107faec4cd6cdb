/** The refusals of the bindings: what happened, to what, what to do. Agents read them. */
import { AgentSurfaceError, type AgentErrorRetry, type AgentSchemaIssue } from "../../src/values/errors.js";
import type { JsonValue } from "../../src/values/json.js";
import { clip } from "../binding/clip.js";

type Details = Record<string, JsonValue>;

const maxMessage = 300;

export const refusal = {
  notAvailable(what: string, reason: string): AgentSurfaceError {
    return make(
      "CAPABILITY_NOT_AVAILABLE",
      "after-refresh",
      `NOT EXECUTED: ${what} cannot be used now (${reason}). Discover the surface again and choose what is available.`,
      { reason },
    );
  },

  busy(what: string): AgentSurfaceError {
    return make(
      "CAPABILITY_NOT_AVAILABLE",
      "after-delay",
      `NOT EXECUTED: the person is typing in ${what}. Try again later.`,
      { reason: "busy" },
    );
  },

  buttonDisabled(button: string, outcome: Outcome): AgentSurfaceError {
    return make(
      "CAPABILITY_NOT_AVAILABLE",
      "with-changes",
      `NOT SUBMITTED: ${button} is disabled with these values${told(outcome)} Give more or other values.`,
      { reason: "disabled", ...listed(outcome) },
    );
  },

  /** Without an outcome nothing was touched. */
  invalidInput(what: string, issues: readonly AgentSchemaIssue[], outcome?: Outcome): AgentSurfaceError {
    const sentences = issues
      .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
      .join("; ");
    const after = outcome ? told(outcome) : ". Nothing was changed.";
    // The issues are whole in the details; what happened to the form must not be cut from the message.
    const room = maxMessage - after.length - what.length - 60;
    return make(
      "INVALID_INPUT",
      "with-changes",
      `NOT SUBMITTED: ${what} does not take the input: ${clip(sentences.replace(/\.$/, ""), room)}${after}`,
      { issues: issues.map(({ path, message }) => ({ path, message })), ...(outcome && listed(outcome)) },
    );
  },

  notSubmitted(why: string): AgentSurfaceError {
    return make(
      "EXECUTION_FAILED",
      "no",
      `The form was filled, but it was not submitted: ${why}. It may have taken effect all the same: read the state before you go on.`,
      { reason: "handler-error" },
    );
  },
};

/** What putting back came to. */
export interface Outcome {
  readonly notRestored: readonly string[];
}

function told({ notRestored }: Outcome): string {
  return notRestored.length > 0
    ? `. These fields could not be put back: ${clip(notRestored.join(", "), 60)}.`
    : ". The fields were put back; what the page did meanwhile is not undone.";
}

function listed({ notRestored }: Outcome): Details {
  return notRestored.length > 0 ? { notRestored: [...notRestored] } : {};
}

function make(
  code: AgentSurfaceError["payload"]["code"],
  retry: AgentErrorRetry,
  message: string,
  details: Details,
): AgentSurfaceError {
  return new AgentSurfaceError({ code, message: clip(message, maxMessage), retry, details });
}
