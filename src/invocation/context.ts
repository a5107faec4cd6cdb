/** What handlers are told about their call. */
import type { AgentActionContext, AgentReadContext } from "../definition/component.js";
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
  const { evidence } = call;
  return {
    ...readContext(call),
    invocationId: call.request.invocationId,
    get signal() {
      return call.signal;
    },
    ...(evidence && {
      confirmation: { id: evidence.question.confirmationId, approvedAt: evidence.approvedAt! },
    }),
    opened: () => undefined,
  };
}
