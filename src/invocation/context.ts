/** What handlers and executors are told about their call. */
import type { AgentActionContext, AgentReadContext } from "../definition/component.js";
import type { ProcedureCallInfo } from "../procedure/executor.js";
import { noteOpened } from "../registry/handlers.js";
import type { Call } from "./call.js";

export function readContext(call: Call): AgentReadContext {
  const { capability, consumer, surface } = call;
  return {
    capabilityId: capability.shape.id,
    registrationId: capability.registration.id,
    consumer,
    host: surface.host(),
    ...(capability.shape.kind === "observation" && capability.shape.input && { input: call.effectiveInput }),
  };
}

export function actionContext(call: Call): AgentActionContext {
  return {
    ...readContext(call),
    invocationId: call.request.invocationId,
    get signal() {
      return call.signal;
    },
    ...approvalOf(call),
    pending() {
      call.pending = true;
    },
    opened: (id) => {
      noteOpened(call, id);
    },
  };
}

/** What an executor is told. */
export function callInfo(call: Call): ProcedureCallInfo {
  const { consumer, request, signal } = call;
  return { invocationId: request.invocationId, consumer, signal, ...approvalOf(call) };
}

function approvalOf({ evidence }: Call): { confirmation?: { id: string; approvedAt: string } } {
  if (!evidence) return {};
  return { confirmation: { id: evidence.question.confirmationId, approvedAt: evidence.approvedAt! } };
}
