/** The script of a page that validates: compiled schemas, patterns, formats, defaults, unions, `uniqueItems`, a library's. */
// @ts-expect-error TS2307: an address of the server
import { fromJsonSchema, fromStandardSchema } from "/dist/index.js";

const reports = [];
new ReportingObserver(
  (list) => reports.push(...list.map(({ type, body }) => `${type}: ${body?.effectiveDirective}`)),
  {
    types: ["csp-violation"],
    buffered: true,
  },
).observe();

const branch = (kind, more) => ({
  type: "object",
  properties: { kind: { const: kind }, ...more },
  required: ["kind"],
});
const order = fromJsonSchema({
  type: "object",
  properties: {
    sku: { type: "string", pattern: "^[A-Z]{2}-\\d+$" },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    mail: { type: "string", format: "email" },
    link: { type: "string", format: "uri" },
    id: { type: "string", format: "uuid" },
    price: { type: "number", multipleOf: 0.01 },
    tags: { type: "array", items: { type: "object" }, uniqueItems: true, default: [] },
    paid: { anyOf: [branch("card", { last: { default: "0000" } }), branch("cash", {}), { type: "null" }] },
    size: { $ref: "#/$defs/size" },
  },
  required: ["sku"],
  additionalProperties: false,
  $defs: { size: { enum: ["s", "m"], default: "m" } },
});

const library = fromStandardSchema(
  {
    "~standard": {
      version: 1,
      vendor: "page",
      validate: (value) => (typeof value === "string" ? { value } : { issues: [{ message: "no text" }] }),
    },
  },
  { jsonSchema: { type: "string" } },
);

function issuesOf(schema, value) {
  try {
    schema.parse(value);
    return [];
  } catch (error) {
    return error.issues.map(({ path }) => path);
  }
}

/** In a task of the page: what a test runs in it is exempt. */
const compileCode = () =>
  new Promise((resolve) => {
    setTimeout(() => {
      try {
        resolve(new Function("return 'allowed'")());
      } catch {
        resolve("forbidden");
      }
    });
  });

Object.assign(globalThis, {
  reports,
  compileCode,
  validated: {
    good: order.parse({
      ...{ sku: "AB-1", day: "2024-02-29", at: "2024-02-29T12:00:00Z", mail: "a@b.example", price: 19.99 },
      ...{ link: "https://a.example/", id: "2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d", paid: { kind: "card" } },
    }),
    bad: issuesOf(order, {
      ...{ sku: "ab", day: "2023-02-29", at: "now", mail: "a@", price: 0.001, link: "b c", id: "1" },
      ...{ tags: [{ a: 1 }, { a: 1 }], paid: { kind: "coins" }, size: "xl", more: 1 },
    }),
    library: [issuesOf(library, "a"), issuesOf(library, 1)],
  },
});
