import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { fromJsonSchema, schemaFor, type JsonSchema, type JsonValue } from "../../src/index.js";
import { withoutNulls } from "../../src/dialect/without-nulls.js";
import { isWhole, runs } from "../helpers/runs.js";
import { keywordsOf, loosened, schemas, strictForm, takes, valuesOf } from "./random-schemas.js";

const limits = { maxSchemaBytes: 1e9, maxSchemaDepth: 100 };
const numRuns = runs(150);

const allowed = {
  strict: /^(type|enum|properties|required|additionalProperties|items|anyOf|description)$/,
  minimal:
    /^(type|enum|properties|required|items|anyOf|description|minimum|maximum|minLength|maxLength|minItems|maxItems|format)$/,
};

/** Counts what the generator reached, so that a property never passes for want of cases. */
class Reached {
  readonly #counts = new Map<string, number>();
  note(what: string, isThere: unknown): void {
    if (isThere) this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
  demand(...all: string[]): void {
    if (!isWhole) return;
    for (const what of all) expect(this.#counts.get(what) ?? 0, what).to.be.above(9);
  }
}

function storedOf(schema: JsonSchema): JsonSchema {
  return fromJsonSchema(schema, limits).jsonSchema;
}

function eachPlace(copy: unknown, look: (place: JsonSchema) => void, isNamed = false): void {
  if (Array.isArray(copy)) for (const item of copy) eachPlace(item, look);
  else if (typeof copy === "object" && copy !== null) {
    if (!isNamed) look(copy as JsonSchema);
    for (const [key, member] of Object.entries(copy)) {
      if (key !== "enum") eachPlace(member, look, !isNamed && key === "properties");
    }
  }
}

describe("schemaFor, for any schema of the subset", () => {
  for (const dialect of ["strict", "minimal"] as const) {
    it(`gives a ${dialect} copy that is within the subset and the dialect, and leaves the stored one as it is`, () => {
      const reached = new Reached();
      const property = fc.property(schemas(false), (schema) => {
        const stored = storedOf(schema);
        const before = JSON.stringify(stored);
        const copy = schemaFor(stored, dialect);
        expect(JSON.stringify(stored)).to.equal(before);
        expect(copy).not.to.equal(stored);
        expect(storedOf(copy)).to.deep.equal(copy);
        for (const keyword of keywordsOf(copy)) expect(keyword).to.match(allowed[dialect]);
        eachPlace(copy, (place) => {
          if (dialect === "strict" && [place["type"]].flat().includes("object")) {
            expect(place["additionalProperties"]).to.equal(false);
            expect(place["required"]).to.deep.equal(Object.keys(place["properties"] as object));
          }
          if (dialect === "minimal") {
            expect(place["type"]).to.be.a(place["anyOf"] ? "undefined" : "string");
            if (place["anyOf"]) expect(Object.keys(place)).to.deep.equal(["anyOf"]);
            if (place["enum"]) expect(place["type"]).to.equal("string");
            if (place["format"]) expect(place["format"]).to.equal("date-time");
          }
          if ([place["type"]].flat().includes("array")) expect(place["items"]).to.be.an("object");
        });
        const keywords = new Set(keywordsOf(stored));
        for (const keyword of [
          "anyOf",
          "$ref",
          "const",
          "default",
          "exclusiveMinimum",
          "uniqueItems",
          "pattern",
        ]) {
          reached.note(keyword, keywords.has(keyword));
        }
        reached.note("a union in the root", stored["anyOf"]);
        reached.note("a union in the copy", keywordsOf(copy).includes("anyOf"));
      });
      fc.assert(property, { numRuns });
      reached.demand("anyOf", "$ref", "const", "default", "exclusiveMinimum", "uniqueItems", "pattern");
      reached.demand("a union in the root", "a union in the copy");
    });
  }

  it("takes what follows a strict copy, unless that breaks a rule that is only in words", () => {
    const reached = new Reached();
    const pairs = schemas(false).chain((schema) => {
      const stored = storedOf(schema);
      const copy = schemaFor(stored, "strict");
      return fc.tuple(fc.constant(stored), fc.constant(copy), valuesOf(copy));
    });
    const property = fc.property(pairs, ([stored, copy, sent]) => {
      expect(takes(copy, sent)).to.equal(true);
      const meant = withoutNulls(stored, sent);
      const fits = takes(stored, meant);
      const isInForm = !/In one of these forms/.test(String(copy["description"]));
      if (isInForm) expect(fits || takes(loosened(stored), meant), JSON.stringify(meant)).to.equal(true);
      reached.note("fits", fits && isInForm);
      reached.note("breaks a rule in words", !fits && isInForm);
      reached.note("a null was left out", fits && meant !== sent);
      reached.note("a null stayed", fits && JSON.stringify(meant).includes("null"));
      reached.note("by one of the forms in the root", fits && !isInForm);
    });
    fc.assert(property, { numRuns: 3 * numRuns });
    reached.demand(
      "fits",
      "breaks a rule in words",
      "a null was left out",
      "a null stayed",
      "by one of the forms in the root",
    );
  });

  it("has a strict form of every value that a closed schema takes, which comes back as that value", () => {
    const reached = new Reached();
    const pairs = schemas(true).chain((schema) => {
      const stored = storedOf(schema);
      return fc.tuple(fc.constant(stored), valuesOf(schemaFor(stored, "strict")));
    });
    const property = fc.property(pairs, ([stored, sent]) => {
      // A value that the stored schema takes: the nulls of an absent property that may be null are values.
      const value: JsonValue = withoutNulls(stored, sent);
      if (!takes(stored, value)) return;
      const form = strictForm(stored, value);
      if (!takes(schemaFor(stored, "strict"), form))
        throw new Error(`no strict form: ${JSON.stringify(form)}`);
      expect(withoutNulls(stored, form)).to.deep.equal(value);
      reached.note("values", true);
      const text = JSON.stringify(value);
      reached.note("something was absent", text !== JSON.stringify(form));
      reached.note("null is a value", text.includes("null"));
      reached.note("a union in the root", stored["anyOf"]);
      reached.note("objects in an array", text.includes("[{"));
      reached.note("$ref", stored["$defs"]);
    });
    fc.assert(property, { numRuns: 3 * numRuns });
    reached.demand(
      "values",
      "something was absent",
      "null is a value",
      "a union in the root",
      "objects in an array",
      "$ref",
    );
  });
});
