import { expect } from "@open-wc/testing";
import { fromJsonSchema, type RegistryOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  errorOf,
  look,
  outcome,
  outputOf,
  printedDuring,
  unfrozen,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };
const total = fromJsonSchema({
  type: "object",
  properties: { total: { type: "number" } },
  required: ["total"],
  additionalProperties: false,
});

function giving(output: unknown, options: RegistryOptions = {}, own: Parameters<typeof act>[0] = {}) {
  const { registry } = createSurface(options);
  const value = output as never;
  registry.register(
    cart({
      observations: { read: look({ read: () => value }) },
      actions: { apply: act({ execute: () => value, ...own }) },
    }),
  );
  return registry;
}

describe("an output", () => {
  it("is a frozen copy, apart from what the page holds", async () => {
    const state = { rows: [{ id: 1 }] };
    const registry = giving(state);
    const output = outputOf(await registry.invoke(read));
    state.rows[0]!.id = 2;
    expect(output).to.deep.equal({ rows: [{ id: 1 }] });
    expect(unfrozen(output)).to.deep.equal([]);
    expect(Object.isFrozen(state)).to.equal(false);
  });

  it("is absent where an action gives nothing", async () => {
    expect(await giving(undefined).invoke(apply)).not.to.have.property("output");
  });

  it("loses its undefined properties, and Dates become ISO texts", async () => {
    const at = new Date(Date.UTC(2026, 0, 1));
    const output = outputOf(await giving({ a: undefined, at }).invoke(read));
    expect(output).to.deep.equal({ at: "2026-01-01T00:00:00.000Z" });
  });

  it("is checked against the schema that the capability declares", async () => {
    expect(outputOf(await giving({ total: 5 }, {}, { output: total }).invoke(apply))).to.deep.equal({
      total: 5,
    });
    for (const bad of [{ total: "5" }, {}, { total: 5, more: 1 }, undefined, null]) {
      const error = errorOf(await giving(bad, {}, { output: total }).invoke(apply));
      expect(error).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "output-invalid" },
      });
    }
  });

  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const defects: [string, unknown][] = [
    ["a function", { a: () => 1 }],
    ["a symbol", { a: Symbol("x") }],
    ["a bigint", { a: 1n }],
    ["NaN", { a: NaN }],
    ["a cycle", cyclic],
    ["a Map", new Map()],
    ["a class instance", new (class Row {})()],
    [
      "a getter that throws",
      {
        get a() {
          throw new Error("secret");
        },
      },
    ],
  ];
  for (const environment of ["development", "production", "test"] as const) {
    for (const [title, value] of defects) {
      it(`that JSON cannot carry is EXECUTION_FAILED output-invalid in ${environment}: ${title}`, async () => {
        await printedDuring(async () => {
          for (const call of [apply, read]) {
            const error = errorOf(await giving(value, { environment }).invoke(call));
            expect(error).to.deep.include({
              code: "EXECUTION_FAILED",
              retry: "no",
              details: { reason: "output-invalid" },
            });
            expect(JSON.stringify(error)).not.to.contain("secret");
          }
        });
      });
    }
  }

  it("that JSON cannot carry has its path printed in development and test, not in production", async () => {
    for (const environment of ["development", "test", "production"] as const) {
      const registry = giving({ rows: [{}, { when: () => 1 }] }, { environment });
      const printed = await printedDuring(() => registry.invoke(read));
      const named = printed.filter((text) => text.includes("rows[1].when"));
      expect(named.length > 0, environment).to.equal(environment !== "production");
    }
  });

  it("of 32,768 bytes travels, of one more is EXECUTION_FAILED output-too-large", async () => {
    const text = (bytes: number) => "x".repeat(bytes - 2);
    expect(outcome(await giving(text(32_768)).invoke(read))).to.equal("ok");
    for (const call of [apply, read]) {
      const error = errorOf(await giving(text(32_769)).invoke(call));
      expect(error).to.deep.include({ code: "EXECUTION_FAILED", details: { reason: "output-too-large" } });
    }
  });

  it("is measured in bytes of UTF-8", async () => {
    const limits = { maxOutputBytes: 12 };
    expect(outcome(await giving("x".repeat(10), { limits }).invoke(read))).to.equal("ok");
    expect(outcome(await giving("é".repeat(5), { limits }).invoke(read))).to.equal("ok");
    expect(outcome(await giving("é".repeat(6), { limits }).invoke(read))).to.equal("EXECUTION_FAILED");
    expect(outcome(await giving("😀".repeat(2), { limits }).invoke(read))).to.equal("ok");
    expect(outcome(await giving("😀".repeat(3), { limits }).invoke(read))).to.equal("EXECUTION_FAILED");
  });
});
