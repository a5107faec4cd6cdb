const file = "src/registry/registrations.ts";

export default [
  {
    rule: "starts at 0 on an empty registry",
    file: "src/registry/surface.ts",
    find: "#version = 0;",
    replace: "#version = 1;",
  },
  {
    rule: "moves by 1 where a registration replaces another",
    file,
    find: "const gone = holder ? this.#detach(holder) : [];",
    replace: "const gone = holder ? this.#detach(holder) : [];\n    if (holder) surface.changed();",
  },
  {
    rule: "does not move with an update of what is so already",
    file,
    find: "patch.enabled !== undefined && patch.enabled !== registration.enabled",
    replace: "patch.enabled !== undefined",
  },
  {
    rule: "moves by 1 with invalidate, although nothing changed",
    file: "src/registry/handle.ts",
    find: "this.#surface.changed();",
    replace: "",
  },
  {
    rule: "moves by 1 where only the reason of an override changed",
    file,
    find: "override?.available === available && override.reason === reason",
    replace: "override?.available === available",
  },
  {
    rule: "is in a result as of the time when the call settled, with surfaceChanged",
    file: "src/invocation/call.ts",
    find: "const surfaceVersion = this.surface.version;",
    replace: "const surfaceVersion = this.startVersion;",
  },
];
