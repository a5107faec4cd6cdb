import { expect } from "@open-wc/testing";
import { fromJsonSchema } from "../../src/schema/index.js";
import { isAgentSchemaError } from "../../src/values/errors.js";

interface Group {
  file: string;
  description: string;
  schema: Record<string, unknown>;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const url = new URL("../data/json-schema-subset-suite.json", import.meta.url);
const { groups } = (await (await fetch(url)).json()) as { groups: Group[] };

/** Their `default` does not fit its own schema, which is a definition error here. */
const withBadDefault = groups.filter(({ file }) => file === "default");
const others = groups.filter(({ file }) => file !== "default");

function accepts(schema: { parse(value: unknown): unknown }, data: unknown): boolean {
  try {
    schema.parse(data);
    return true;
  } catch (error) {
    expect(isAgentSchemaError(error), String(error)).to.equal(true);
    return false;
  }
}

describe("the official suite's cases for the subset", () => {
  it("has all of them", () => {
    const count = (of: Group[]) => of.reduce((sum, { tests }) => sum + tests.length, 0);
    expect([count(others), count(withBadDefault)]).to.deep.equal([670, 7]);
  });

  for (const { description, schema } of withBadDefault) {
    it(`default: refuses the schema of "${description}"`, () => {
      expect(() => fromJsonSchema(schema)).to.throw("must fit its own schema");
    });
  }

  for (const { file, description, schema, tests } of others) {
    it(`${file}: ${description} (${tests.length})`, () => {
      const compiled = fromJsonSchema(schema);
      for (const test of tests) {
        expect(accepts(compiled, test.data), test.description).to.equal(test.valid);
      }
    });
  }
});
