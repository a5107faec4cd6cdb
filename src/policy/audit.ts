import { consoleAuditSink } from "../audit/console-sink.js";
import { auditPayload } from "../audit/payload.js";
import type { AuditEvent, AuditSink } from "../audit/sink.js";
import type { AgentAuditLevel } from "../definition/effect.js";
import type { AgentInvocationPolicyContext, AgentPolicy } from "../definition/policy.js";
import { attempt } from "../values/attempt.js";
import { isoTime } from "../values/iso-time.js";
import { isAgentSurfaceError } from "../values/errors.js";
import { reporterIn } from "./reporter.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";
import { defaultLimits } from "../values/limits.js";
import { demandThat, isFunction } from "./options.js";

/**
 * Tells a sink of its own when calls of this chain start and end, beside the registry's own audit.
 * @param sink Default: the console. What it throws disturbs nobody.
 * @param level Default "metadata"; "full" adds input and output, sensitive values masked; "none" tells nothing.
 */
export function audit(
  sink: AuditSink = consoleAuditSink(),
  level: AgentAuditLevel = "metadata",
): AgentPolicy {
  demandThat(isFunction((sink as AuditSink | null)?.record), "audit: a sink has a function record.");
  demandThat(["none", "metadata", "full"].includes(level), 'audit: level is "none", "metadata" or "full".');
  return {
    name: "audit",
    async onInvoke(context, next) {
      const started = context.now();
      const record = (
        type: AuditEvent["type"],
        outcome?: Pick<AuditEvent, "status" | "code">,
        output?: JsonValue,
      ) => {
        if (level === "none") return;
        const { effectiveInput, sensitive, now } = context;
        const event: AuditEvent = {
          at: isoTime(now()),
          type,
          ...namesOf(context),
          ...(outcome && { ...outcome, durationMs: now() - started }),
          ...(level === "full" && {
            payload: auditPayload(effectiveInput, sensitive, output, defaultLimits.maxOutputBytes),
          }),
        };
        attempt<unknown>(() => sink.record(event), reporterIn(context));
      };
      record("invocation-started");
      let result: AgentInvocationResult;
      try {
        result = await next();
      } catch (error) {
        const code = isAgentSurfaceError(error) ? error.payload.code : "EXECUTION_FAILED";
        record("invocation-settled", { status: "error", code });
        throw error;
      }
      if (result.status === "ok") record("invocation-settled", { status: "ok" }, result.output);
      else record("invocation-settled", { status: "error", code: result.error.code });
      return result;
    },
  };
}

function namesOf({ capabilityId, registrationId, invocationId, consumer }: AgentInvocationPolicyContext) {
  return { capabilityId, registrationId, invocationId, consumerId: consumer.id };
}
