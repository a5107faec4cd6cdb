import { expect } from "@open-wc/testing";
import { actionWith, id, one, problems, quietly, taken } from "./page.js";
import { call, output } from "../../helpers/page.js";

const said: [attributes: string, schema: unknown][] = [
  ["", { type: "string" }],
  ['type=""', { type: "string" }],
  ['type=" Integer "', { type: "integer" }],
  ['type="boolean" description="On or off"', { type: "boolean", description: "On or off" }],
  ['type="number" min="-1.5" max="1e3"', { type: "number", minimum: -1.5, maximum: 1000 }],
  ['type="number" min="" max=" "', { type: "number" }],
  ['type="integer" min="0" max="10" step="5"', { type: "integer", minimum: 0, maximum: 10, multipleOf: 5 }],
  ['type="number" min="0.2" step="0.1"', { type: "number", minimum: 0.2, multipleOf: 0.1 }],
  ['type="integer" min="3" step="1"', { type: "integer", minimum: 3 }],
  ['type="number" step="any"', { type: "number" }],
  ['minlength="2" maxlength="5"', { type: "string", minLength: 2, maxLength: 5 }],
  ['pattern="a|b"', { type: "string", pattern: "^(?:a|b)$" }],
  ['pattern="^[a-z]+$"', { type: "string", pattern: "^[a-z]+$" }],
  ['pattern="^a|b$"', { type: "string", pattern: "^(?:^a|b$)$" }],
  ['format="date"', { type: "string", format: "date" }],
  ['enum="red, green ,red"', { type: "string", enum: ["red", "green"] }],
  ['enum="1,2"', { type: "string", enum: ["1", "2"] }],
  ['type="integer" enum="1,2"', { type: "integer", enum: [1, 2] }],
  [`enum='["a, b", "c"]'`, { type: "string", enum: ["a, b", "c"] }],
  ['enum="[1, 2]"', { type: "string", enum: ["1", "2"] }],
  ['type="boolean" enum="true"', { type: "boolean", enum: [true] }],
  ['type="integer" default="3"', { type: "integer", default: 3 }],
  ['default=""', { type: "string", default: "" }],
  ['type="number" default=""', { type: "number" }],
  ['type="boolean" default="false"', { type: "boolean", default: false }],
  ['type="array"', { type: "array", items: { type: "string" } }],
  [
    'type="array" items="integer" default="1,2" minlength="1" maxlength="3"',
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3, default: [1, 2] },
  ],
  [
    `type="array" items='{"type":"number","minimum":1}'`,
    { type: "array", items: { type: "number", minimum: 1 } },
  ],
  ['type="array" enum="a,b"', { type: "array", items: { type: "string", enum: ["a", "b"] } }],
  ['type="array" items="integer" enum="1,2"', { type: "array", items: { type: "integer", enum: [1, 2] } }],
];

/** What must not be left out: without it an agent may do more than its author meant. */
const down = [
  'type="strnig"',
  'type="number" min="1,5"',
  'type="number" max="many"',
  'type="number" min="2" max="1"',
  'type="number" step="0"',
  'min="1"',
  'type="number" pattern="a"',
  'type="boolean" maxlength="2"',
  'minlength="-1"',
  'maxlength="1.5"',
  'pattern="("',
  'pattern="(a+)+"',
  'enum=""',
  'enum="["',
  'type="integer" enum="1,b"',
  'type="array" items="strnig"',
  `type="array" items='{"oneOf":[]}'`,
];

describe("agent-param", () => {
  for (const [attributes, schema] of said) {
    it(`says ${attributes || "a text"} in the schema`, async () => {
      expect(await one(attributes)).to.deep.equal(schema);
      expect(problems()).to.deep.equal([undefined]);
    });
  }

  for (const attributes of down) {
    it(`keeps its action from being offered with ${attributes}, and both say why`, async () => {
      expect(await one(attributes)).to.equal(undefined);
      const [code] = problems();
      expect(code).to.be.oneOf(["bad-value", "bad-schema"]);
      const { problem } = document.querySelector("agent-action")!;
      expect(problem?.code).to.equal(code);
      expect(problem?.message).to.contain('<agent-param name="a"');
    });
  }

  it("is mended by its attribute, and its action with it", async () => {
    const action = await actionWith('<agent-param name="a" type="number" min="x"></agent-param>');
    expect(taken()).to.equal(undefined);
    action.querySelector("agent-param")!.setAttribute("min", "2");
    await quietly();
    expect(taken()?.properties).to.deep.equal({ a: { type: "number", minimum: 2 } });
    expect([action.problem, ...problems()]).to.deep.equal([undefined, undefined]);
  });

  it("leaves out a default that is none of its values", async () => {
    expect(await one('type="integer" max="3" default="5"')).to.deep.equal({ type: "integer", maximum: 3 });
    expect(problems()).to.deep.equal(["bad-value"]);
  });

  it("leaves a format that schemas have not to the description", async () => {
    expect(await one('format="phone" description="Where to call"')).to.deep.equal({
      type: "string",
      description: "Where to call (format: phone)",
    });
    expect(problems()).to.deep.equal(["bad-value"]);
  });

  it("leaves out a step that does not count from 0", async () => {
    expect(await one('type="integer" min="1" step="2"')).to.deep.equal({ type: "integer", minimum: 1 });
    expect(problems()).to.deep.equal(["bad-value"]);
  });

  for (const text of ["", "required", "false"]) {
    it(`is required with required="${text}"`, async () => {
      await one(`required="${text}"`);
      expect(taken()?.required).to.deep.equal(["a"]);
      const result = await call(id, {});
      expect(result.status === "error" && result.error.code).to.equal("INVALID_INPUT");
    });
  }

  it("takes values as properties, set before and after", async () => {
    const action = await actionWith('<agent-param name="a"></agent-param>');
    const param = action.querySelector("agent-param")!;
    Object.assign(param, { type: "array", items: { type: "integer" }, default: [2], required: true });
    await quietly();
    expect(taken()).to.deep.equal({
      type: "object",
      properties: { a: { type: "array", items: { type: "integer" }, default: [2] } },
      required: ["a"],
      additionalProperties: false,
    });
  });

  it("gives the handler what was given, with defaults", async () => {
    const action = await actionWith(`
      <agent-param name="id" required></agent-param>
      <agent-param name="count" type="integer" default="1"></agent-param>`);
    action.execute = (input) => input;
    await quietly();
    expect(await output(id, { id: "x" })).to.deep.equal({ id: "x", count: 1 });
  });
});
