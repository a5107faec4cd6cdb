/** Names of fields come from forms and servers: `user[password]`, `user.pin`, and longer than any message. */
import { expect } from "@open-wc/testing";
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import {
  fromJsonSchema,
  fromStandardSchema,
  memoryAuditSink,
  requireConfirmation,
  type AgentPolicy,
  type AgentSchema,
  type JsonSchema,
  type JsonValue,
} from "../../src/index.js";
import { act, cart, createSurface, errorOf, outcome, printedDuring, questionId } from "../helpers/surface.js";

const secret = "tr0ub4dor";
const long = `field-${"x".repeat(80)}`;
const longer = `${"y".repeat(70)}.group[inner].pin`;
const apply = { capabilityId: "view:shop.cart.apply" };

/** A path as an author marks it, and an input with a value at it. */
const marked: [string, (value: JsonValue) => { [key: string]: JsonValue }][] = [
  ["password", (value) => ({ password: value })],
  ["user[password]", (value) => ({ "user[password]": value })],
  ["user.pin", (value) => ({ "user.pin": value })],
  ["user.pin", (value) => ({ user: { pin: value } })],
  ["user[password]", (value) => ({ user: { password: value } })],
  ["rows[].pin", (value) => ({ rows: [{ pin: "open" }, { pin: value }] })],
  ["rows.*.pin", (value) => ({ rows: [{ pin: value }] })],
  ["rows.*.user[password]", (value) => ({ rows: [{ "user[password]": value }] })],
  ["rows[].user[password]", (value) => ({ rows: [{}, { user: { password: value } }] })],
  ["a[b][c].d", (value) => ({ "a[b]": { "c.d": value } })],
  [long, (value) => ({ [long]: value })],
  [`user.${long}`, (value) => ({ user: { [long]: value } })],
  [`user[${long}]`, (value) => ({ [`user[${long}]`]: value })],
  [longer, (value) => ({ [longer]: value })],
];

/** Values that do not fit, each with the schema of its place. */
const misfits: [JsonValue, JsonSchema][] = [
  [secret, { type: "integer" }],
  [[secret], { type: "array", items: { type: "integer" } }],
  [[[secret]], { type: "array", items: { type: "array", items: { enum: [1] } } }],
  [{ inner: secret }, { type: "object", properties: { inner: { const: 1 } } }],
  [{ inner: [secret] }, { type: "object", properties: { inner: { items: { maxLength: 2 } } } }],
  [{ [secret]: 1 }, { type: "object", properties: {}, additionalProperties: false }],
];

/** The schema of an input with `schema` at its marked place. */
function around(input: JsonValue, schema: JsonSchema): JsonSchema {
  if (Array.isArray(input)) return { type: "array", items: around(input.at(-1)!, schema) };
  if (typeof input !== "object" || input === null) return schema;
  const properties: Record<string, JsonSchema> = {};
  for (const [name, member] of Object.entries(input)) properties[name] = around(member, schema);
  return { type: "object", properties, additionalProperties: false };
}

