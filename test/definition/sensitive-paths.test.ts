import { expect } from "@open-wc/testing";
import { AgentSurfaceDefinitionError, fromJsonSchema, type JsonSchema } from "../../src/index.js";
import { act, cart, createSurface, thrownBy } from "../helpers/surface.js";

const order: JsonSchema = {
  type: "object",
  properties: {
    pin: { type: "string" },
    "user[password]": { type: "string" },
    cards: {
      type: "array",
      items: {
        type: "object",
        properties: { number: { type: "string" } },
        additionalProperties: false,
      },
    },
    either: { anyOf: [{ type: "string" }, { type: "object" }] },
    open: { type: "object" },
    linked: { $ref: "#/$defs/linked" },
  },
  additionalProperties: false,
  $defs: { linked: { type: "object", properties: { a: { type: "string" } } } },
};

function registering(path: string, environment: "test" | "production" = "test") {
  const { registry } = createSurface({ environment });
  const input = fromJsonSchema<never>(order);
  return () => registry.register(cart({ actions: { apply: act({ input, sensitive: [path] }) } }));
}

describe("a sensitive path, in development", () => {
  for (const path of [
    "pin",
    "user[password]",
    "cards",
    "cards.*.number",
    "cards.0.number",
    "cards[].number",
    "cards[0].number",
    "*.number",
    "either.x",
    "open.a.b",
    "linked.a",
  ]) {
    it(`may be ${JSON.stringify(path)}, which leads somewhere`, () => {
      registering(path)();
    });
  }

  for (const path of [
    "Pin",
    "input.pin",
    "cards.number",
    "/cards/0/number",
    "cards.*.Number",
    "pin.digits",
  ]) {
    it(`may not be ${JSON.stringify(path)}, which leads nowhere and would withhold nothing`, () => {
      const error = thrownBy(registering(path)) as AgentSurfaceDefinitionError;
      expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
      expect(error).to.include({ code: "INVALID_DEFINITION", path: "sensitive" });
      expect(error.message).to.contain(JSON.stringify(path)).and.to.contain("cards.*.number");
    });
  }

  it("is not looked at in production: a page that works goes on", () => {
    registering("Pin", "production")();
  });
});
