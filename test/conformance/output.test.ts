import { expect } from "@open-wc/testing";
import { fromJsonSchema, fromStandardSchema, type JsonValue } from "../../src/index.js";
import { errorOf, outcome, outputOf, printedDuring, unfrozen } from "../helpers/surface.js";
import { openShop, reasonOf } from "./shop.js";

/** A shop whose action gives this output. */
const giving = (output: unknown, own: object = {}, options: object = {}) =>
  openShop({ ...options, action: { execute: () => output as JsonValue, ...own } });

const total = fromJsonSchema({
  type: "object",
  properties: { total: { type: "number" }, currency: { type: "string", default: "EUR" } },
  required: ["total"],
}) as never;

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

describe("output (contract 0, 4 phase 10 and 15; core API, Serialization rules)", () => {
  describe("what a handler gives", () => {
    it("is the output of the result, whether it comes at once or later", async () => {
      expect(outputOf(await giving({ a: 1 }).call())).to.deep.equal({ a: 1 });
      expect(outputOf(await giving(Promise.resolve({ a: 1 })).call())).to.deep.equal({ a: 1 });
    });

    it("is the output of an observation too", async () => {
      const { look } = openShop({ observation: { read: () => ["tea"] } });
      expect(outputOf(await look())).to.deep.equal(["tea"]);
    });

    it("is absent from the result where it is undefined and none was declared", async () => {
      expect(await giving(undefined).call()).not.to.have.property("output");
    });

    it("is kept where it is null, false, 0 or an empty text", async () => {
      for (const output of [null, false, 0, ""])
        expect(outputOf(await giving(output).call())).to.equal(output);
    });

    it("is a copy, deep frozen: what the page does to its own object later changes nothing", async () => {
      const own = { rows: [{ id: 1 }] };
      const result = await giving(own).call();
      own.rows[0]!.id = 2;
      expect(outputOf(result)).to.deep.equal({ rows: [{ id: 1 }] });
      expect(unfrozen(result)).to.deep.equal([]);
      expect(Object.isFrozen(own)).to.equal(false);
    });

    it("is stripped of undefined properties", async () => {
      expect(outputOf(await giving({ a: 1, b: undefined }).call())).to.have.all.keys("a");
    });

    it("has its dates as ISO 8601 texts", async () => {
      const at = new Date(0);
      expect(outputOf(await giving({ at }).call())).to.deep.equal({ at: "1970-01-01T00:00:00.000Z" });
    });
  });

  describe("a declared output", () => {
    it("that fits is given with defaults filled in", async () => {
      const result = await giving({ total: 5 }, { output: total }).call();
      expect(outputOf(result)).to.deep.equal({ total: 5, currency: "EUR" });
    });

    it("that does not fit is EXECUTION_FAILED {output-invalid}, retry no", async () => {
      expect(errorOf(await giving({ total: "5" }, { output: total }).call())).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "output-invalid" },
      });
    });

    it("that is missing is output-invalid", async () => {
      expect(reasonOf(await giving(undefined, { output: total }).call())).to.equal("output-invalid");
    });

    it("of an observation that does not fit is output-invalid", async () => {
      const { look } = openShop({ observation: { output: total, read: () => 5 } });
      expect(reasonOf(await look())).to.equal("output-invalid");
    });

    it("that does not fit never reaches the agent, not even in the message", async () => {
      const result = await giving({ total: "secret value" }, { output: total }).call();
      expect(JSON.stringify(result)).not.to.contain("secret");
    });

    it("is parsed by a Standard Schema, whose value is given", async () => {
      const schema = { "~standard": { version: 1, vendor: "test", validate: () => ({ value: "PARSED" }) } };
      const output = fromStandardSchema<never>(schema as never, { jsonSchema: {} });
      expect(outputOf(await giving("raw", { output }).call())).to.equal("PARSED");
    });

    it("whose parse throws is output-invalid", async () => {
      const parse = () => {
        throw new Error("broken");
      };
      expect(reasonOf(await giving(1, { output: { jsonSchema: {}, parse } }).call())).to.equal(
        "output-invalid",
      );
    });
  });

  describe("what JSON cannot carry", () => {
    const values: [string, unknown][] = [
      ["a function", () => 1],
      ["a symbol", Symbol("x")],
      ["a bigint", 1n],
      ["NaN", NaN],
      ["an infinity", Infinity],
      ["a cycle", cyclic],
      ["a map", new Map()],
      ["binary data", new Uint8Array(2)],
      ["an instance of a class", new (class Row {})()],
    ];
    for (const [title, value] of values) {
      it(`is output-invalid at any depth: ${title}`, async () => {
        expect(reasonOf(await giving(value).call())).to.equal("output-invalid");
        expect(reasonOf(await giving({ rows: [value] }).call())).to.equal("output-invalid");
      });
    }

    for (const environment of ["development", "test", "production"] as const) {
      it(`settles as output-invalid in ${environment}, never as an exception`, async () => {
        await printedDuring(async () => {
          const { call } = giving({ rows: [NaN] }, {}, { environment });
          expect(reasonOf(await call())).to.equal("output-invalid");
        });
      });
    }

    for (const environment of ["development", "test"] as const) {
      it(`has its path printed in ${environment}`, async () => {
        const { call } = giving({ rows: [1, NaN] }, {}, { environment });
        expect((await printedDuring(() => call())).join()).to.contain("rows[1]");
      });
    }

    it("has its path kept from the agent", async () => {
      await printedDuring(async () => {
        const result = await giving({ rows: [NaN] }, {}, { environment: "development" }).call();
        expect(JSON.stringify(result)).not.to.contain("rows");
      });
    });
  });

  describe("the size", () => {
    // A text of n letters takes n + 2 bytes.
    it("may be 32,768 bytes", async () => {
      expect(outcome(await giving("x".repeat(32_766)).call())).to.equal("ok");
    });

    it("of more than 32,768 bytes is EXECUTION_FAILED {output-too-large}, never cut in silence", async () => {
      expect(errorOf(await giving("x".repeat(32_767)).call())).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "output-too-large" },
      });
    });

    it("counts UTF-8 bytes, not UTF-16 units", async () => {
      const limits = { maxOutputBytes: 10 };
      expect(outcome(await giving("éééé", {}, { limits }).call())).to.equal("ok");
      expect(reasonOf(await giving("ééééé", {}, { limits }).call())).to.equal("output-too-large");
      expect(outcome(await giving("😀😀", {}, { limits }).call())).to.equal("ok");
    });

    it("is held against the output of observations too", async () => {
      const { look } = openShop({
        limits: { maxOutputBytes: 10 },
        observation: { read: () => "x".repeat(9) },
      });
      expect(reasonOf(await look())).to.equal("output-too-large");
    });
  });

  describe("a handler that fails", () => {
    const nothing = undefined as unknown as Error;
    const failing: [string, () => Promise<never>][] = [
      [
        "throws",
        () => {
          throw new Error("x");
        },
      ],
      ["rejects", () => Promise.reject(new Error("x"))],
      ["rejects with nothing at all", () => Promise.reject(nothing)],
    ];
    for (const [title, execute] of failing) {
      it(`that ${title} is EXECUTION_FAILED {handler-error}`, async () => {
        await printedDuring(async () => {
          expect(reasonOf(await openShop({ action: { execute } }).call())).to.equal("handler-error");
        });
      });
    }

    it("that is gone from its definition is EXECUTION_FAILED {handler-error}", async () => {
      await printedDuring(async () => {
        const { call, definition } = openShop();
        delete (definition.actions!["apply"] as { execute?: unknown }).execute;
        expect(reasonOf(await call())).to.equal("handler-error");
      });
    });
  });
});
