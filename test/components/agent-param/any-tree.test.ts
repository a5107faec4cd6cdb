import fc from "fast-check";
import { expect } from "@open-wc/testing";
import { readParams } from "../../../components/element/read-params.js";
import type { Param, ParamValues } from "../../../components/context/param-host.js";
import type { Problem } from "../../../components/element/problem.js";
import { checkSchema, fromJsonSchema } from "../../../src/schema/index.js";
import type { JsonSchema } from "../../../src/index.js";
import { chance, one, picker, type Pick } from "../../helpers/random-json.js";

/** Texts as authors and templates write them, and what scripts set. */
const written: Partial<Record<keyof ParamValues, readonly unknown[]>> = {
  name: ["a", "b", "c.d", "__proto__", "0", "", " ", "é", undefined, 5, null],
  type: ["string", "number", "integer", "boolean", "array", "object", "", "INTEGER", "text", Symbol("x"), {}],
  description: ["Words", "", 5, {}, null],
  required: [true, false, "", "false", null],
  enum: ["a,b", "1,2", "[1,2]", '["a"]', "true", "", "[", ",", [1, "1"], [], [{}], [new Date()], 5, null],
  min: ["1", "0", "-1.5", "x", "", 3, Number.NaN, {}],
  max: ["9", "1e3", "Infinity", 2, 10n],
  step: ["1", "0.1", "any", "0", "-1", 5e-324, 2],
  minlength: ["1", "1.5", "-1", 0, "9007199254740993"],
  maxlength: ["3", "x", 1],
  pattern: ["[a-z]+", "(a+)+", "(", "^a$", "\\d", /x/],
  format: ["date", "email", "phone", "", 5],
  default: ["", "1", "a", "true", "[1]", "{}", "a,b", 5, null, [1], { a: 1 }, () => 1, Number.NaN],
  items: [
    "string",
    "integer",
    "array",
    "x",
    '{"type":"number"}',
    '{"oneOf":[]}',
    "{",
    { type: "string" },
    [],
  ],
  sensitive: [true, "", "false", null],
  allowSensitive: [true, "false", "", "yes", 5],
};

const usual: ParamValues = Object.assign(
  Object.fromEntries(Object.keys(written).map((name) => [name, undefined])) as unknown as ParamValues,
  { required: false, sensitive: false, allowSensitive: false },
);

interface Told {
  readonly param: Param;
  readonly problems: (Problem | undefined)[];
}

function makeParams(pick: Pick, levels: number, told: Told[]): Param[] {
  return Array.from({ length: pick(3) }, () => {
    const values: Record<string, unknown> = { ...usual, name: one(pick, ["a", "b", "c", "d"]) };
    for (const [name, texts] of Object.entries(written)) {
      if (chance(pick, name === "type" ? 60 : 12)) values[name] = one(pick, texts);
    }
    const problems: (Problem | undefined)[] = [];
    const inner = levels > 0 && chance(pick, 50) ? makeParams(pick, levels - 1, told) : [];
    const param: Param = {
      element: Object.assign(document.createElement("div"), values as unknown as ParamValues),
      inner: () => inner,
      refuse: (problem) => problems.push(problem),
    };
    told.push({ param, problems });
    return param;
  });
}

const forms: (JsonSchema | undefined)[] = [
  undefined,
  undefined,
  { type: "object", properties: {}, additionalProperties: false },
  {
    type: "object",
    properties: {
      a: { type: "string", maxLength: 5, pattern: "^a" },
      b: { type: "integer", minimum: 1, multipleOf: 2 },
      c: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      d: { type: "boolean" },
    },
    required: ["a"],
    additionalProperties: false,
  },
];

describe("params of any kind", () => {
  it("give a schema that the core takes, or a problem of one of them and of the action", () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const pick = picker(gen);
        const told: Told[] = [];
        const params = makeParams(pick, 2, told);
        const form = one(pick, forms);
        const before = JSON.stringify(form);
        const read = readParams(params, {
          isGiven: false,
          isForm: form !== undefined,
          allowSensitive: new Set(),
          target: () => form,
          compile: fromJsonSchema,
          later: () => undefined,
        })!;
        expect(JSON.stringify(form)).to.equal(before);
        // Whoever is read is told once, what is wrong or that nothing is.
        for (const param of params) {
          expect(told.find((one) => one.param === param)!.problems).to.have.length(1);
        }
        const codes = new Set(told.flatMap(({ problems }) => problems.map((problem) => problem?.code)));
        if ("code" in read) {
          expect(codes).to.include(read.code);
          return;
        }
        checkSchema(read.schema);
        expect(read.schema.type).to.equal("object");
        expect(read.schema.additionalProperties).to.equal(false);
        const names = Object.keys(read.schema.properties as object);
        if (form) expect(names).to.deep.equal(Object.keys(form.properties as object));
        // Nothing that tightens got lost: a param without a problem says all that is written.
        for (const { param, problems } of told) {
          if (!params.includes(param) || problems[0]) continue;
          const { name, required } = param.element;
          expect(names).to.include(name);
          if (required === true) expect(read.schema.required).to.include(name);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
