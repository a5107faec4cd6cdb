/** Every bound of the core, with its default (004, "Limits and defaults"). Sizes count UTF-8 bytes, times milliseconds. */
export interface AgentSurfaceLimits {
  /** Characters of a component's description. */
  maxComponentDescription: number;
  /** Characters of a capability's description. */
  maxCapabilityDescription: number;
  maxMetaBytes: number;
  maxOutputBytes: number;
  maxSchemaBytes: number;
  /** Nested schemas, counted from 0 at the root. */
  maxSchemaDepth: number;
  observationTimeoutMs: number;
  actionTimeoutMs: number;
  procedureTimeoutMs: number;
  /** Calls that may wait for one component's action slot. */
  actionQueueDepth: number;
  maxConcurrentObservationsPerConsumer: number;
  maxConcurrentObservationsTotal: number;
  maxQueuedObservationsPerConsumer: number;
  /** Results that are remembered for repeated calls. */
  dedupeCacheSize: number;
  dedupeCacheTtlMs: number;
  /** Unregistered components that are remembered for precise errors. */
  tombstoneSize: number;
  tombstoneTtlMs: number;
  confirmationTtlMs: number;
  maxPendingConfirmations: number;
}

export const defaultLimits: Readonly<AgentSurfaceLimits> = Object.freeze({
  maxComponentDescription: 500,
  maxCapabilityDescription: 300,
  maxMetaBytes: 2_048,
  maxOutputBytes: 32_768,
  maxSchemaBytes: 16_384,
  maxSchemaDepth: 8,
  observationTimeoutMs: 5_000,
  actionTimeoutMs: 10_000,
  procedureTimeoutMs: 30_000,
  actionQueueDepth: 2,
  maxConcurrentObservationsPerConsumer: 8,
  maxConcurrentObservationsTotal: 32,
  maxQueuedObservationsPerConsumer: 8,
  dedupeCacheSize: 200,
  dedupeCacheTtlMs: 600_000,
  tombstoneSize: 100,
  tombstoneTtlMs: 300_000,
  confirmationTtlMs: 120_000,
  maxPendingConfirmations: 32,
});

/** The defaults with what a host sets. What is no number from 0 is not set: a limit never vanishes. */
export function limitsFrom(own: Partial<AgentSurfaceLimits> = {}): Readonly<AgentSurfaceLimits> {
  const limits = { ...defaultLimits };
  for (const name of Object.keys(limits) as (keyof AgentSurfaceLimits)[]) {
    const value = own[name]!;
    if (value >= 0) limits[name] = value;
  }
  return limits;
}
