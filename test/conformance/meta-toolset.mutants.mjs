const calls = "src/toolset/meta-calls.ts";
const tools = "src/toolset/meta-tools.ts";
const discovery = "src/toolset/discovery.ts";
const scope = "src/toolset/narrow-scope.ts";
const told = "src/toolset/told-registrations.ts";

export default [
  {
    rule: "have closed inputs with the properties of their contract",
    file: tools,
    find: "additionalProperties: false",
    replace: "additionalProperties: true",
  },
  {
    rule: "are one of two modes: an unknown mode throws",
    file: "src/toolset/create-toolset.ts",
    find: '(mode as string) !== "direct"',
    replace: "false",
  },
  {
    rule: "gives nothing that policies hide from its consumer",
    file: calls,
    find: "snapshot({ consumer, includeUnavailable,",
    replace: "snapshot({ includeUnavailable,",
  },
  {
    rule: "gives what is unavailable by default, and leaves it out on request",
    file: calls,
    find: "snapshot({ consumer, includeUnavailable,",
    replace: "snapshot({ consumer,",
  },
  {
    rule: "of a model only narrows the configured one, never widens it",
    file: scope,
    find: "inScope(prefix, all) ? [prefix] :",
    replace: "true ? [prefix] :",
  },
  {
    rule: "that is refused is stated in the payload",
    file: scope,
    find: "if (within.length === 0) refused.push(prefix);",
    replace: "",
  },
  {
    rule: "that is refused whole gives nothing, not everything",
    file: calls,
    find: "scope?.length === 0",
    replace: "false",
  },
  {
    rule: "in components drops the lowest priority first, and states the truncation",
    file: discovery,
    find: "taken.length < max",
    replace: "true",
  },
  {
    rule: "in bytes counts the whole payload, in UTF-8",
    file: discovery,
    find: "return byteSize(JSON.stringify(value));",
    replace: "return JSON.stringify(value).length;",
  },
  {
    rule: "is maxOutputBytes by default",
    file: calls,
    find: "maxBytes = this.#catalog.limits.maxOutputBytes",
    replace: "maxBytes = Infinity",
  },
  {
    rule: "counts procedures, and says how many it dropped",
    file: discovery,
    find: "take(snapshot.procedures, room - components.bytes, Infinity)",
    replace: "take(snapshot.procedures, Infinity, Infinity)",
  },
  {
    rule: "of what is no number from 0 throws where the toolset is made",
    file: "src/toolset/meta-toolset.ts",
    find: "!(maxComponents >= 0 && maxBytes >= 0)",
    replace: "maxComponents < 0",
  },
  {
    rule: "runs no action: INVALID_INPUT names the tool that does",
    file: calls,
    find: "if (misfit) return invalidInput",
    replace: "if (misfit && !isReading) return invalidInput",
  },
  {
    rule: "runs no observation: INVALID_INPUT names surface_read",
    file: calls,
    find: "if (misfit) return invalidInput",
    replace: "if (misfit && isReading) return invalidInput",
  },
  {
    rule: "runs once for an invocationId of the model, whatever ids its tool calls have",
    file: calls,
    find: "...(invocationId !== undefined && { toolCallId: invocationId }),",
    replace: "",
  },
  {
    rule: "takes evidence with the confirmationId, and runs once",
    file: calls,
    find: "...(confirmationId !== undefined && { confirmationId }),",
    replace: "",
  },
  {
    rule: "carries the surfaceVersion that the model gives, and else that of its last discovery",
    file: calls,
    find: "this.#caller.saw(discovery.surfaceVersion);",
    replace: "",
  },
  {
    rule: "with unknown or missing properties is INVALID_INPUT, and nothing runs",
    file: tools,
    find: '["capabilityId", "input"]',
    replace: '["capabilityId"]',
  },
  {
    rule: "is never repeated in what is said about it: a text in its place may hold secrets",
    file: calls,
    find: 'message.replace(/, got .*/s, "")',
    replace: "message",
  },
  {
    rule: "is what lies in the scope: all else is CAPABILITY_NOT_FOUND, as what never was",
    file: "src/toolset/caller.ts",
    find: "[withinScope]: this.#options.scope,",
    replace: "",
  },
  {
    rule: "is a procedure only where its component lies in the scope",
    file: "src/invocation/phase-02-resolution.ts",
    find: "const isWithin = surface.inScope(",
    replace: "const isWithin = !!capability.shape.procedure || surface.inScope(",
  },
  {
    rule: "tells a hidden action from none by no other tool's name",
    file: "src/registry/catalog.ts",
    find: "if (state === hidden) continue;",
    replace: "",
  },
  {
    rule: "holds a call to the registration that was discovered, until it is discovered again",
    file: told,
    find: "return this.#told.get(keyOf(capabilityId, instanceId)) || undefined;",
    replace: "return undefined;",
  },
  {
    rule: "does not make a repeated call run twice after its component was mounted anew",
    file: "src/toolset/caller.ts",
    find: "this.#issued.get(invocationId) ?? tokensOf(fresh)",
    replace: "tokensOf(fresh)",
  },
  {
    rule: "is ended by dispose, which leaves the question pending",
    file: calls,
    find: "this.#caller.dispose();",
    replace: "",
  },
  {
    rule: "raises what is optional to required, in both modes",
    file: "src/toolset/caller.ts",
    find: "...(this.#options.confirmOptional && { [confirmOptional]: true }),",
    replace: "",
  },
  {
    rule: "raises nothing else",
    file: "src/invocation/phase-06-confirmation.ts",
    find: 'confirmation === "optional" && call.options',
    replace: "call.options",
  },
  {
    rule: "is told by the tool: its description and its annotations say that it confirms",
    file: "src/registry/catalog.ts",
    find: 'const isRaised = confirmOptional && shape.confirmation === "optional";',
    replace: "const isRaised = false;",
  },
];
