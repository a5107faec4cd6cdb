export default [
  {
    rule: "gives each call an invocation id of its own, in a fixed order",
    file: "src/testing/create-test-surface.ts",
    find: "${++calls}",
    replace: "${calls}",
  },
  {
    rule: "rejects a call under another host while one runs, instead of mixing them up",
    file: "src/testing/host-scope.ts",
    find: "this.#running > 0 && host !== this.#host",
    replace: "false",
  },
  {
    rule: "stops at every timer that falls due, each at its own time",
    file: "src/testing/time.ts",
    find: "this.#now = Math.max(this.#now, next.at);",
    replace: "this.#now = goal;",
  },
  {
    rule: "count as somebody who can be asked, for toolsets that wait",
    file: "src/testing/create-test-surface.ts",
    find: "registry.confirmations.subscribe(() => undefined);",
    replace: "",
  },
  {
    rule: "ends calls that still wait for the person with CONFIRMATION_REQUIRED",
    file: "src/testing/view.ts",
    find: "if (isDisposed()) return first;",
    replace: "",
  },
];
