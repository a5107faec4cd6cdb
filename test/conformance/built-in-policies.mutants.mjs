const gate = "src/policy/gate.ts";
const rate = "src/policy/rate-limit.ts";
const audit = "src/policy/audit.ts";
const confirmation = "src/invocation/phase-06-confirmation.ts";

export default [
  {
    rule: "authenticated hides by default: nothing in the snapshot, CAPABILITY_NOT_FOUND to a call",
    file: gate,
    find: '{ discovery = "hide" }',
    replace: '{ discovery = "expose" }',
  },
  {
    rule: "tenantBoundary with disable shows it with a reason, and is CAPABILITY_NOT_AVAILABLE to a call",
    file: gate,
    find: "{ decision: discovery, reason }",
    replace: '{ decision: "hide" }',
  },
  {
    rule: "environment with expose shows it as available, and is NOT_AUTHORIZED to a call",
    file: gate,
    find: "isAllowed(allows, context) ? next()",
    replace: "true ? next()",
  },
  {
    rule: "lets through while the host's context has a user",
    file: "src/policy/authenticated.ts",
    find: "Boolean(host[key])",
    replace: "key in host",
  },
  {
    rule: "looks under the key that it is given",
    file: "src/policy/authenticated.ts",
    find: "Boolean(host[key])",
    replace: 'Boolean(host["user"])',
  },
  {
    rule: "refuses with the origin client and nothing else",
    file: gate,
    find: 'details: { origin: "client" },',
    replace: "",
  },
  {
    rule: "never leaks the permission's name: not in snapshots, results, events or the audit",
    file: "src/policy/has-permission.ts",
    find: "notAuthorized, options)",
    replace: "{ ...notAuthorized, reason: `needs ${permission}` }, options)",
  },
  {
    rule: "takes true alone for yes: a promise refuses",
    file: "src/policy/has-permission.ts",
    find: "return answer === true;",
    replace: "return Boolean(answer);",
  },
  {
    rule: "lets through what belongs to no tenant: expected is undefined",
    file: "src/policy/tenant-boundary.ts",
    find: "tenant === undefined ||",
    replace: "",
  },
  {
    rule: "keeps the list that it was given",
    file: "src/policy/environment.ts",
    find: "new Set(list)",
    replace: "{ has: (one) => list.includes(one) }",
  },
  {
    rule: "lets through as many calls in a window, and makes one more RATE_LIMITED {rate} with retryAfterMs",
    file: rate,
    find: "current.calls >= limit",
    replace: "current.calls > limit",
  },
  {
    rule: "lets through again when retryAfterMs is over, by the registry's clock",
    file: rate,
    find: "const at = now();",
    replace: "const at = Date.now();",
  },
  {
    rule: "counts for each consumer",
    file: rate,
    find: "`${capabilityId} ${consumerKey(consumer)}`",
    replace: "capabilityId",
  },
  {
    rule: "counts for each capability",
    file: rate,
    find: "`${capabilityId} ${consumerKey(consumer)}`",
    replace: "consumerKey(consumer)",
  },
  {
    rule: "does not count a call that only led to a question, so that the approved one runs",
    file: rate,
    find: "if (isQuestion(result)) current.calls -= 1;",
    replace: "",
  },
  {
    rule: "keeps a bounded number of counts, and forgets the one that called longest ago",
    file: rate,
    find: "if (windows.size > maxCounted)",
    replace: "if (false)",
  },
  {
    rule: "raises every level to required",
    file: confirmation,
    find: "|| demands.length > 0 ? demands",
    replace: "? demands",
  },
  {
    rule: "asks where its if throws, or gives anything but false",
    file: confirmation,
    find: "demand.if?.(context!), call.surface.report) !== false",
    replace: "demand.if?.(context!) ?? true, call.surface.report)",
  },
  {
    rule: "never lowers: its if that says no leaves what is required",
    file: confirmation,
    find: 'return confirmation === "required" || isRaised',
    replace: 'return (confirmation === "required" && all.length === 0) || isRaised',
  },
  {
    rule: "gives its summary no sensitive value: the agent reads it too",
    file: confirmation,
    find: "invocationContext(call, maskSensitive(effectiveInput, sensitive))",
    replace: "invocationContext(call)",
  },
  {
    rule: "is told by snapshot and tool: required without an if, and with one perhaps",
    file: "src/policy/demand.ts",
    find: "demands.some((demand) => !demand.if)",
    replace: "demands.length > 0",
  },
  {
    rule: "adds the payload at the level full, and at no other",
    file: audit,
    find: '...(level === "full" && {',
    replace: "...(true && {",
  },
  {
    rule: "masks sensitive values in its payload",
    file: audit,
    find: "auditPayload(effectiveInput, sensitive, output",
    replace: "auditPayload(effectiveInput, [], output",
  },
  {
    rule: "has a sink that may throw: the call is none the worse",
    file: audit,
    find: "attempt<unknown>(() => sink.record(event), reporterIn(context));",
    replace: "sink.record(event);",
  },
  {
    rule: "tells the end of a call whose handler never ends, once",
    file: "src/invocation/pipeline.ts",
    find: "return call.isLayered ? Promise.race([next(), call.settlement]) : next();",
    replace: "return next();",
  },
];
