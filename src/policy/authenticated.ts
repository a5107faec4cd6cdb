import type { AgentPolicy } from "../definition/policy.js";
import { gate } from "./gate.js";
import type { GateOptions, Refusal } from "./gate.js";
import { demandThat } from "./options.js";

export interface AuthenticatedOptions extends GateOptions {
  /** The name in the host's context that holds the person. Default "user". */
  key?: string;
}

const notAuthenticated: Refusal = {
  reason: "nobody is logged in",
  payload: {
    code: "NOT_AUTHENTICATED",
    retry: "no",
  },
  message: (id) =>
    `NOT EXECUTED: "${id}" is for who is logged in, and nobody is. Ask the person to log in, then discover the surface again.`,
};

/** Only while somebody is logged in: while the host's context has something under `key`. */
export function authenticated({ key = "user", ...options }: AuthenticatedOptions = {}): AgentPolicy {
  demandThat(typeof key === "string" && key !== "", "authenticated: key is a name.");
  return gate("authenticated", ({ host }) => Boolean(host[key]), notAuthenticated, options);
}
