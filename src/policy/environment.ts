import type { AgentEnvironment, AgentPolicy } from "../definition/policy.js";
import { gate, notAuthorized } from "./gate.js";
import type { GateOptions } from "./gate.js";
import { demandThat } from "./options.js";

const known: readonly unknown[] = ["development", "production", "test"] satisfies AgentEnvironment[];

/** Only in these environments of the registry. */
export function environment(list: readonly AgentEnvironment[], options?: GateOptions): AgentPolicy {
  demandThat(
    Array.isArray(list) && list.every((one) => known.includes(one)),
    `environment: a list of ${known.join(", ")}.`,
  );
  const allowed = new Set(list);
  return gate("environment", (context) => allowed.has(context.environment), notAuthorized, options);
}
