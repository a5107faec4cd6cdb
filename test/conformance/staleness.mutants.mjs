export default [
  {
    rule: "of an unexpired tombstone is registration-replaced where a live target exists, with its id",
    file: "src/invocation/phase-02-resolution.ts",
    find: "isGone || successor ?",
    replace: "successor ?",
  },
  {
    rule: "of another surface is STALE_CAPABILITY {surface-reloaded}",
    file: "src/invocation/phase-02-resolution.ts",
    find: "request.surfaceId === undefined || request.surfaceId === surface.id",
    replace: "true",
  },
  {
    rule: "a tombstone past its 5 minutes counts for nothing even if it was not pruned yet",
    file: "src/registry/tombstones.ts",
    find: "this.#now() - at < this.#ttlMs",
    replace: "true",
  },
  {
    rule: "that the window has not is STALE_CAPABILITY {stale_state} with the current one",
    file: "src/invocation/phase-03-availability.ts",
    find: "version !== expectedVersion",
    replace: "false",
  },
  {
    rule: "that moved during the call is told as surfaceChanged",
    file: "src/invocation/call.ts",
    find: "surfaceVersion !== this.startVersion &&",
    replace: "false &&",
  },
];
