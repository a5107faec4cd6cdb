import { expect } from "@open-wc/testing";
import { readableValues } from "../../../components/agent-confirmation/readable-values.js";
import type { JsonSchema, JsonValue } from "../../../src/index.js";

/** `Label › Label: value` a row. */
function rows(input: JsonValue, schema: JsonSchema = {}, sensitive: string[] = []): string[] {
  return readableValues(input, schema, sensitive).map(
    ({ label, value, masked, empty }) =>
      `${label.join(" › ")}: ${masked ? "***" : empty ? "-" : String(value)}`,
  );
}

describe("readable values", () => {
  it("labels by title, short description or name, in the schema's order", () => {
    const schema = {
      type: "object",
      properties: {
        email: {
          type: "string",
          title: "E-mail",
          description: "Where the receipt goes, right after the payment",
        },
        ring: { type: "boolean", description: "Ring the bell" },
        zipCode: {
          type: "string",
          description: "Five digits, or what is used in the country that was chosen",
        },
      },
    };
    const input = { extra_one: 1, zipCode: "12345", ring: true, email: "a@b.example" };
    expect(rows(input, schema)).to.deep.equal([
      "E-mail: a@b.example",
      "Ring the bell: true",
      "Zip code: 12345",
      "Extra one: 1",
    ]);
    expect(readableValues(input, schema).map(({ hint }) => hint?.split(",")[0])).to.deep.equal([
      "Where the receipt goes",
      undefined,
      "Five digits",
      undefined,
    ]);
  });

  it("lists every value of lists and objects", () => {
    const input = {
      items: [
        { sku: "A", count: 2 },
        { sku: "B", count: 1 },
      ],
      tags: ["x", "y"],
      none: null,
    };
    expect(rows(input)).to.deep.equal([
      "Items › 1 › Sku: A",
      "Items › 1 › Count: 2",
      "Items › 2 › Sku: B",
      "Items › 2 › Count: 1",
      "Tags › 1: x",
      "Tags › 2: y",
      "None: null",
    ]);
  });

  it("says what is empty, and nothing for no input at all", () => {
    expect(rows({ note: "", tags: [], more: {} })).to.deep.equal(["Note: -", "Tags: -", "More: -"]);
    expect(rows({})).to.deep.equal([]);
  });

  it("shows a choice by its title with the value behind it", () => {
    const speed = {
      anyOf: [
        { const: "exp", title: "Express" },
        { const: "Standard", title: "Standard" },
      ],
    };
    const schema = { type: "object", properties: { one: speed, two: speed, three: speed } };
    expect(rows({ one: "exp", two: "Standard", three: "else" }, schema)).to.deep.equal([
      "One: Express (exp)",
      "Two: Standard",
      "Three: else",
    ]);
  });

  it("follows references and alternatives for labels, cyclic ones too", () => {
    const schema = {
      type: "object",
      $defs: {
        node: {
          type: "object",
          title: "Part",
          properties: { next: { $ref: "#/$defs/node" }, size: { title: "Size", type: "number" } },
        },
        loop: { $ref: "#/$defs/loop" },
      },
      properties: {
        root: { $ref: "#/$defs/node" },
        either: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
        odd: { $ref: "#/$defs/loop" },
      },
    };
    expect(rows({ root: { next: { size: 1 } }, either: { size: 2 }, odd: 3 }, schema)).to.deep.equal([
      "Part › Part › Size: 1",
      "Either › Size: 2",
      "Odd: 3",
    ]);
  });

  it("masks sensitive paths with everything under them, whatever the way they are written", () => {
    const input = { card: { number: "4111", cvc: "1" }, cards: [{ number: "42" }], pin: "0000", name: "Ada" };
    for (const [paths, masked] of [
      [["card.number"], ["Card › Number"]],
      [["card"], ["Card"]],
      [["/card/cvc"], ["Card › Cvc"]],
      [["cards.number"], ["Cards › 1 › Number"]],
      [["cards.0.number"], ["Cards › 1 › Number"]],
      [["cards[].number"], ["Cards › 1 › Number"]],
      [
        ["cards.*.number", "pin"],
        ["Cards › 1 › Number", "Pin"],
      ],
    ] as const) {
      const shown = rows(input, {}, [...paths]);
      expect(
        shown.filter((row) => row.endsWith("***")),
        paths.join(),
      ).to.deep.equal(masked.map((row) => `${row}: ***`));
    }
    expect(JSON.stringify(readableValues(input, {}, ["card", "cards", "pin"]))).not.to.match(/4111|42|0000/);
  });

  it("does not take a name that begins alike for the secret", () => {
    expect(rows({ card: "a", cardholder: "b" }, {}, ["card"])).to.deep.equal(["Card: ***", "Cardholder: b"]);
  });

  it("makes unseen characters visible in labels and values", () => {
    expect(rows({ "a\u202Eb": "x\u200By\nz" })).to.deep.equal(["A⟨U+202E⟩b: x⟨U+200B⟩y\nz"]);
  });

  it("takes names that objects have anyway as ordinary ones", () => {
    const input = JSON.parse('{"constructor": "a", "toString": "b", "__proto__": "c"}') as JsonValue;
    expect(rows(input, { type: "object", properties: {} })).to.have.length(3);
  });
});
