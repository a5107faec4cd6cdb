const file = "src/registry/snapshot.ts";
const sorted = "src/registry/sorted-list.ts";

export default [
  {
    rule: "sorts components by priority, the highest first",
    file: sorted,
    find: "return other.priority - one.priority",
    replace: "return one.priority - other.priority",
  },
  {
    rule: "sorts components of one type by instance id",
    file: sorted,
    find: "one.instanceId < other.instanceId",
    replace: "one.instanceId > other.instanceId",
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
    find: "includeUnavailable = true,\n    budget,\n  }",
    replace: "includeUnavailable = false,\n    budget,\n  }",
  },
  {
    rule: "says how many it dropped",
    file: "src/registry/budget.ts",
    find: "this.refused += 1",
    replace: "this.refused = 1",
  },
  {
    rule: "are shared between snapshots while nothing in them changed",
    file: "src/registry/descriptors.ts",
    find: "return registration.descriptor;",
    replace: "return { ...registration.descriptor };",
  },
];
