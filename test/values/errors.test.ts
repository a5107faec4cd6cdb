import { expect } from "@open-wc/testing";
import {
  AgentSchemaError,
  AgentSurfaceDefinitionError,
  AgentSurfaceError,
  fromJsonSchema,
  isAgentSurfaceError,
  type AgentCapabilityErrorPayload,
} from "../../src/index.js";
import { act, cart, createSurface, errorOf, thrownBy } from "../helpers/surface.js";

const refusal: AgentCapabilityErrorPayload = {
  code: "NOT_AUTHORIZED",
  message: "Not for you. Ask an administrator.",
  retry: "no",
  details: { origin: "client" },
};

/** A second copy of the library, as a page with two bundles has. */
async function otherCopy(): Promise<{ AgentSurfaceError: typeof AgentSurfaceError }> {
  const url = new URL("../../src/values/errors.ts?copy", import.meta.url).href;
  return (await import(url)) as { AgentSurfaceError: typeof AgentSurfaceError };
}

describe("AgentSurfaceError", () => {
  it("carries its payload, the payload's message and a cause", () => {
    const cause = new Error("inside");
    const error = new AgentSurfaceError(refusal, { cause });
    expect(error).to.be.instanceOf(Error);
    expect(error.payload).to.deep.equal(refusal);
    expect(error.message).to.equal(refusal.message);
    expect(error.cause).to.equal(cause);
  });

  it("is told apart from every other value", () => {
    expect(isAgentSurfaceError(new AgentSurfaceError(refusal))).to.equal(true);
    for (const other of [new Error("x"), { payload: refusal }, refusal, null, undefined, "x", 5]) {
      expect(isAgentSurfaceError(other)).to.equal(false);
    }
  });

  it("is known by its brand when another copy of the library made it", async () => {
    const copy = await otherCopy();
    expect(copy.AgentSurfaceError).not.to.equal(AgentSurfaceError);
    const error = new copy.AgentSurfaceError(refusal);
    expect(error).not.to.be.instanceOf(AgentSurfaceError);
    expect(isAgentSurfaceError(error)).to.equal(true);
  });

  it("reaches the agent as it is when a handler of another copy throws it", async () => {
    const copy = await otherCopy();
    const { registry } = createSurface();
    const execute = () => {
      throw new copy.AgentSurfaceError(refusal);
    };
    registry.register(cart({ actions: { apply: act({ execute }) } }));
    const result = await registry.invoke({ capabilityId: "view:shop.cart.apply" });
    expect(errorOf(result)).to.deep.equal(refusal);
  });
});

describe("AgentSchemaError", () => {
  it("has an issue with path and message for each failing field", () => {
    const schema = fromJsonSchema({
      type: "object",
      properties: { list: { type: "array", items: { type: "string" } } },
    });
    const error = thrownBy(() => schema.parse({ list: ["a", 5] })) as AgentSchemaError;
    expect(error).to.be.instanceOf(AgentSchemaError);
    expect(error.issues.map(({ path }) => path)).to.deep.equal(["list[1]"]);
    expect(error.issues[0]!.message).to.be.a("string").and.not.to.equal("");
  });
});

describe("AgentSurfaceDefinitionError", () => {
  it("has a code, and for a schema the reason, the JSON pointer and the keyword", () => {
    const error = thrownBy(() =>
      fromJsonSchema({ type: "object", properties: { a: { oneOf: [] } } }),
    ) as AgentSurfaceDefinitionError;
    expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
    expect(error.code).to.equal("INVALID_DEFINITION");
    expect(error.reason).to.equal("unsupported-schema");
    expect(error.path).to.contain("/properties/a");
    expect(`${error.path!} ${error.message}`).to.contain("oneOf");
  });
});
