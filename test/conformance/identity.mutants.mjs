export default [
  {
    rule: "gives a call with a known in-flight key and an equal request the same pending promise",
    file: "src/invocation/phase-01-identity.ts",
    find: "if (running) return running;",
    replace: "",
  },
  {
    rule: "gives a call with a cached key and an equal request the cached result verbatim",
    file: "src/invocation/phase-01-identity.ts",
    find: "return ended && this",
    replace: "return undefined && this",
  },
  {
    rule: "refuses a known key with a different request as INVOCATION_CONFLICT",
    file: "src/invocation/pipeline.ts",
    find: "known && !isSame(",
    replace: "known && false && !isSame(",
  },
  {
    rule: "does not cache RATE_LIMITED: the retry under the same id executes",
    file: "src/invocation/phase-01-identity.ts",
    find: ' "RATE_LIMITED",',
    replace: "",
  },
  {
    rule: "includes expectedVersion as issued",
    file: "src/invocation/phase-01-identity.ts",
    find: 'if (expectedVersion !== undefined) value["expectedVersion"] = expectedVersion;',
    replace: "",
  },
  {
    rule: "is shared by no two pairs, wherever the consumer ends and the invocation id begins",
    file: "src/invocation/identity-key.ts",
    find: "${consumerKey.length}:",
    replace: "",
  },
  {
    rule: "ends a joiner's own wait when it aborts, never the shared run",
    file: "src/invocation/pipeline.ts",
    find: "const leave = () => {",
    replace: "const leave = () => {\n      shared.cancel();",
  },
  {
    rule: "ends 10 minutes after the call settled: an expired key is a new attempt",
    file: "src/invocation/phase-01-identity.ts",
    find: "- ended.at < dedupeCacheTtlMs",
    replace: "- ended.at <= dedupeCacheTtlMs",
  },
  {
    rule: "does not depend on the consumer's grants",
    file: "src/invocation/call.ts",
    find: "this.consumerKey = consumerKey(this.consumer);",
    replace: "this.consumerKey = consumerKey(this.consumer) + this.consumer.grants;",
  },
];
