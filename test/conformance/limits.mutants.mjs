const file = "src/values/limits.ts";

export default [
  {
    rule: "bounds maxMetaBytes by 2048 where nothing else is said",
    file,
    find: "maxMetaBytes: 2_048",
    replace: "maxMetaBytes: 2_000",
  },
  {
    rule: "bounds tombstoneSize by 100 where nothing else is said",
    file,
    find: "tombstoneSize: 100",
    replace: "tombstoneSize: 101",
  },
  {
    rule: "bounds dedupeCacheSize by what RegistryOptions.limits says",
    file,
    find: "return limits;",
    replace: "return { ...limits, dedupeCacheSize: 200 };",
  },
  {
    rule: "bounds procedureTimeoutMs by 30000 where nothing else is said",
    file: "src/definition/check-procedure.ts",
    find: "limits.procedureTimeoutMs",
    replace: "limits.actionTimeoutMs",
  },
  {
    rule: "takes a limit that is no number from 0 for one that is not set",
    file,
    find: "if (value >= 0)",
    replace: "if (name in own)",
  },
  {
    rule: "counts UTF-8 bytes of meta, not UTF-16 units",
    file: "src/definition/check-fields.ts",
    find: "byteSize(JSON.stringify(copyJson(meta)))",
    replace: "JSON.stringify(copyJson(meta)).length",
  },
  {
    rule: "puts the time-out of InvokeOptions before the capability's",
    file: "src/invocation/pipeline.ts",
    find: "isTime ? timeoutMs :",
    replace: "",
  },
  {
    rule: "bounds actionQueueDepth by 2 where nothing else is said",
    file: "src/invocation/action-slots.ts",
    find: "this.#waiting.length >= depth",
    replace: "this.#waiting.length > depth",
  },
  {
    rule: "takes 0 for none at all: no queue, no question, nothing remembered",
    file,
    find: "if (value >= 0)",
    replace: "if (value > 0)",
  },
];
