const pipeline = "src/invocation/pipeline.ts";

export default [
  {
    rule: "fails with CAPABILITY_NOT_FOUND before CAPABILITY_NOT_AVAILABLE",
    file: pipeline,
    find: "runChecks(call, [resolve, checkAvailability])",
    replace: "runChecks(call, [])",
  },
  {
    rule: "fails with CONFIRMATION_REQUIRED before PRECONDITION_FAILED",
    file: pipeline,
    find: "confirm(call) ?? checkPrecondition(call);",
    replace: "checkPrecondition(call) ?? confirm(call);",
  },
  {
    rule: "tells settled with status, code and duration",
    file: "src/invocation/phase-10-settlement.ts",
    find: "const durationMs = surface.now() - call.startedAt;",
    replace: "const durationMs = 0;",
  },
  {
    rule: "leaves no timer behind while nothing runs and nobody is asked: nothing polls",
    file: "src/invocation/call.ts",
    find: "this.surface.scheduler.clear(this.#timer);",
    replace: "",
  },
];
