/** Vue with its compiler of templates, as one module. */
export { createApp, defineAsyncComponent, defineComponent, nextTick, reactive, ref } from "vue";
export type { App, Component } from "vue";
