import type { AgentSurfaceSnapshot } from "../registry/types.js";
import { defaultInstanceId } from "../values/ids.js";

/** More than any discovery tells; the one told longest ago is forgotten first, and its calls go out without a token. */
const maxTold = 10_000;
/** For a capability without a named instance, told several times: no token fits. */
const several = "";

type Told = Pick<AgentSurfaceSnapshot, "components" | "procedures">;

/**
 * The registrations that a model was last told of: its staleness tokens, which it cannot carry by itself. Kept for each
 * instance, and for the capability alone where a single instance was told.
 */
export class ToldRegistrations {
  /** Oldest first. */
  readonly #told = new Map<string, string>();
  /** What was refused as stale since the last discovery: never held against a model that has discovered again. */
  readonly #refused = new Set<string>();

  /** What a discovery tells. It replaces what was told of the same capabilities, and what was refused since. */
  tell({ components, procedures }: Told): void {
    for (const key of this.#refused) this.#told.delete(key);
    this.#refused.clear();
    const listed = new Set<string>();
    const note = (capabilityId: string, instanceId: string, registrationId: string) => {
      this.#set(keyOf(capabilityId, instanceId), registrationId);
      this.#set(keyOf(capabilityId), listed.has(capabilityId) ? several : registrationId);
      listed.add(capabilityId);
    };
    for (const { instanceId, registrationId, observations, actions } of components) {
      for (const { capabilityId } of [...observations, ...actions])
        note(capabilityId, instanceId, registrationId);
    }
    for (const { procedureId, context, registrationId } of procedures) {
      note(procedureId, context?.instanceId ?? defaultInstanceId, registrationId);
    }
  }

  tokenFor(capabilityId: string, instanceId: string | undefined): string | undefined {
    return this.#told.get(keyOf(capabilityId, instanceId)) || undefined;
  }

  /** The token of this call was not good any more. */
  refused(capabilityId: string, instanceId: string | undefined): void {
    const token = this.tokenFor(capabilityId, instanceId);
    for (const key of [keyOf(capabilityId, instanceId), keyOf(capabilityId)]) {
      if (token !== undefined && this.#told.get(key) === token) this.#refused.add(key);
    }
  }

  #set(key: string, registrationId: string): void {
    this.#told.delete(key);
    this.#told.set(key, registrationId);
    if (this.#told.size > maxTold) this.#told.delete(this.#told.keys().next().value!);
  }
}

function keyOf(capabilityId: string, instanceId?: string): string {
  return instanceId === undefined ? capabilityId : `${capabilityId} ${instanceId}`;
}
