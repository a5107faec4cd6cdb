const assemble = "src/schema/assemble.ts";
const tests = "src/schema/value-tests.ts";

export default [
  {
    rule: "enforces type integer",
    file: "src/values/kinds.ts",
    find: "Number.isInteger(",
    replace: "Number.isFinite(",
  },
  {
    rule: "enforces enum",
    file: assemble,
    find: "(isLiteral && !isLiteral(value))",
    replace: "false",
  },
  {
    rule: "enforces required",
    file: assemble,
    find: 'else report(issues, `is required: expected ${member?.wanted ?? "a value"}`, name);',
    replace: "",
  },
  {
    rule: "enforces additionalProperties false",
    file: assemble,
    find: "schema.additionalProperties === false",
    replace: "false",
  },
  {
    rule: "enforces uniqueItems",
    file: assemble,
    find: "const text = canonicalJson(item as JsonValue);",
    replace: "const text = JSON.stringify(item);",
  },
  {
    rule: "enforces minLength",
    file: tests,
    find: '[stringKind, " characters", codePoints]',
    replace: '[stringKind, " characters", (text) => text.length]',
  },
  {
    rule: "enforces maximum",
    file: tests,
    find: "measured <= limit",
    replace: "true",
  },
  {
    rule: "enforces exclusiveMinimum",
    file: tests,
    find: "measured > limit",
    replace: "measured >= limit",
  },
  {
    rule: "enforces multipleOf",
    file: "src/schema/multiple-of.ts",
    find: "  const [digits, exponent] = decimal(value);",
    replace: "  if (value) return value % step === 0;\n  const [digits, exponent] = decimal(value);",
  },
  {
    rule: "enforces pattern",
    file: tests,
    find: "&& expression.test(text)",
    replace: "",
  },
  {
    rule: "enforces format date",
    file: tests,
    find: "if (isFormat) testText",
    replace: "if (false) testText",
  },
  {
    rule: "overwrites no value by a default: null, false, 0 and an empty text are values",
    file: assemble,
    find: "if (Object.hasOwn(copy, name)) continue;",
    replace: "if (copy[name]) continue;",
  },
  {
    rule: "names every failing field at once",
    file: "src/schema/from-json-schema.ts",
    find: "throw new AgentSchemaError(issues)",
    replace: "throw new AgentSchemaError(issues.slice(0, 1))",
  },
  {
    rule: "fromStandardSchema gives the value of the library, its defaults filled in",
    file: "src/schema/from-standard-schema.ts",
    find: "return result.value;",
    replace: "return value;",
  },
  {
    rule: "emptyObjectSchema takes an empty object and nothing else",
    file: "src/schema/empty-json-schema.ts",
    find: "additionalProperties: false",
    replace: "additionalProperties: true",
  },
  {
    rule: "a tool's schemas are given in the dialect that its consumer asks for: full, strict or minimal",
    file: "src/dialect/create-toolset.ts",
    find: "...(outputSchema && { outputSchema: copy(outputSchema) }),",
    replace: "",
  },
  {
    rule: "a tool's schemas are given in the dialect that its consumer asks for: full, strict or minimal",
    file: "src/dialect/notation.ts",
    find: "(limit: number) => Math.floor(limit) + 1",
    replace: "Number",
  },
  {
    rule: "a tool's schemas are given in the dialect that its consumer asks for: full, strict or minimal",
    file: "src/dialect/reduce.ts",
    find: "notation.isStrict && !isNeeded",
    replace: "false",
  },
  {
    rule: "a schema in another dialect leaves the stored one as it is, which is what inputs are held to",
    file: "src/dialect/places.ts",
    find: "const { $ref: _ref, anyOf: _anyOf, ...rest } = place;",
    replace: "const rest = place; delete rest.$ref;",
  },
  {
    rule: "in the strict dialect null stands for an absent property that cannot be null, and for itself elsewhere",
    file: "src/dialect/without-nulls.ts",
    find: "this.#schema.issues(members, null) > 0",
    replace: "true",
  },
  {
    rule: "in the strict dialect null stands for an absent property that cannot be null, and for itself elsewhere",
    file: "src/dialect/without-nulls.ts",
    find: ": shown.includes(key)",
    replace: ": true",
  },
  {
    rule: "in the strict dialect null stands for an absent property that cannot be null, and for itself elsewhere",
    file: "src/dialect/create-toolset.ts",
    find: '...(dialect === "strict" && {',
    replace: "...({",
  },
];
