export default [
  {
    rule: "run one after the other within a component instance, in order of arrival",
    file: "src/invocation/action-slots.ts",
    find: "capability.registration : capability",
    replace: "capability : capability",
  },
  {
    rule: '"key" waits for every call with the same key, in whichever component',
    file: "src/invocation/action-slots.ts",
    find: 'mode === "key" ? concurrency.key :',
    replace: "",
  },
  {
    rule: '"parallel" runs up to its maximum at once, and the rest waits in order',
    file: "src/invocation/action-slots.ts",
    find: "concurrency.max : 1",
    replace: "1 : 1",
  },
  {
    rule: "give their place in the queue to the next when they are aborted in it",
    file: "src/invocation/action-slots.ts",
    find: "if (place >= 0) this.#waiting.splice(place, 1);",
    replace: "if (place >= 0) return;",
  },
  {
    rule: "precondition: what the state refuses meanwhile is PRECONDITION_FAILED",
    file: "src/invocation/pipeline.ts",
    find: "(call, [checkAvailability, checkPrecondition])",
    replace: "(call, [checkAvailability])",
  },
  {
    rule: "availability: what was disabled meanwhile is CAPABILITY_NOT_AVAILABLE",
    file: "src/invocation/pipeline.ts",
    find: "(call, [checkAvailability, checkPrecondition])",
    replace: "(call, [checkPrecondition])",
  },
  {
    rule: "that wait for the global cap take turns by consumer",
    file: "src/invocation/observation-gate.ts",
    find: "this.#consumers.set(nextKey, next);",
    replace: "this.#consumers = new Map([[nextKey, next], ...this.#consumers]) as never;",
  },
  {
    rule: "availability also where the slot was free but a policy took its time",
    file: "src/invocation/pipeline.ts",
    find: "? [checkAvailability, confirm,",
    replace: "? [confirm,",
  },
];
