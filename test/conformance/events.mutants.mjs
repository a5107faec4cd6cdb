const file = "src/registry/event-hub.ts";

export default [
  {
    rule: "queue their events behind the one that is being told",
    file,
    find: "if (this.#delivering) return;",
    replace: "",
  },
  {
    rule: "is stopped by no other listener that throws",
    file,
    find: "(this.#queue[index]!), this.#report)",
    replace: "(this.#queue[index]!), (error) => { throw error; })",
  },
  {
    rule: "may call its remover again, which removes no other subscription",
    file,
    find: "this.#listeners.add(own);",
    replace:
      "this.#listeners.add(listener);\n    if (listener) return () => this.#listeners.delete(listener);",
  },
  {
    rule: "is told once for all mutations of a task, with the latest version",
    file: "src/registry/surface.ts",
    find: "this.#announced = false;",
    replace: "",
  },
  {
    rule: "is told in the microtask of the mutation",
    file: "src/registry/surface.ts",
    find: "queueMicrotask(() => {",
    replace: "this.scheduler.task(() => {",
  },
  {
    rule: "puts an event after the mutation that it tells of",
    file: "src/registry/registrations.ts",
    find: "const gone = holder ? this.#detach(holder) : [];",
    replace: "const gone = holder ? this.#detach(holder) : [];\n    this.#announce(arrived(registration));",
  },
];
