import type { AgentPolicy } from "../definition/policy.js";
import { gate, notAuthorized } from "./gate.js";
import type { GateOptions } from "./gate.js";
import { demandThat, isFunction } from "./options.js";

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
  return gate("has-permission", ({ host }) => isTrue(check(host, permission)), notAuthorized, options);
}

function isTrue(value: unknown): boolean {
  return value === true;
}
