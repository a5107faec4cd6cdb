const file = "src/registry/create-registry.ts";

export default [
  {
    rule: "lets no new component in, and asks no guard about it",
    file,
    find: "if (surface.disposed) throw surface.disposedError();",
    replace: "",
  },
  {
    rule: "lets no component in whose guard ended the surface",
    file: "src/registry/registrations.ts",
    find: "if (surface.disposed) throw surface.disposedError();",
    replace: "",
  },
  { rule: "unregisters everything", file, find: "registrations.removeAll();", replace: "" },
  {
    rule: "tells of the end of each running call before it drops the listeners",
    file,
    find: "pipeline.dispose();",
    replace: "surface.events.clear();\n      pipeline.dispose();",
  },
  {
    rule: "settles an idempotent call as CANCELLED without a retry too",
    file: "src/invocation/pipeline.ts",
    find: "call.cancel(true)",
    replace: "call.cancel()",
  },
  {
    rule: "never makes invoke throw synchronously",
    file: "src/invocation/pipeline.ts",
    find: "return Promise.reject(",
    replace: "return thrown(",
    note: "no such function",
  },
  {
    rule: "settles a running navigation as CANCELLED",
    file,
    find: "pipeline.dispose();",
    replace: "",
  },
];
