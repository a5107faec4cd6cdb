export default [
  {
    rule: "returns the pending record for an equal digest without evidence: no second dialog",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "if (same) return failure.confirmationRequired(same.question);",
    replace: "",
  },
  {
    rule: "that was approved for another input is a mismatch, and stays good for its own",
    file: "src/confirmation/evidence.ts",
    find: 'matches ? { is: "approved", record }',
    replace: 'record ? { is: "approved", record }',
  },
  {
    rule: "that was approved is expired 120 seconds after the approval",
    file: "src/confirmation/evidence.ts",
    find: "now >= record.deadline",
    replace: "false",
  },
  {
    rule: "is reserved for the call that waits: another one cannot use it meanwhile",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "record.reserved = true;",
    replace: "",
  },
  {
    rule: "is released by a failing precondition",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "record.reserved = false;",
    replace: "",
  },
  {
    rule: "withdraws the question at once when its owner goes, with the outcome expired",
    file: "src/registry/registrations.ts",
    find: "this.#surface.confirmations.withdraw(capability);",
    replace: "",
  },
  {
    rule: "keeps at most 32 questions pending: one more is RATE_LIMITED {queue-full} and leaves no record",
    file: "src/confirmation/confirmations.ts",
    find: "this.#pending.size >= this.#host.maxPending",
    replace: "false",
  },
  {
    rule: "nobody can be asked: CONFIRMATION_INVALID {denied, cannot-ask} at once, and no question stays",
    file: "src/confirmation/confirmations.ts",
    find: "mustBeAsked && !this.#presenter",
    replace: "false && !this.#presenter",
  },
  {
    rule: "stop the time of a question until it is shown",
    file: "src/confirmation/confirmations.ts",
    find: "if (!this.#presenter) this.#arm(added);",
    replace: "this.#arm(added);",
  },
  {
    rule: "has the schema of its input and the paths to mask, for whoever shows it",
    file: "src/invocation/phase-06-confirmation.ts",
    find: "sensitive: shape.sensitive,",
    replace: "sensitive: [],",
  },
];
