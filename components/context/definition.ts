/** What a window and the capabilities in it are registered as, and whose fault it is where that is refused. */
import type {
  AgentComponentDefinition,
  AgentModalDefinition,
  AgentSurfaceDefinitionError,
} from "../../src/index.js";
import { checkDefinition } from "../../src/definition/check-definition.js";
import { defaultLimits } from "../../src/values/limits.js";
import { nameOf } from "../element/problem.js";
import { byDocumentOrder } from "./document-order.js";
import type { Problem } from "../element/problem.js";
import type { Capability } from "./window-host.js";

/** A window without its capabilities. */
export type Described = Omit<AgentModalDefinition, "observations" | "actions" | "onClose">;

/** One capability a name: whoever was offered stays, then the first in the document. In the order of the document. */
export function choose(
  capabilities: Iterable<Capability>,
  offered: ReadonlyMap<string, Capability>,
  problems: Map<Capability, Problem>,
): Map<string, Capability> {
  const sorted = [...capabilities].sort(byDocumentOrder);
  const holders = new Map<string, Capability>();
  for (const capability of sorted) {
    const wasOffered = offered.get(capability.name)?.element === capability.element;
    if (wasOffered || !holders.has(capability.name)) holders.set(capability.name, capability);
  }
  const chosen = new Map<string, Capability>();
  for (const capability of sorted) {
    const holder = holders.get(capability.name)!;
    if (holder === capability) chosen.set(capability.name, capability);
    else {
      problems.set(capability, {
        code: "duplicate",
        message: `${nameOf(holder.element)} has this name already; rename one of them.`,
      });
    }
  }
  return chosen;
}

/** Availability is asked at each list and call, for what nothing told of. */
export function compose(
  described: Described,
  offered: Map<string, Capability>,
  reasonOf: (capability: Capability) => string | undefined,
): AgentModalDefinition {
  const observations: NonNullable<AgentComponentDefinition["observations"]> = {};
  const actions: NonNullable<AgentComponentDefinition["actions"]> = {};
  for (const [name, capability] of offered) {
    const live = {
      when: () => reasonOf(capability) === undefined,
      unavailableReason: () => reasonOf(capability) ?? "available again",
    };
    if (capability.kind === "action") actions[name] = { ...capability.definition, ...live };
    else observations[name] = { ...capability.definition, ...live };
  }
  return { ...described, observations, actions };
}

/** Finds whose fault a refused definition is: one bad capability takes no other down. All sound: the window's own. */
export function withoutFaults(
  described: Described,
  offered: Map<string, Capability>,
  problems: Map<Capability, Problem>,
): Map<string, Capability> {
  const sound = new Map<string, Capability>();
  const isOwn = faultOf(described, new Map()) !== undefined;
  for (const [name, capability] of offered) {
    const fault = isOwn ? undefined : faultOf(described, new Map([[name, capability]]));
    if (fault) problems.set(capability, problemOf(fault));
    else sound.set(name, capability);
  }
  return sound;
}

function faultOf(
  described: Described,
  offered: Map<string, Capability>,
): AgentSurfaceDefinitionError | undefined {
  try {
    const { state: _state, owner: _owner, dismiss: _dismiss, ...component } = described;
    const { observations, actions } = compose(described, offered, () => undefined);
    checkDefinition({ ...component, observations, actions } as AgentComponentDefinition, defaultLimits);
    return undefined;
  } catch (error) {
    return error as AgentSurfaceDefinitionError;
  }
}

const codes = {
  INVALID_ID: "bad-id",
  INVALID_DEFINITION: "bad-value",
  PLANE_VIOLATION: "bad-value",
  DUPLICATE_CAPABILITY: "duplicate",
  LIMIT_EXCEEDED: "bad-value",
} as const;

export function problemOf(error: AgentSurfaceDefinitionError): Problem {
  const code = error.reason === "unsupported-schema" ? "bad-schema" : codes[error.code];
  return { code, message: error.message };
}
