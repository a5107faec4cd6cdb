const file = "src/registry/availability.ts";

export default [
  {
    rule: "disables by false alone",
    file,
    find: "if (offers !== false) return",
    replace: "if (offers || !definition?.when) return",
  },
  {
    rule: "puts a disabled component before an override",
    file,
    find: "if (!registration.enabled) return",
    replace: "if (!registration.enabled && override?.available !== false) return",
  },
  {
    rule: "puts a policy's reason in the place of the state's",
    file,
    find: '? reasonOf(decision.reason, "unavailable")',
    replace: '? (stateOf(surface, capability) ?? reasonOf(decision.reason, "unavailable"))',
  },
  {
    rule: "that throws disables with the reason when-error",
    file,
    find: '\n    return "when-error";',
    replace: "\n    return undefined;",
  },
  {
    rule: "takes its component along where it is all that the component has",
    file: "src/registry/descriptors.ts",
    find: "withheld === views",
    replace: "false",
  },
  {
    rule: "of an unknown capability changes nothing",
    file: "src/registry/registrations.ts",
    find: "to update.`));\n        continue;",
    replace: "to update.`));\n        changed = true;\n        continue;",
  },
];
