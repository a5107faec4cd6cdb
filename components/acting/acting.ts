/**
 * What acts on the page and reads it when an agent calls. Loaded then, or when the page is idle: a page that only
 * declares and exposes needs none of it.
 */
export { readTable } from "./read-table.js";
export { readText } from "./read-text.js";
export { runAction } from "./run-action.js";
