import type { AuditEvent, AuditSink } from "./sink.js";

export interface MemoryAuditSink extends AuditSink {
  /** The kept events, oldest first. */
  events(): AuditEvent[];
}

/** Keeps the newest `capacity` events in memory, in constant time an event. */
export function memoryAuditSink({ capacity = 1_000 }: { capacity?: number } = {}): MemoryAuditSink {
  const ring: AuditEvent[] = [];
  let next = 0;
  return {
    record(event) {
      ring[next] = event;
      next = (next + 1) % capacity;
    },
    events: () => [...ring.slice(next), ...ring.slice(0, next)],
  };
}
