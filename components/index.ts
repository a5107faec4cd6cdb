/**
 * `agent-tags/components`: the classes of the declaring elements, without side effects. What a person sees needs the
 * template engine and has entries of its own, such as `agent-tags/components/agent-confirmation.js`.
 */
export { AgentActionElement } from "./agent-action/agent-action-element.js";
export { AgentInvokedEvent, AgentInvokeEvent } from "./agent-action/events.js";
export { AgentModalElement } from "./agent-modal/agent-modal-element.js";
export { AgentObservationElement } from "./agent-observation/agent-observation-element.js";
export { AgentReadEvent } from "./agent-observation/events.js";
export { AgentParamElement } from "./agent-param/agent-param-element.js";
export { AgentSurfaceElement } from "./agent-surface/agent-surface-element.js";
export { AgentWebmcpElement } from "./agent-webmcp/agent-webmcp-element.js";
export { AgentWindowElement } from "./agent-window/agent-window-element.js";
export { findRegistry } from "./context/find-registry.js";
export { registryContext, windowContext } from "./context/keys.js";
export { AgentProblemEvent } from "./element/problem.js";
export type { Problem, ProblemCode } from "./element/problem.js";
export { version } from "./element/version.js";
