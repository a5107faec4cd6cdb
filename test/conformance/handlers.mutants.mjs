const context = "src/invocation/context.ts";

export default [
  {
    rule: "an action is told its capability, its registration, its consumer and the host's context",
    file: context,
    find: "host: surface.host(),",
    replace: "host: {},",
  },
  {
    rule: "an action is told the id of its invocation and a signal that is not aborted",
    file: context,
    find: "invocationId: call.request.invocationId,",
    replace: 'invocationId: "",',
  },
  {
    rule: "an action is told the confirmation that it runs on, its id and its time, and none otherwise",
    file: context,
    find: "approvedAt: evidence.approvedAt!",
    replace: "approvedAt: evidence.question.requestedAt",
  },
  {
    rule: "an observation is told capability, registration, consumer and host, and nothing that acts",
    file: "src/invocation/phase-09-execution.ts",
    find: ".read(readContext(call))",
    replace: ".read(actionContext(call))",
  },
  {
    rule: "an observation that declares an input is told it too",
    file: context,
    find: "input: call.effectiveInput }",
    replace: "input: call.request.input }",
  },
  {
    rule: "a precondition is told the parsed input and what a reader is told",
    file: "src/invocation/phase-07-precondition.ts",
    find: "definition.precondition(call.effectiveInput,",
    replace: "definition.precondition(call.request.input,",
  },
  {
    rule: "the consumer is the anonymous embedded one where a call names none",
    file: "src/values/consumer.ts",
    find: 'id: "anonymous"',
    replace: 'id: "nobody"',
  },
  {
    rule: "the host's context is asked for by nothing but policies and handlers",
    file: "src/invocation/phase-02-resolution.ts",
    find: "const { surface, request, consumerKey } = call;",
    replace: "const { surface, request, consumerKey } = call;\n  surface.host();",
  },
  {
    rule: "the registrationId is the one that the component has now, after a redefinition",
    file: context,
    find: "registrationId: capability.registration.id,",
    replace: "registrationId: capability.sinceId,",
  },
  {
    rule: "an action tells the windows that it opens by opened(), as openedWindowIds of its result",
    file: context,
    find: "noteOpened(call, id);",
    replace: "",
  },
  {
    rule: "the state of a component is read into the windows document, its sensitive paths masked",
    file: "src/windows/document.ts",
    find: "maskSensitive(copyJson(read()), sensitive)",
    replace: "copyJson(read())",
  },
  {
    rule: "a hidden window is absent from blockedBy, owner, openedWindowIds and the windows document",
    file: "src/registry/availability.ts",
    find: "return !component || !isHiddenComponent(surface, component, consumer);",
    replace: "return true;",
  },
];
