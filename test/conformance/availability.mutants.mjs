const file = "src/registry/availability.ts";

export default [
  { rule: "disables by false alone", file, find: "as unknown) !== false)", replace: "as unknown))" },
  {
    rule: "puts a disabled component before an override",
    file,
    find: 'if (!registration.enabled) return "component-disabled";\n  if (override && !override.available) return override.reason ?? "unavailable";',
    replace:
      'if (override && !override.available) return override.reason ?? "unavailable";\n  if (!registration.enabled) return "component-disabled";',
  },
  {
    rule: "puts a policy's reason in the place of the state's",
    file,
    find: 'return decision.decision === "disable" ?',
    replace:
      'return stateOf(surface, capability) ? stateOf(surface, capability) : decision.decision === "disable" ?',
  },
  {
    rule: "that throws disables with the reason when-error",
    file,
    find: 'return "when-error";',
    replace: "return undefined;",
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
