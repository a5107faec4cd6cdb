export default [
  {
    rule: "is not settled by the unmount of its owner, and its signal is not aborted",
    file: "src/invocation/call.ts",
    find: 'shape.effect === "navigation"',
    replace: "false",
  },
  {
    rule: "that is not dispatched yet is COMPONENT_UNMOUNTED like anything else",
    file: "src/invocation/call.ts",
    find: "this.dispatched && shape.effect",
    replace: "shape.effect",
  },
  {
    rule: "loses against a handler that settled first while a policy still holds the result",
    file: "src/invocation/call.ts",
    find: "this.end(this.sealed ?? this.failed(reason))",
    replace: "this.end(this.failed(reason))",
  },
  {
    rule: "abort ctx.signal",
    file: "src/invocation/call.ts",
    find: "this.#controller?.abort();",
    replace: "void 0;",
  },
  {
    rule: "ignore the late result of the handler, but log it",
    file: "src/invocation/phase-09-execution.ts",
    find: "if (call.hasEnded()) reportLate(call);",
    replace: "",
  },
  {
    rule: "of the call go before the capability's",
    file: "src/invocation/pipeline.ts",
    find: "isTime ? timeoutMs :",
    replace: "",
  },
  {
    rule: "that is aborted already runs nothing",
    file: "src/invocation/call.ts",
    find: "if (signal.aborted) onAbort();",
    replace: "",
  },
  {
    rule: "settles a call that a policy holds, which runs nothing",
    file: "src/invocation/call.ts",
    find: 'failure.unmounted(shape.id, "mid-flight"',
    replace: 'failure.unmounted(shape.id, "resolve"',
  },
  {
    rule: "run on the scheduler that the registry was given, never on the global timers",
    file: "src/invocation/call.ts",
    find: "this.surface.scheduler.timeout(",
    replace: "setTimeout(",
  },
];
