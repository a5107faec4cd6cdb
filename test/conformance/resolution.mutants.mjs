export default [
  {
    rule: "is AMBIGUOUS_INSTANCE where more than one is live and none is named",
    file: "src/invocation/phase-02-resolution.ts",
    find: "visible.length > 1",
    replace: "visible.length > 2",
  },
  {
    rule: "takes no part in ambiguity",
    file: "src/invocation/phase-02-resolution.ts",
    find: "isWithin && isVisible(surface, capability, consumer)",
    replace: "isWithin",
  },
  {
    rule: "is indistinguishable from what was never registered after it has gone",
    file: "src/registry/tombstones.ts",
    find: "?? true;",
    replace: "|| true;",
  },
  {
    rule: "is never one that is hidden from this consumer",
    file: "src/invocation/phase-02-resolution.ts",
    find: "surface, (one) => inReach(one, call))",
    replace: "surface, () => true)",
  },
  {
    rule: "reads as the name of a view capability what follows the last dot",
    file: "src/values/ids.ts",
    find: 'id.lastIndexOf(".")',
    replace: 'id.indexOf(".")',
  },
  {
    rule: "does not find a name that only an object's prototype has",
    file: "src/registry/registration.ts",
    find: "return registration.capabilities.find((capability) => capability.shape.name === name);",
    replace:
      "return (registration.capabilities.find((one) => one.shape.name === name) ?? (name in {} ? registration.capabilities[0] : undefined));",
  },
];
