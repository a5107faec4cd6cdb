/** Svelte with the compiled components of its tests, as one module. */
export { flushSync, mount, unmount } from "svelte";
