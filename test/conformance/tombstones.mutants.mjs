const file = "src/registry/tombstones.ts";

export default [
  {
    rule: "counts for nothing past its time, even where it was not pruned yet",
    file,
    find: "this.#now() - at < this.#ttlMs",
    replace: "this.#now() - at <= this.#ttlMs",
  },
  {
    rule: "forgets the oldest first where more left than it may remember",
    file,
    find: "this.#byRegistration.size <= this.#size",
    replace: "this.#byRegistration.size <= this.#size + 1",
  },
  {
    rule: "answers a call for what the gone component never had as CAPABILITY_NOT_FOUND",
    file,
    find: "one.name === name &&",
    replace: "",
  },
  {
    rule: "answers a call for another instance than the gone one as CAPABILITY_NOT_FOUND",
    file,
    find: "[undefined, stone.instanceId, one.contextId].includes(instanceId) &&",
    replace: "",
  },
  {
    rule: "tells nobody of a gone component whom its policies hid it from",
    file,
    find: "seenBy?.has(consumerKey) ?? true",
    replace: "!seenBy || consumerKey.length > 0",
  },
];
