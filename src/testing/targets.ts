import type { AgentSurfaceSnapshot } from "../index.js";

/** A capability in a snapshot, with the tokens that a call to it carries. */
export interface Target {
  readonly capabilityId: string;
  readonly registrationId: string;
  /** Absent for a procedure without a context. */
  readonly instanceId?: string;
  /** The call is refused where the surface is no longer the one that was seen. */
  readonly isDangerous: boolean;
}

const dangerous = ["destructive", "external-side-effect"];

export function targetsIn({ components, procedures }: AgentSurfaceSnapshot): Target[] {
  const inView = components.flatMap(({ instanceId, registrationId, observations, actions }) =>
    [...observations, ...actions].map(({ capabilityId }) => ({
      capabilityId,
      registrationId,
      instanceId,
      isDangerous: false,
    })),
  );
  const inDomain = procedures.map(({ procedureId, registrationId, context, effect }) => ({
    capabilityId: procedureId,
    registrationId,
    ...(context && { instanceId: context.instanceId }),
    isDangerous: dangerous.includes(effect),
  }));
  return [...inView, ...inDomain];
}

/** @param instanceId absent: any */
export function matching(targets: readonly Target[], capabilityId: string, instanceId?: string): Target[] {
  return targets.filter(
    (target) =>
      target.capabilityId === capabilityId && (instanceId === undefined || target.instanceId === instanceId),
  );
}

/** @throws {Error} which says what is there instead. */
export function theOne(targets: readonly Target[], capabilityId: string, instanceId?: string): Target {
  const [first, ...others] = matching(targets, capabilityId, instanceId);
  if (first && others.length === 0) return first;
  const instances = matching(targets, capabilityId).map((target) => target.instanceId ?? "none");
  if (first) {
    throw new Error(
      `"${capabilityId}" is there ${others.length + 1} times: name one of the instances ${instances.join(", ")}.`,
    );
  }
  if (instances.length > 0) {
    throw new Error(
      `"${capabilityId}" has no instance "${instanceId}" in the snapshot, only ${instances.join(", ")}.`,
    );
  }
  const ids = [...new Set(targets.map((target) => target.capabilityId))];
  throw new Error(
    `"${capabilityId}" is not in the snapshot. There ${ids.length > 0 ? `are: ${ids.join(", ")}` : "is nothing"}.`,
  );
}
