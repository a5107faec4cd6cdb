/** Vue with its compiler of templates, as one module. */
export {
  createApp,
  defineAsyncComponent,
  defineComponent,
  nextTick,
  reactive,
  ref,
  Suspense,
  Teleport,
} from "vue";
export type { App } from "vue";
