export default [
  {
    rule: "none leaves only the events of registrations",
    file: "src/invocation/phase-10-settlement.ts",
    find: 'if (level !== "none") {',
    replace: "{",
  },
  {
    rule: "full masks sensitive values, in confirmations too",
    file: "src/audit/payload.ts",
    find: "maskSensitive(input, sensitive)",
    replace: "input",
  },
  {
    rule: "full caps a payload in its size and says so",
    file: "src/audit/payload.ts",
    find: "bytes > maxBytes ?",
    replace: "false ?",
  },
  {
    rule: "that throw are swallowed: the call is none the worse",
    file: "src/registry/surface.ts",
    find: "sink.record({ at, ...event }), this.report)",
    replace: "sink.record({ at, ...event }), (error) => { throw error; })",
  },
  {
    rule: "in memory keep the newest 1,000 events, oldest first",
    file: "src/audit/memory-sink.ts",
    find: "[...ring.slice(next), ...ring.slice(0, next)]",
    replace: "[...ring]",
  },
  {
    rule: "are recorded as confirmation-consumed",
    file: "src/confirmation/confirmations.ts",
    find: 'this.#host.notify("consumed", record);',
    replace: "",
  },
];
