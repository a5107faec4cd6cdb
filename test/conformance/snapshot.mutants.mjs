const file = "src/registry/snapshot.ts";
const index = "src/registry/registration-index.ts";

export default [
  {
    rule: "sorts components by priority, the highest first",
    file: index,
    find: "one.priority > other.priority",
    replace: "one.priority < other.priority",
  },
  {
    rule: "sorts components of one type by instance id",
    file: index,
    find: "return one.instanceId < other.instanceId",
    replace: "return true",
  },
  {
    rule: "matches prefixes by whole segments",
    file: "src/registry/scope.ts",
    find: "`${prefix}.`",
    replace: "prefix",
  },
  {
    rule: "is included by default",
    file,
    find: "includeUnavailable = true",
    replace: "includeUnavailable = false",
  },
  {
    rule: "says how many it dropped",
    file,
    find: "components.splice(kept).length",
    replace: "(components.splice(kept), 0)",
  },
  {
    rule: "are shared between snapshots while nothing in them changed",
    file: "src/registry/descriptors.ts",
    find: "sameItems(former.observations, observations) &&",
    replace: "!former &&",
  },
];
