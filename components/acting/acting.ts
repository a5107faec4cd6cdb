/**
 * What acts on the page and reads it when an agent calls, and the signals that tell when it can. Loaded then, or when the
 * page is idle: a page that only declares and exposes needs none of it.
 */
export { readTarget } from "./read-target.js";
export { runAction } from "./run-action.js";
export { watchSignals } from "./signals.js";
