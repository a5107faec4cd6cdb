/** Svelte with the compiled components of its tests, as one module. */
export { flushSync, mount, unmount } from "svelte";
export { default as Blocks } from "../svelte/Blocks.svelte";
export { default as Choices } from "../svelte/Choices.svelte";
export { default as Cities } from "../svelte/Cities.svelte";
export { default as Counter } from "../svelte/Counter.svelte";
export { default as Events } from "../svelte/Events.svelte";
export { default as Fields } from "../svelte/Fields.svelte";
export { default as Masks } from "../svelte/Masks.svelte";
export { default as Modal } from "../svelte/Modal.svelte";
export { default as Parts } from "../svelte/Parts.svelte";
export { default as Sending } from "../svelte/Sending.svelte";
