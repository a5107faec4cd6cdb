import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  schemaFor,
  type AgentToolsetOptions,
  type JsonSchema,
  type JsonValue,
} from "../../src/index.js";
import { createAgentToolset as createFullToolset } from "../../src/toolset/create-toolset.js";
import { act, cart, consumer, createSurface, errorOf, look, outcome, outputOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const me = consumer("me");
const input = fromJsonSchema<{ [key: string]: JsonValue }>({
  type: "object",
  properties: {
    code: { type: "string", minLength: 2 },
    note: { type: "string" },
    gift: { type: ["string", "null"] },
  },
  required: ["code"],
  additionalProperties: false,
});
const output = fromJsonSchema({ type: "object", properties: { seen: { const: true } } });

function toolsetOf(options: Partial<AgentToolsetOptions>) {
  const surface = createSurface();
  const { registry } = surface;
  const seen: JsonValue[] = [];
  const definition = (own = input) =>
    cart({
      observations: { read: look({ input: own, output, read: () => ({ seen: true }) }) },
      actions: {
        apply: act({
          input: own,
          execute: (given) => {
            seen.push(given);
          },
        }),
      },
    });
  const handle = registry.register(definition());
  const toolset = createAgentToolset(registry, { consumer: me, topology: "remote", ...options });
  const tool = (name: string) => toolset.tools().find((one) => one.name.endsWith(name))!;
  return { ...surface, handle, definition, toolset, tool, seen };
}

const shown = (schema: JsonSchema, dialect: "strict" | "minimal") => schemaFor(schema, dialect);

describe("the dialect of a toolset", () => {
  for (const dialect of ["strict", "minimal"] as const) {
    it(`shows copies of every schema: ${dialect}`, () => {
      const { tool } = toolsetOf({ dialect });
      expect(tool("apply").inputSchema).to.equal(shown(input.jsonSchema, dialect));
      expect(tool("read").inputSchema).to.equal(shown(input.jsonSchema, dialect));
      expect(tool("read").outputSchema).to.equal(shown(output.jsonSchema, dialect));
      expect(tool("apply")).not.to.have.property("outputSchema");
    });

    it(`keeps a tool the same object while it acts the same, and tells changes as it lists them: ${dialect}`, async () => {
      const { toolset, tool, handle } = toolsetOf({ dialect });
      const before = toolset.tools();
      expect(toolset.tools()).to.deep.equal(before);
      for (const [index, one] of toolset.tools().entries()) expect(one).to.equal(before[index]);
      const told: [listed: boolean, isOld: boolean][] = [];
      toolset.subscribe((tools, { changed }) => {
        for (const one of changed) told.push([tools.includes(one), before.includes(one)]);
      });
      handle.update({ availability: { apply: { available: false } } });
      await turn();
      expect(told).to.deep.equal([[true, false]]);
      expect(tool("apply").available).to.equal(false);
      expect(Object.isFrozen(tool("apply"))).to.equal(true);
      toolset.dispose();
      handle.unregister();
      await turn();
      expect(told).to.have.length(1);
    });

    it(`holds inputs to the stored schema: ${dialect}`, async () => {
      const { tool, seen } = toolsetOf({ dialect });
      const { details } = errorOf(await tool("apply").execute({ code: "x" }));
      expect((details!["issues"] as { path: string }[]).map(({ path }) => path)).to.deep.equal(["code"]);
      expect(seen).to.deep.equal([]);
    });
  }

  it("is full unless it is said: the schemas are the stored ones", async () => {
    for (const options of [{}, { dialect: "full" as const }]) {
      const { tool } = toolsetOf(options);
      expect(tool("apply").inputSchema).to.equal(input.jsonSchema);
      expect(outcome(await tool("apply").execute({ code: "xx", note: null }))).to.equal("INVALID_INPUT");
    }
  });

  it("leaves out the nulls of a strict call that stand for what is absent, and those alone", async () => {
    const { tool, seen } = toolsetOf({ dialect: "strict" });
    expect(outcome(await tool("apply").execute({ code: "xx", note: null, gift: null }))).to.equal("ok");
    expect(seen).to.deep.equal([{ code: "xx", gift: null }]);
    expect(outcome(await tool("apply").execute({ code: null }))).to.equal("INVALID_INPUT");
    expect(outcome(await tool("read").execute({ code: "xx", note: null }))).to.equal("ok");
  });

  it("leaves nulls alone in minimal, whose schemas ask for none", async () => {
    const { tool } = toolsetOf({ dialect: "minimal" });
    expect(outcome(await tool("apply").execute({ code: "xx", note: null }))).to.equal("INVALID_INPUT");
  });

  it("never throws, whatever a strict call carries", async () => {
    const { tool } = toolsetOf({ dialect: "strict" });
    const hostile = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    for (const given of [hostile, null, undefined, "text", [null]]) {
      expect(outcome(await tool("apply").execute(given as JsonValue))).to.equal("INVALID_INPUT");
    }
  });

  it("refuses an unknown one, as the toolset without dialects refuses all but full", () => {
    const { registry } = createSurface();
    const options: AgentToolsetOptions = { consumer: me, topology: "remote" };
    expect(() => createAgentToolset(registry, { ...options, dialect: "other" as never })).to.throw(
      TypeError,
      'The dialect of a toolset is "full", "strict" or "minimal".',
    );
    expect(() => createFullToolset(registry, { ...options, dialect: "strict" })).to.throw(TypeError, "full");
    expect(createFullToolset(registry, { ...options, dialect: "full" }).tools()).to.deep.equal([]);
  });

  describe("meta", () => {
    it("shows the input of a strict call as JSON text: a closed object would have none of its properties", () => {
      const { toolset } = toolsetOf({ dialect: "strict", mode: "meta" });
      const [discover, read, execute] = toolset
        .tools()
        .map(({ inputSchema }) => inputSchema["properties"] as Record<string, JsonSchema>);
      expect(discover!["scope"]).to.deep.include({ type: ["array", "null"] });
      expect(read!["input"]).to.deep.include({ type: ["string", "null"] });
      expect(execute!["input"]).to.deep.include({ type: "string" });
      for (const tool of toolset.tools()) expect(tool.inputSchema["additionalProperties"]).to.equal(false);
      expect(toolset.tools()[2]).to.equal(toolset.tools()[2]);
    });

    it("keeps the input an object in minimal", () => {
      const { toolset } = toolsetOf({ dialect: "minimal", mode: "meta" });
      const { properties } = toolset.tools()[2]!.inputSchema as { properties: Record<string, JsonSchema> };
      expect(properties["input"]).to.deep.include({ type: "object" });
    });

    const absent = { instanceId: null, invocationId: null, confirmationId: null, surfaceVersion: null };

    it("runs what a strict call means: the text read, the nulls left out by the capability's schema", async () => {
      const { tool, seen } = toolsetOf({ dialect: "strict", mode: "meta" });
      const sent = { code: "xx", note: null, gift: null };
      for (const given of [JSON.stringify(sent), sent]) {
        const call = { ...absent, capabilityId: "view:shop.cart.apply", input: given };
        expect(outcome(await tool("act").execute(call))).to.equal("ok");
      }
      expect(seen).to.deep.equal([
        { code: "xx", gift: null },
        { code: "xx", gift: null },
      ]);
      const read = { capabilityId: "view:shop.cart.read", instanceId: null, input: JSON.stringify(sent) };
      expect(outputOf(await tool("read").execute(read))).to.deep.equal({ seen: true });
      expect(outcome(await tool("discover").execute({ scope: null }))).to.equal("ok");
    });

    it("goes by the schema of the instance that is named", async () => {
      const { tool, seen, registry, definition } = toolsetOf({ dialect: "strict", mode: "meta" });
      const other = fromJsonSchema<{ [key: string]: JsonValue }>({
        type: "object",
        properties: { note: { type: ["string", "null"] } },
      });
      registry.register({ ...definition(other), instanceId: "b" });
      for (const instanceId of ["default", "b"]) {
        await tool("act").execute({
          capabilityId: "view:shop.cart.apply",
          instanceId,
          input: '{"code":"xx","note":null}',
        });
      }
      expect(seen).to.deep.equal([{ code: "xx" }, { code: "xx", note: null }]);
    });

    it("leaves nulls alone where instances with other schemas are there and none is named", async () => {
      const { tool, seen, registry, definition, handle } = toolsetOf({ dialect: "strict", mode: "meta" });
      await tool("discover").execute({ scope: null });
      const other = fromJsonSchema<{ [key: string]: JsonValue }>({ type: "object" });
      registry.register({ ...definition(other), instanceId: "a" });
      const act = { capabilityId: "view:shop.cart.apply", input: '{"code":"xx","note":null}' };
      expect(outcome(await tool("act").execute(act))).not.to.equal("ok");
      handle.unregister();
      await tool("discover").execute({ scope: null });
      expect(outcome(await tool("act").execute(act))).to.equal("ok");
      expect(seen).to.deep.equal([{ code: "xx", note: null }]);
    });

    it("refuses a text that is no JSON of an object, without repeating it", async () => {
      const { tool } = toolsetOf({ dialect: "strict", mode: "meta" });
      for (const text of ["{secret", '"secret"', "[]"]) {
        const result = await tool("act").execute({ capabilityId: "view:shop.cart.apply", input: text });
        const { code, details } = errorOf(result);
        expect(code).to.equal("INVALID_INPUT");
        expect(details!["issues"]).to.have.length(1);
        expect(JSON.stringify(result)).not.to.include("secret");
      }
    });

    it("answers for what is not there as ever", async () => {
      const { tool } = toolsetOf({ dialect: "strict", mode: "meta" });
      const call = { capabilityId: "view:shop.cart.gone", input: "{}" };
      expect(outcome(await tool("act").execute(call))).to.equal("CAPABILITY_NOT_FOUND");
      expect(outcome(await tool("act").execute({ input: "{}" }))).to.equal("INVALID_INPUT");
    });
  });
});
