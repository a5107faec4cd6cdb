const rules = "src/definition/rules.ts";
const check = "src/definition/check-definition.ts";

export default [
  {
    rule: "refuses an unknown field of an action: a misspelt confirmation is no confirmation",
    file: "src/definition/check-fields.ts",
    find: "!Object.hasOwn(rules, field)",
    replace: 'field !== "confirmaton" && !Object.hasOwn(rules, field)',
  },
  {
    rule: "refuses the effect of a server on an action as PLANE_VIOLATION",
    file: "src/definition/check-fields.ts",
    find: "serverEffects.includes(value)",
    replace: "serverEffects.slice(0, -1).includes(value)",
  },
  {
    rule: "refuses the same name in observations and actions as DUPLICATE_CAPABILITY",
    file: check,
    find: "Object.hasOwn(observations, name)",
    replace: "false",
  },
  {
    rule: "refuses concurrency without a bound, without a key or of another mode",
    file: rules,
    find: "Number.isInteger(max) && ",
    replace: "",
  },
  {
    rule: "holds an action of the effect navigation to be reversible, not idempotent and free of questions by default",
    file: "src/definition/effect.ts",
    find: "navigation: changing",
    replace: 'navigation: { ...changing, confirmation: "optional" }',
  },
  {
    rule: "requires a parent to be a type and an instance id of the grammar",
    file: rules,
    find: 'isInstanceId(value["instanceId"] ?? "default")',
    replace: "true",
  },
  {
    rule: "throws AgentSchemaError where a Standard Schema validates asynchronously",
    file: "src/schema/from-standard-schema.ts",
    find: 'if ("then" in result)',
    replace: "if (!result)",
  },
];