describe("a sensitive value", () => {
  for (const [path, at] of marked) {
    const title = `${path.slice(0, 40)} as ${JSON.stringify(at("…")).slice(0, 60)}`;

    it(`is in no message and no issue where it does not fit: ${title}`, async () => {
      for (const [value, schema] of misfits) {
        const { registry } = createSurface();
        const input = fromJsonSchema<{ [key: string]: JsonValue }>(around(at("…"), schema));
        registry.register(cart({ actions: { apply: act({ input, sensitive: [path] }) } }));
        const result = await registry.invoke({ ...apply, input: at(value) });
        expect(outcome(result), JSON.stringify(value)).to.equal("INVALID_INPUT");
        expect(JSON.stringify(result), JSON.stringify(value)).not.to.contain(secret);
      }
    });

    it(`is in no summary, no masked input and no audit, and whole in the handler: ${title}`, async () => {
      const masked: JsonValue[] = [];
      const ask = requireConfirmation({
        summary({ effectiveInput }) {
          masked.push(effectiveInput);
          return JSON.stringify(effectiveInput);
        },
      });
      const audit = memoryAuditSink();
      const policies: AgentPolicy[] = [];
      const got: JsonValue[] = [];
      for (const isComposed of [true, false]) {
        policies.splice(0, 1, ...(isComposed ? [ask] : []));
        const { registry } = createSurface({ audit });
        registry.register(
          cart({
            actions: {
              apply: act({
                policies: [...policies],
                confirmation: "required",
                audit: "full",
                sensitive: [path],
                execute: (input) => void got.push(input),
              }),
            },
          }),
        );
        const input = at(secret);
        const asked = await registry.invoke({ ...apply, input });
        expect(JSON.stringify(asked)).not.to.contain(secret);
        const [question] = registry.confirmations.pending();
        expect(question!.summary).not.to.contain(secret);
        expect(question!.input).to.deep.equal(input);
        registry.confirmations.resolve(questionId(asked), { approved: true });
        const ran = await registry.invoke({ ...apply, input, confirmationId: questionId(asked) });
        expect(outcome(ran)).to.equal("ok");
        expect(got.at(-1)).to.deep.equal(input);
      }
      expect(JSON.stringify(masked)).to.contain("withheld").and.not.to.contain(secret);
      expect(JSON.stringify(audit.events())).to.contain("withheld").and.not.to.contain(secret);
    });
  }

  it("leaves what is beside it readable", async () => {
    const { registry, audit } = createSurface();
    registry.register(
      cart({ actions: { apply: act({ audit: "full", sensitive: ["user[password]", "rows[].pin"] }) } }),
    );
    const input = { "user[name]": "ann", user: { name: "ann" }, rows: [{ pin: secret, id: "r-1" }] };
    await registry.invoke({ ...apply, input });
    const [payload] = audit.events().flatMap((event) => event.payload ?? []);
    expect(payload!.input).to.deep.equal({ ...input, rows: [{ pin: "(withheld)", id: "r-1" }] });

    const strict = fromJsonSchema<{ [key: string]: JsonValue }>({
      type: "object",
      properties: { "user[password]": { type: "integer" }, count: { type: "integer" } },
    });
    registry.register(
      cart({
        instanceId: "b",
        actions: { apply: act({ input: strict, sensitive: ["user[password]"] }) },
      }),
    );
    const wrong = { "user[password]": secret, count: "three" };
    const { message, details } = errorOf(await registry.invoke({ ...apply, instanceId: "b", input: wrong }));
    expect(message + JSON.stringify(details))
      .to.contain('got \\"three\\"')
      .and.not.to.contain(secret);
  });

  describe("in what a library or a union says of several places", () => {
    const echo = (issue: { input?: unknown }) => `got ${JSON.stringify(issue.input)}`;
    const pin = z.object({ pin: z.number({ error: echo }) }, { error: echo });
    const either = { anyOf: [{ type: "integer" }, { type: "object", properties: { x: { type: "null" } } }] };
    const schemas: [name: string, schema: AgentSchema<never>][] = [
      ["Zod, nested", fromStandardSchema<never>(z.object({ rows: z.array(pin) }, { error: echo }) as never)],
      [
        "Zod, a union around it",
        fromStandardSchema<never>(
          z.object({ rows: z.union([z.null(), z.array(pin)], { error: echo }) }) as never,
        ),
      ],
      [
        "Zod, unknown keys beside it",
        fromStandardSchema<never>(z.object({ rows: z.array(z.strictObject({ pin: z.null() })) }) as never),
      ],
      [
        "Valibot",
        fromStandardSchema<never>(
          v.object({ rows: v.array(v.object({ pin: v.pipe(v.string(), v.maxLength(2, echo)) })) }) as never,
          { jsonSchema: {} },
        ),
      ],
      ["ArkType", fromStandardSchema<never>(type({ rows: type({ pin: "string <= 2" }).array() }) as never)],
      [
        "ArkType, a union",
        fromStandardSchema<never>(
          type({ rows: type({ pin: "'a' | 'b'" }).array().or({ pin: "number" }) }) as never,
        ),
      ],
      ["JSON Schema, a union in it", inRows({ properties: { pin: either } })],
      [
        "JSON Schema, a union around it",
        inRows({ anyOf: [{ properties: { pin: either } }, { required: ["y"] }] }),
      ],
      [
        "JSON Schema, a tagged union",
        inRows({
          anyOf: ["a", "b"].map((tag) => ({
            type: "object",
            properties: { pin: { const: tag } },
            required: ["pin"],
          })),
        }),
      ],
      ["JSON Schema, equal items", inRows({ properties: { pin: { type: "array", uniqueItems: true } } })],
    ];

    function inRows(items: JsonSchema): AgentSchema<never> {
      return fromJsonSchema<never>({ type: "object", properties: { rows: { type: "array", items } } });
    }

    for (const [name, input] of schemas) {
      it(name, async () => {
        for (const value of [secret, { x: secret }, [secret], { [secret]: 1 }]) {
          const { registry, audit } = createSurface();
          registry.register(
            cart({ actions: { apply: act({ input, audit: "full", sensitive: ["rows.*.pin"] }) } }),
          );
          const rows = [{ pin: value, [secret.slice(0, 2)]: 1 }];
          const printed = await printedDuring(async () => {
            const result = await registry.invoke({ ...apply, input: { rows } });
            expect(JSON.stringify(result)).not.to.contain(secret);
            if (typeof value === "string") expect(outcome(result)).to.equal("INVALID_INPUT");
          });
          expect(JSON.stringify(audit.events()) + printed.join()).not.to.contain(secret);
        }
      });
    }
  });

  it("is in no console line of development", async () => {
    const { registry } = createSurface({ environment: "development" });
    const input = fromJsonSchema<{ [key: string]: JsonValue }>({
      type: "object",
      properties: { "user[password]": { type: "integer" } },
    });
    registry.register(
      cart({ actions: { apply: act({ input, audit: "full", sensitive: ["user[password]"] }) } }),
    );
    const printed = await printedDuring(() =>
      registry.invoke({ ...apply, input: { "user[password]": secret } }),
    );
    expect(printed.join()).not.to.contain(secret);
  });
});
