/** `agent-tags`: the core, free of the DOM. */
export * from "./core.js";
export * from "./policy/index.js";
export * from "./windows/index.js";
export { createAgentToolset } from "./toolset/create-toolset.js";
