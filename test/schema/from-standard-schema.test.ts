import { expect } from "@open-wc/testing";
import { z } from "zod";
import { fromStandardSchema, type JsonSchema, type StandardSchemaV1 } from "../../src/schema/index.js";
import { AgentSchemaError, AgentSurfaceDefinitionError } from "../../src/values/errors.js";

/** A Standard Schema that answers as it is told. */
function standard<T>(
  validate: StandardSchemaV1<unknown, T>["~standard"]["validate"],
  input?: () => JsonSchema,
): StandardSchemaV1<unknown, T> {
  return {
    "~standard": { version: 1, vendor: "test", validate, ...(input && { jsonSchema: { input } }) },
  };
}

const anything = standard((value) => ({ value }));

function normalized(jsonSchema: JsonSchema): JsonSchema {
  return fromStandardSchema(anything, { jsonSchema }).jsonSchema;
}

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("fromStandardSchema", () => {
  it("validates with the library and takes the JSON Schema that it brings", () => {
    const schema = fromStandardSchema(
      z.object({ ids: z.array(z.string()).min(1), mode: z.enum(["replace", "add"]).default("replace") }),
    );
    const typed: { ids: string[]; mode: "replace" | "add" } = schema.parse({ ids: ["a"] });
    expect(typed).to.deep.equal({ ids: ["a"], mode: "replace" });
    expect(schema.jsonSchema.required).to.deep.equal(["ids"]);
    expect(schema.jsonSchema).not.to.have.property("$schema");
    const { issues } = thrownBy(() => schema.parse({ ids: ["a", 5], mode: "x" })) as AgentSchemaError;
    expect(issues.map(({ path }) => path)).to.deep.equal(["ids[1]", "mode"]);
  });

  it("prefers the JSON Schema that is passed", () => {
    const jsonSchema = { type: "string", description: "mine" };
    expect(fromStandardSchema(z.string(), { jsonSchema }).jsonSchema).to.deep.equal(jsonSchema);
  });

  it("asks for draft 2020-12", () => {
    let target: unknown;
    const schema = standard((value) => ({ value }));
    const input = (options: unknown) => {
      target = options;
      return {};
    };
    fromStandardSchema({ "~standard": { ...schema["~standard"], jsonSchema: { input } } });
    expect(target).to.deep.equal({ target: "draft-2020-12" });
  });

  it("is a definition error without a JSON Schema, and where the conversion fails", () => {
    const missing = thrownBy(() => fromStandardSchema(anything)) as AgentSurfaceDefinitionError;
    expect(missing.code).to.equal("INVALID_DEFINITION");
    expect(missing.message).to.contain("fromStandardSchema(schema, { jsonSchema })");
    expect(() => fromStandardSchema(z.date())).to.throw(AgentSurfaceDefinitionError, "conversion failed");
  });

  it("reports asynchronous validation as a schema error, without an unhandled rejection", async () => {
    const schema = fromStandardSchema(
      standard(() => Promise.reject(new Error("late"))),
      { jsonSchema: {} },
    );
    expect(thrownBy(() => schema.parse(1)))
      .to.be.instanceOf(AgentSchemaError)
      .with.property("message")
      .that.contains("asynchronous");
    await new Promise((resolve) => setTimeout(resolve));
  });

  it("understands paths of keys and of segments, and cuts long messages", () => {
    const issues = [
      { message: "m".repeat(1_000), path: ["a", { key: 0 }, "b", { key: "c" }] },
      { message: "root" },
    ];
    const schema = fromStandardSchema(
      standard(() => ({ issues })),
      { jsonSchema: {} },
    );
    const error = thrownBy(() => schema.parse(1)) as AgentSchemaError;
    expect(error.issues[0]?.path).to.equal("a[0].b.c");
    expect(error.issues[0]?.message).to.have.length(300);
    expect(error.issues[1]).to.deep.equal({ path: "", message: "root" });
  });

  describe("brings into the subset what converters write", () => {
    it("unions of constants, as enum", () => {
      const constants = [
        { type: "string", const: "a" },
        { type: "string", const: "b" },
      ];
      expect(normalized({ anyOf: constants })).to.deep.equal({ type: "string", enum: ["a", "b"] });
      expect(normalized({ oneOf: [{ const: 1 }, { const: "a" }, { type: "null" }] })).to.deep.equal({
        enum: [1, "a", null],
      });
      expect(normalized({ anyOf: [{ const: 1, title: "One" }, { const: 2 }] })).to.have.property("anyOf");
    });

    it("oneOf, as anyOf, where no value fits two branches", () => {
      const branch = (kind: string) => ({
        type: "object",
        properties: { kind: { const: kind } },
        required: ["kind"],
      });
      const { oneOf, anyOf } = normalized({
        oneOf: [branch("a"), { $ref: "#/$defs/b" }],
        $defs: { b: branch("b") },
      });
      expect([oneOf, anyOf]).to.deep.equal([undefined, [branch("a"), { $ref: "#/$defs/b" }]]);
      expect(normalized({ oneOf: [{ type: "string" }, branch("a"), { type: "null" }] })).to.have.property(
        "anyOf",
      );
      expect(() => normalized({ oneOf: [branch("a"), branch("a")] })).to.throw("oneOf");
      expect(() => normalized({ oneOf: [{ type: "integer" }, { type: "number" }] })).to.throw("oneOf");
      expect(() =>
        normalized({
          oneOf: [
            { ...branch("a"), required: [] },
            { ...branch("b"), required: [] },
          ],
        }),
      ).to.throw("oneOf");
    });

    it("allOf, merged, where no keyword meets another of its name", () => {
      const left = { type: "object", properties: { a: {} }, required: ["a"] };
      const right = { type: "object", properties: { b: {} }, required: ["b"] };
      const both = { type: "object", properties: { a: {}, b: {} }, required: ["a", "b"] };
      expect(normalized({ allOf: [left, right] })).to.deep.equal(both);
      expect(() => normalized({ allOf: [left, { ...right, additionalProperties: false }] })).to.throw(
        "allOf",
      );
      expect(() => normalized({ allOf: [{ pattern: "a" }, { pattern: "b" }] })).to.throw("allOf");
    });

    it("records, where they can be said with properties", () => {
      const open = { type: "object", propertyNames: { type: "string" }, additionalProperties: {} };
      expect(normalized(open)).to.deep.equal({ type: "object" });
      expect(
        normalized({ propertyNames: { enum: ["a"] }, additionalProperties: { type: "null" } }),
      ).to.deep.equal({
        properties: { a: { type: "null" } },
        additionalProperties: false,
      });
      expect(() => normalized({ additionalProperties: { type: "string" } })).to.throw("additionalProperties");
    });

    it("annotations, other formats and the older name of $defs", () => {
      expect(normalized({ id: "a", readOnly: true, $comment: "c", contentEncoding: "base64" })).to.deep.equal(
        {},
      );
      expect(normalized({ format: "ipv4", description: "Host" })).to.deep.equal({
        description: "Host (format: ipv4)",
      });
      expect(normalized({ $ref: "#/definitions/a", definitions: { a: {} } })).to.deep.equal({
        $ref: "#/$defs/a",
        $defs: { a: {} },
      });
    });

    it("leaves data alone", () => {
      const data = { const: { oneOf: [{ const: 1 }], readOnly: true, $schema: "s" } };
      expect(normalized(data)).to.deep.equal(data);
    });

    for (const [name, schema] of Object.entries<StandardSchemaV1>({
      email: z.email(),
      uuid: z.uuid(),
      "date-time": z.iso.datetime(),
      literals: z.literal(["a", 1, null]),
      "a discriminated union": z.discriminatedUnion("k", [
        z.object({ k: z.literal("a") }),
        z.object({ k: z.literal("b") }),
      ]),
      "an intersection": z.intersection(z.object({ a: z.string() }), z.object({ b: z.number() })),
      "a record over an enum": z.record(z.enum(["a", "b"]), z.number()),
      "a loose object": z.looseObject({ a: z.int().nullable() }),
    })) {
      it(`${name} of Zod`, () => {
        expect(fromStandardSchema(schema).jsonSchema).to.be.an("object");
      });
    }
  });
});
