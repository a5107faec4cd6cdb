/**
 * What acts on the page and reads it when an agent calls. Loaded then, or when the page is idle: a page that only
 * declares and exposes needs none of it.
 */
export { readTarget } from "./read-target.js";
export { runClick } from "./run-click.js";
export { runForm } from "./run-form.js";
