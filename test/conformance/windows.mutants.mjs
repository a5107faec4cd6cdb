const modals = "src/windows/modals.ts";
const windows = "src/windows/windows.ts";
const versions = "src/windows/versions.ts";
const document = "src/windows/document.ts";
const window = "src/windows/window.ts";

export default [
  {
    rule: "a modal blocks its owner and what that contains, and nothing beside it",
    file: modals,
    find: "at = modal ? modal.owner : this.#tree.parentOf(at);",
    replace: "at = modal?.owner;",
  },
  {
    rule: "only the tail of a chain of modals is operable",
    file: window,
    find: "owner: definition.owner ?? this.id",
    replace: 'owner: definition.owner ?? "page@default"',
  },
  {
    rule: "an owner is free again when its last modal closes",
    file: modals,
    find: "if (!this.#open.delete(modal)) return;",
    replace:
      "if (!this.#open.delete(modal)) return;\n    for (const one of this.#open) this.#open.delete(one);",
  },
  {
    rule: "modals on one owner do not block each other",
    file: modals,
    find: "const own = isOwner ? [] : ",
    replace: "const own = ",
  },
  {
    rule: "closing a window closes the modals it owns, and theirs",
    file: windows,
    find: "if (window.modal === modal) window.close();",
    replace: "if (window.modal === modal) window.touch();",
  },
  {
    rule: "an app-modal leaves its own tree: itself, what it contains and the modals it owns",
    file: modals,
    find: "if (app && !lineage.some(([one]) => one === app.id)) blockers.add(app.id);",
    replace: "if (app && app.id !== id) blockers.add(app.id);",
  },
  {
    rule: "the newest app-modal wins while several are open",
    file: modals,
    find: "this.#apps.at(-1)",
    replace: "this.#apps[0]",
  },
  {
    rule: "a plain registration is a top-level window",
    file: windows,
    find: "return name && this.#catalog.component(name);",
    replace: "return this.#open.has(id) ? name && this.#catalog.component(name) : undefined;",
  },
  {
    rule: "a modal whose owner is not there belongs to the page until it arrives",
    file: windows,
    find: "const isOther = this.#modals.settle(modal);",
    replace: "const isOther = false;",
  },
  {
    rule: "of an owner cycle the relation that would close it is refused",
    file: modals,
    find: " || this.belongsTo(wanted, modal.id)",
    replace: "",
  },
  {
    rule: "a modal that is rejected as a duplicate blocks while it is open",
    file: windows,
    find: 'if (window.status === "rejected") {',
    replace: 'if (window.status === "rejected") {\n      this.#modals.remove(modal);',
  },
  {
    rule: "opening a modal on a closed window throws, naming it",
    file: window,
    find: 'if (this.status === "unregistered") {\n      throw',
    replace: "if (!this.#definition) {\n      throw",
  },
  {
    rule: "a modal offers dismiss by itself, unless told not to",
    file: window,
    find: "this.modal && dismiss !== false &&",
    replace: "this.modal &&",
  },
  {
    rule: "dismiss closes the modal, never behind its other actions",
    file: window,
    find: 'concurrency: { mode: "capability" },',
    replace: "",
  },
  {
    rule: "an operable modal without an available action is a dead end",
    file: "src/registry/catalog.ts",
    find: 'one.shape.kind !== "observation" && !stateOf(surface, one)',
    replace: 'one.shape.kind !== "observation"',
  },
  {
    rule: "an exposer's tools are of what is operable and available",
    file: "src/toolset/direct-toolset.ts",
    find: "!(includeUnavailable || entry.available)",
    replace: "false",
  },
  {
    rule: "a stale call to a blocked tool is told the modals that directly block it, nearest first",
    file: modals,
    find: "for (const modal of own.reverse()) blockers.add(modal.id);",
    replace: "for (const modal of own) blockers.add(modal.id);",
  },
  {
    rule: "a running call goes on when its window is blocked; a queued one is refused",
    file: "src/invocation/pipeline.ts",
    find: "const changed = runChecks(call, [checkAvailability, checkPrecondition]);",
    replace: "const changed = runChecks(call, [checkPrecondition]);",
  },
  {
    rule: "opening a modal is told as availability-changed of what it blocks, and so is closing it",
    file: windows,
    find: "for (const listener of this.#listeners) listener(components);",
    replace: "void this.#listeners;",
  },
  {
    rule: "a modal is in scope where its owner is",
    file: modals,
    find: "if (isOwner) owners.push(one);",
    replace: "",
  },
  {
    rule: "begin with 1 and move with a new state, an action that succeeded and a touch",
    file: "src/invocation/phase-10-settlement.ts",
    find: "if (isOwn &&",
    replace: "if (!isOwn &&",
  },
  {
    rule: "stay where nothing changed: an equal state, a read, a refusal",
    file: window,
    find: "if (isSame(next, this.#state)) return;",
    replace: "",
  },
  {
    rule: "go on where a name is opened again",
    file: versions,
    find: "this.#past.set(id, this.of(id));",
    replace: "",
  },
  {
    rule: "move with a handler that succeeds after its call has ended",
    file: "src/invocation/phase-09-execution.ts",
    find: 'if (call.hasEnded() && shape.kind !== "observation") bumpWindow(call);',
    replace: "",
  },
  {
    rule: "a result has that of its window after the call's own change, and none of a window that is closed",
    file: windows,
    find: "this.#catalog.component(component) && this.#versions",
    replace: "this.#versions",
  },
  {
    rule: "are told by the call whose handler is on the stack",
    file: "src/registry/handlers.ts",
    find: "if (opener) noteOpened(opener, windowId);",
    replace: "",
  },
  {
    rule: "are told by the only call that runs",
    file: "src/registry/handlers.ts",
    find: "this.#onStack ?? only",
    replace: "this.#onStack",
  },
  {
    rule: "that are closed again are not told",
    file: "src/invocation/call.ts",
    find: "return surface.index.instance(type, instanceId) && isVisibleWindow",
    replace: "return type + instanceId && isVisibleWindow",
  },
  {
    rule: "is as far as a consumer may see it",
    file: document,
    find: "blockers.filter(isKnown)",
    replace: "blockers",
  },
  {
    rule: "names what is withheld of the state, and readState withholds the same",
    file: window,
    find: "maskSensitive(this.#state!, rest.sensitive ?? [])",
    replace: "this.#state!",
  },
  {
    rule: "come once a task with a change, and in no other",
    file: "src/windows/notices.ts",
    find: "if (!operable && versions.length === 0) return;",
    replace: "",
  },
];
