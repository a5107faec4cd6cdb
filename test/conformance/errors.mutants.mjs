export default [
  {
    rule: "TIMEOUT is yes where it is idempotent",
    file: "src/invocation/failure.ts",
    find: 'idempotent ? "yes" : "no"',
    replace: '"no"',
  },
  {
    rule: "CANCELLED by dispose is no, even for what is idempotent",
    file: "src/invocation/failure.ts",
    find: "disposed || (dispatched",
    replace: "(dispatched",
  },
  {
    rule: "stay within 300 characters whatever was sent",
    file: "src/invocation/failure.ts",
    find: "cut(message, maxMessage)",
    replace: "message",
  },
  {
    rule: "never carry the message or stack of an unknown cause to the agent",
    file: "src/invocation/phase-09-execution.ts",
    find: "failure.handlerFailed(shape.id, true)",
    replace: "failure.handlerFailed(String(error), true)",
  },
  {
    rule: "say NOT EXECUTED wherever a call with a question did not run",
    file: "src/invocation/failure.ts",
    find: "NOT EXECUTED: the component",
    replace: "the component",
  },
  {
    rule: "RATE_LIMITED by too many questions has retryAfterMs 1000",
    file: "src/invocation/failure.ts",
    find: "confirmationRetryMs = 1_000",
    replace: "confirmationRetryMs = 250",
  },
  {
    rule: "PRECONDITION_FAILED by a precondition that throws an Error is with-changes, without its text",
    file: "src/invocation/phase-07-precondition.ts",
    find: '`"${id}" could not be checked',
    replace: '`${error} "${id}" could not be checked',
  },
  {
    rule: "does not keep INVOCATION_CONFLICT of a handler: the same id runs again",
    file: "src/invocation/phase-01-identity.ts",
    find: ', "INVOCATION_CONFLICT"]',
    replace: "]",
  },
];
