/** `agent-tags/webmcp`: the surface in the browser's own model context. */
export { createWebMcpExposer } from "./create-exposer.js";
export type { WebMcpExposer, WebMcpExposerOptions, WebMcpStatus } from "./create-exposer.js";
