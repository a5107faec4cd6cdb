const file = "src/registry/registrations.ts";

export default [
  {
    rule: "gets a dead handle with the status rejected by default",
    file,
    find: 'onDuplicateInstance !== "replace"',
    replace: 'onDuplicateInstance === "reject"',
  },
  { rule: "rejects by throwing", file, find: '=== "accept"', replace: '!== "reject"' },
  {
    rule: "leaves a running navigation to its handler",
    file: "src/invocation/call.ts",
    find: 'shape.effect === "navigation"',
    replace: "false",
  },
  {
    rule: "settles a navigation that was not dispatched yet as COMPONENT_UNMOUNTED",
    file: "src/invocation/call.ts",
    find: "this.dispatched && shape.effect",
    replace: "shape.effect",
  },
  {
    rule: "ends the calls of the one that it replaces as COMPONENT_UNMOUNTED",
    file,
    find: "holder ? this.#detach(holder) : []",
    replace: "(holder && this.#detach(holder), [])",
  },
  {
    rule: "keeps the live one where it rejects what would replace it",
    file,
    find: 'const refusal = isRefused ? "guard"',
    replace: 'if (holder && !isTaken) this.unregister(holder);\n    const refusal = isRefused ? "guard"',
  },
];
