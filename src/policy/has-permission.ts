import type { AgentPolicy, AgentPolicyContext } from "../definition/policy.js";
import { gate, notAuthorized } from "./gate.js";
import type { GateOptions } from "./gate.js";
import { demandThat, isFunction } from "./options.js";
import { observed } from "../values/attempt.js";
import { reporterIn } from "./reporter.js";

/**
 * Only for whom `check` finds the permission in the host's context. Its name is told to nobody.
 * @param check Synchronous; anything but `true` refuses, a promise too.
 */
export function hasPermission(
  permission: string,
  check: (host: Readonly<Record<string, unknown>>, permission: string) => boolean,
  options?: GateOptions,
): AgentPolicy {
  demandThat(typeof permission === "string" && permission !== "", "hasPermission: a permission is a name.");
  demandThat(isFunction(check), "hasPermission: check is a function.");
  const allows = (context: AgentPolicyContext) => {
    const answer: unknown = observed(check(context.host, permission), reporterIn(context));
    return answer === true;
  };
  return gate("has-permission", allows, notAuthorized, options);
}
