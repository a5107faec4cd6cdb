export default [
  {
    rule: "gives way to an explicit mode",
    file: "src/toolset/caller.ts",
    find: "confirmations ?? (topology",
    replace: "(topology",
  },
  {
    rule: "are never shared by two targets: a collision is encoded anew with a longer hash",
    file: "src/toolset/tool-names.ts",
    find: "this.#taken.has(name)",
    replace: "false",
  },
  {
    rule: "of 64 characters are whole",
    file: "src/toolset/wire-name.ts",
    find: "full.length <= maxLength",
    replace: "full.length < maxLength",
  },
  {
    rule: "counts a remount under the same name as a change, even if its text is equal",
    file: "src/toolset/direct-toolset.ts",
    find: "tool.registrationId === entry.registrationId &&",
    replace: "",
  },
  {
    rule: "takes the tool-call id as the invocation's id: a transport's retry runs once",
    file: "src/toolset/caller.ts",
    find: 'toolCallId ?? this.#catalog.ids.next("inv_", 12)',
    replace: 'this.#catalog.ids.next("inv_", 12)',
  },
  {
    rule: "says in its description that it requires confirmation",
    file: "src/toolset/tool.ts",
    find: '" · requires confirmation"',
    replace: '""',
  },
  {
    rule: "is current at once, before surface-changed is told",
    file: "src/toolset/direct-toolset.ts",
    find: "    this.#tell(this.#refresh());\n    this.#caller.saw",
    replace: "    this.#caller.saw",
  },
  {
    rule: "tells a toolset's subscribers what tools() found before they were told",
    file: "src/toolset/direct-toolset.ts",
    find: "    this.#tell(this.#refresh());\n    this.#caller.saw",
    replace: "    this.#refresh();\n    this.#caller.saw",
  },
  {
    rule: "looks at everything anew after invalidate(): what policies and when() say now is told",
    file: "src/toolset/direct-toolset.ts",
    find: "if (epoch !== this.#epoch) for",
    replace: "if (this.#epoch < 0) for",
  },
];
