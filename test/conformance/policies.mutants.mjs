export default [
  {
    rule: "hides where a policy throws",
    file: "src/policy/discovery.ts",
    find: 'else if (given?.decision !== "expose") return hide;',
    replace: 'else if (given && given.decision !== "expose") return hide;',
  },
  {
    rule: "disables with the first reason where none hides",
    file: "src/policy/discovery.ts",
    find: "decided === expose ? given : decided",
    replace: "given",
  },
  {
    rule: "that calls next() twice in onInvoke runs nothing twice: the second rejects",
    file: "src/policy/onion.ts",
    find: "if (entered) return",
    replace: "if (false) return",
  },
  {
    rule: "that comes back in onAuthorize after the call has ended runs nothing",
    file: "src/invocation/call.ts",
    find: "return this.#settled;",
    replace: "return false;",
  },
  {
    rule: "asks no policy of onInvoke once the call has ended in onAuthorize",
    file: "src/invocation/pipeline.ts",
    find: "if (call.hasEnded()) return call.settlement;\n  return call.isLayered",
    replace: "return call.isLayered",
  },
  {
    rule: "has no input at authorization",
    file: "src/invocation/phase-04-authorization.ts",
    find: "const context = policyContext(surface, capability, consumer);",
    replace:
      "const context = Object.assign(policyContext(surface, capability, consumer), { input: call.request.input });",
  },
  {
    rule: "replaces the state's reason by a policy's",
    file: "src/registry/availability.ts",
    find: 'decision.decision === "disable"',
    replace: 'decision.decision === "disable" && !stateOf(surface, capability)',
  },
];
