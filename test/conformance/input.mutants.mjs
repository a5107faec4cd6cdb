export default [
  {
    rule: "are never echoed by INVALID_INPUT, which still names the place",
    file: "src/invocation/phase-05-effective-input.ts",
    find: "sensitivePlace(path, sensitive)",
    replace: "undefined",
  },
  {
    rule: "without a declared input have the effective input {} whatever was sent",
    file: "src/invocation/phase-05-effective-input.ts",
    find: "if (!shape.input) return undefined;",
    replace: "if (!shape.input) { call.effectiveInput = call.request.input ?? {}; return undefined; }",
  },
  {
    rule: "is {} where none was sent",
    file: "src/invocation/phase-05-effective-input.ts",
    find: "shape.input.parse(call.request.input ?? {})",
    replace: "shape.input.parse(call.request.input)",
  },
  {
    rule: "by a parse that throws anything else is INVALID_INPUT without the thrown text",
    file: "src/invocation/phase-05-effective-input.ts",
    find: 'message: "it does not fit the schema"',
    replace: "message: String(error)",
  },
  {
    rule: "are withheld whole by a path that cannot be parsed",
    file: "src/values/sensitive.ts",
    find: 'if (!paths.every(isPath)) return "";',
    replace: "if (!paths.every(isPath)) return undefined;",
  },
  {
    rule: "stay out of the summary of a question and of what is sent",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "&& sensitive.length === 0",
    replace: "",
  },
];
