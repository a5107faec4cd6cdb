export default [
  {
    rule: "that does not fit is EXECUTION_FAILED {output-invalid}, retry no",
    file: "src/invocation/phase-10-settlement.ts",
    find: "schema.parse(copyJson(given))",
    replace: "given",
  },
  {
    rule: "counts UTF-8 bytes, not UTF-16 units",
    file: "src/invocation/phase-10-settlement.ts",
    find: "const bytes = byteSize(JSON.stringify(output));",
    replace: "const bytes = JSON.stringify(output).length;",
  },
  {
    rule: "of more than 32,768 bytes is EXECUTION_FAILED {output-too-large}, never cut in silence",
    file: "src/invocation/phase-10-settlement.ts",
    find: "if (bytes > maxOutputBytes) return call",
    replace: "if (false) return call",
  },
  {
    rule: "is a copy, deep frozen: what the page does to its own object later changes nothing",
    file: "src/invocation/phase-10-settlement.ts",
    find: "else if (given !== undefined) output = copyJson(given);",
    replace: "else if (given !== undefined) output = given as JsonValue;",
  },
];
