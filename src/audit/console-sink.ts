import type { AuditSink } from "./sink.js";

/** Prints each event with `console.debug`. */
export function consoleAuditSink(): AuditSink {
  return {
    record(event) {
      console.debug("agent-tags:", event.type, event);
    },
  };
}
