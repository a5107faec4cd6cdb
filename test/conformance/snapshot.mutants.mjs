const file = "src/registry/snapshot.ts";
const procedures = "src/registry/procedure-descriptors.ts";
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
  {
    rule: "are shared where policies decide too, while nothing in them changed",
    file: "src/registry/descriptors.ts",
    find: "if (!isSame)",
    replace: "if (true)",
  },
  {
    rule: "stand at the top level, never inside components",
    file: "src/registry/descriptors.ts",
    find: 'if (capability.shape.kind === "procedure") continue;',
    replace: "",
  },
  {
    rule: "link back to the component that brought them, or to the context that the binding names",
    file: "src/definition/check-procedure.ts",
    find: "contextLink?.type ?? component.type",
    replace: "component.type",
  },
  {
    rule: "have no contextualNote where describe() throws or gives no text",
    file: procedures,
    find: 'typeof note === "string" && note !== ""',
    replace: "note !== undefined",
  },
  {
    rule: "bring no component along: one with only procedures never appears under components",
    file: "src/registry/descriptors.ts",
    find: "withheld === views) return",
    replace: "views > 0 && withheld === views) return",
  },
  {
    rule: "that policies hide are absent, and leave their component where it has more",
    file: procedures,
    find: "state === hidden ||",
    replace: "",
  },
  {
    rule: "that are unavailable stay with their reason, or are left out by includeUnavailable false",
    file: procedures,
    find: "|| (state !== undefined && !includeUnavailable)",
    replace: "",
  },
  {
    rule: "are dropped with their component by a budget, and count in its bytes",
    file: "src/registry/budget.ts",
    find: "[...(component ? [component] : []), ...procedures]",
    replace: "component ? [component] : []",
  },
  {
    rule: "are deep-frozen, and shared while nothing in them changed",
    file: procedures,
    find: "capability.descriptor = descriptor;",
    replace: "",
  },
  {
    rule: "is told apart from every other one: a prefix with a space is not two",
    file: "src/registry/snapshot.ts",
    find: "JSON.stringify([version, includeUnavailable, scope])",
    replace: '[version, includeUnavailable, ...scope].join(" ")',
  },
];
