export default [
  {
    rule: "with a policy that disables without a reason disables all the same",
    file: "src/registry/availability.ts",
    find: '? reasonOf(decision.reason, "unavailable")',
    replace: "? decision.reason",
  },
  {
    rule: "with an AgentSurfaceError that has no payload is EXECUTION_FAILED, and the call ends",
    file: "src/invocation/foreign-failure.ts",
    find: "= copy ?? {};",
    replace: "= copy!;",
  },
  {
    rule: "with the key __proto__ pollutes nothing and keeps it as a plain key",
    file: "src/values/json.ts",
    find: 'name === "__proto__"',
    replace: "false",
  },
  {
    rule: "that throws when it is read is INVALID_INPUT, without what it threw",
    file: "src/invocation/phase-01-identity.ts",
    find: 'isKnown ? error.message : "it could not be read"',
    replace: "isKnown ? error.message : String(error)",
  },
  {
    rule: "that cannot be used reject, and never throw synchronously",
    file: "src/invocation/pipeline.ts",
    find: "return Promise.reject(reason);",
    replace: "throw reason;",
  },
  {
    rule: "as unavailableReason() is unavailable with the reason when-error",
    file: "src/registry/availability.ts",
    find: '\n    return "when-error";',
    replace: "\n    throw error;",
  },
];
