const check = "src/definition/check-procedure.ts";
const effects = "src/definition/effect.ts";
const bound = "src/procedure/bound-input.ts";
const reduce = "src/schema/reduce-schema.ts";
const execution = "src/invocation/phase-09-execution.ts";
const resolution = "src/invocation/phase-02-resolution.ts";
const lint = "src/registry/suffix-lint.ts";
const shape = "src/definition/shape.ts";

export default [
  {
    rule: "needs an installed executor: without one it is PLANE_VIOLATION",
    file: "src/definition/check-definition.ts",
    find: "!host?.executor",
    replace: "!host",
  },
  {
    rule: "has the id of domain: and its path, and no other",
    file: check,
    find: "if (id !== `domain:${path}`)",
    replace: "if (!id.endsWith(path))",
  },
  {
    rule: "has an id of 128 characters at most",
    file: check,
    find: "if (id.length > maxIdLength)",
    replace: "if (path.length > maxIdLength)",
  },
  {
    rule: "stands once in a component: twice is DUPLICATE_CAPABILITY",
    file: check,
    find: "ids.add(shape.id);",
    replace: "",
  },
  {
    rule: "has the effect of a server, none of a view",
    file: "src/definition/procedure-rules.ts",
    find: "...(serverEffects as string[])",
    replace: '...(serverEffects as string[]), "navigation"',
  },
  {
    rule: "is frozen at the registration but for its functions",
    file: execution,
    find: "const { path } = procedure;",
    replace: "const { path } = call.capability.registration.definition.procedures[0].ref;",
  },
  {
    rule: "holds server-query to be idempotent, its confirmation never",
    file: effects,
    find: '"server-query": { ...changing, idempotent: true }',
    replace: '"server-query": changing',
  },
  {
    rule: "holds external-side-effect to be not idempotent, its confirmation required",
    file: effects,
    find: '"external-side-effect": dangerous',
    replace: '"external-side-effect": mutating',
  },
  {
    rule: "audits destructive as full, with its payload",
    file: effects,
    find: 'audit: "full" };',
    replace: 'audit: "metadata" };',
  },
  {
    rule: "is tightened by the binding",
    file: check,
    find: 'config.confirmation ?? "never"',
    replace: '"never"',
  },
  {
    rule: "is required where the server says requiresApproval",
    file: check,
    find: 'ref.requiresApproval ? "required" : "never"',
    replace: '"never"',
  },
  {
    rule: "of a destructive procedure stays required, whatever its binding says",
    file: check,
    find: '      defaults.confirmation,\n      config.confirmation ?? "never"',
    replace: "      config.confirmation ?? defaults.confirmation",
  },
  {
    rule: "shows the person the bound values and the whole schema",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "shape.procedure?.fullSchema ?? shape.inputSchema",
    replace: "shape.inputSchema",
  },
  {
    rule: "is the original without the locked keys, in properties and in required",
    file: reduce,
    find: "if (locked.includes(key)) continue;",
    replace: "",
  },
  {
    rule: "is a closed empty object where all is bound",
    file: reduce,
    find: "return empty;",
    replace: "return root;",
  },
  {
    rule: "keeps overridable keys, not required, and says that they default to the UI's value",
    file: reduce,
    find: "!given.includes(key)",
    replace: "!locked.includes(key)",
  },
  {
    rule: "comes with the bound fields, locked or not, and where they come from",
    file: "src/registry/procedure-descriptors.ts",
    find: "locked: !overridable.includes(path)",
    replace: "locked: true",
  },
  {
    rule: "that is supplied is INVALID_INPUT {lockedFields}, even with the page's own value",
    file: bound,
    find: "if (locked.length > 0) return { locked };",
    replace: "",
  },
  {
    rule: "is found where it is spelled by way of __proto__",
    file: bound,
    find: 'while (isRecord(part) && Object.hasOwn(part, "__proto__"))',
    replace: "while (false)",
  },
  {
    rule: "is one that bind() gives only at the call, too",
    file: bound,
    find: "if (lateLocked.length > 0) return { locked: lateLocked };",
    replace: "",
  },
  {
    rule: "has the agent's value of an overridable key, and else the page's",
    file: bound,
    find: "isLocked(key) || !Object.hasOwn(own, key)",
    replace: "true",
  },
  {
    rule: "has the agent's part parsed first: what is wrong there is told before a binding that fails",
    file: bound,
    find: 'if (!("input" in agentPart)) return agentPart;',
    replace: "",
  },
  {
    rule: "by throwing is PRECONDITION_FAILED {binding-failed}, after-refresh, without what was thrown",
    file: bound,
    find: "  if (page.failed) return { failed: page.failed };\n\n",
    replace: "",
  },
  {
    rule: "by values that do not fit the schema is binding-failed, without the values",
    file: bound,
    find: "if (issues.some(({ path }) => pages.some((key) => isAt(path, key)))) {",
    replace: "if (false) {",
  },
  {
    rule: "by a promise or by no object is binding-failed",
    file: "src/definition/agent-input.ts",
    find: "if (isObject(given)) return given;",
    replace: "return { ...(given as object) };",
  },
  {
    rule: "at the registration stops no component, and is printed in development",
    file: check,
    find: "host?.report(new Error(",
    replace: "void (new Error(",
  },
  {
    rule: "gets the confirmation of an approved call, and of no other",
    file: "src/invocation/context.ts",
    find: "consumer, signal, ...approvalOf(call) }",
    replace: "consumer, signal }",
  },
  {
    rule: "that is gone at the call spends no approval",
    file: execution,
    find: "  if (shape.procedure && !call.surface.executor) return { failure: failure.noExecutor(shape.id) };\n",
    replace: "",
  },
  {
    rule: "that fails in an unknown way makes it EXECUTION_FAILED {transport}, sanitised",
    file: execution,
    find: "failure: shape.procedure ? failure.transportFailed(shape.id) :",
    replace: "failure:",
  },
  {
    rule: "passes on what it throws as AgentSurfaceError: NOT_AUTHORIZED {origin: server}",
    file: execution,
    find: "if (told) return { failure: told };",
    replace: "",
  },
  {
    rule: "whose server asks for its own approval is waited for by no tool",
    file: "src/toolset/caller.ts",
    find: 'origin === "client" && typeof confirmationId',
    replace: "typeof confirmationId",
  },
  {
    rule: "queues for nothing: 50 calls run side by side",
    file: "src/invocation/phase-08-admission.ts",
    find: 'if (kind === "procedure") return undefined;',
    replace: "",
  },
  {
    rule: "is AMBIGUOUS_INSTANCE of two, with the context of each instead of a description",
    file: resolution,
    find: "if (!shape.procedure) {",
    replace: "if (shape) {",
  },
  {
    rule: "is told by an instanceId where that tells them apart",
    file: "src/registry/procedure-index.ts",
    find: ".filter((reference) => isInstance(reference, instanceId))",
    replace: "",
  },
  {
    rule: "is COMPONENT_UNMOUNTED once its component has gone, with and without its registrationId",
    file: resolution,
    find: "? { type: undefined, name: capabilityId,",
    replace: "? { type, name,",
  },
  {
    rule: "refuses destructive under another surfaceVersion as surface-version-mismatch",
    file: effects,
    find: 'effect === "destructive" ||',
    replace: "",
  },
  {
    rule: "refuses external-side-effect under another surfaceVersion as surface-version-mismatch",
    file: effects,
    find: '|| effect === "external-side-effect"',
    replace: "",
  },
  {
    rule: "lets server-mutation proceed under another surfaceVersion",
    file: resolution,
    find: "if (isCurrent || !isDangerous(shape.effect))",
    replace: "if (isCurrent)",
  },
  {
    rule: "does not hold for the internal retry of a tool that waited for its approval",
    file: "src/toolset/caller.ts",
    find: "const approved = { ...rest, confirmationId };",
    replace: "const approved = { ...request, confirmationId };",
  },
  {
    rule: "stand inside those of the registry and of its component",
    file: check,
    find: "[...component.policies, ...inner]",
    replace: "[...inner, ...component.policies]",
  },
  {
    rule: "are told the plane domain, the kind procedure and its effect and meta",
    file: "src/registry/availability.ts",
    find: 'shape.kind === "procedure" ? "domain" : "view"',
    replace: '"view"',
  },
  {
    rule: "moves by 1 where the structure of a binding changes",
    file: shape,
    find: "canonicalJson({ ...data, binding }",
    replace: "canonicalJson({ ...data }",
  },
  {
    rule: "is told by collision-suspected by default, and registered all the same",
    file: lint,
    find: "surface.paths.has(path) ||",
    replace: "",
  },
  {
    rule: "is PLANE_VIOLATION where duplicateSuffixPolicy is error, and registers nothing",
    file: lint,
    find: 'throw new AgentSurfaceDefinitionError("PLANE_VIOLATION", sentence(first));',
    replace: "return collisions;",
  },
  {
    rule: "is found against a live reference, in either order",
    file: lint,
    find: "isInView(surface, procedure!.path, except)",
    replace: "false",
  },
  {
    rule: "is found when an executor comes that knows the path",
    file: lint,
    find: "[...paths].filter(",
    replace: "[].filter(",
  },
];
