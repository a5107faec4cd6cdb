import type { AgentPolicy, AgentPolicyContext } from "../definition/policy.js";
import { gate, notAuthorized } from "./gate.js";
import type { GateOptions } from "./gate.js";
import { demandThat, isFunction } from "./options.js";
import { observed } from "../values/attempt.js";
import { reporterIn } from "./reporter.js";

export interface TenantBoundaryOptions extends GateOptions {
  /** The tenant that the person works in. */
  current(host: Readonly<Record<string, unknown>>): unknown;
  /** The tenant that the capability belongs to, from its `meta` or `internal` for instance; `undefined` where it belongs to none. */
  expected(context: AgentPolicyContext): unknown;
}

/** Only what belongs to the tenant that the person works in (compared with `===`), or to none. */
export function tenantBoundary(options: TenantBoundaryOptions): AgentPolicy {
  const { current, expected } = options;
  demandThat(
    isFunction(current) && isFunction(expected),
    "tenantBoundary: current and expected are functions.",
  );
  const isInside = (context: AgentPolicyContext) => {
    const report = reporterIn(context);
    const tenant = observed(options.expected(context), report);
    return tenant === undefined || tenant === observed(options.current(context.host), report);
  };
  return gate("tenant-boundary", isInside, notAuthorized, options);
}
