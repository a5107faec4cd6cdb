import { expect } from "@open-wc/testing";
import fc from "fast-check";
import { AgentSurfaceDefinitionError, type AgentComponentDefinition } from "../../src/index.js";
import { act, cart, createSurface, errorOf, look, thrownBy } from "../helpers/surface.js";
import { isWhole, runs } from "../helpers/runs.js";

function refusalOf(definition: AgentComponentDefinition): string | undefined {
  const { registry } = createSurface();
  try {
    registry.register(definition);
    return undefined;
  } catch (error) {
    if (!(error instanceof AgentSurfaceDefinitionError)) throw error;
    return error.code;
  }
}

const accepts = (definition: AgentComponentDefinition) => refusalOf(definition) === undefined;
const bare = (type: string): AgentComponentDefinition => ({ type, description: "A thing." });

describe("the id grammar", () => {
  for (const type of ["a", "shop", "shop.cart", "a1.b-2.c", "a--b", "a-"]) {
    it(`takes the component type ${JSON.stringify(type)}`, () => {
      expect(refusalOf(bare(type))).to.equal(undefined);
    });
  }

  for (const type of [
    "",
    "Shop",
    "1shop",
    "-a",
    ".a",
    "a.",
    "a..b",
    "a_b",
    "a b",
    "a:b",
    "ä",
    "a.B",
    "a\n",
  ]) {
    it(`refuses the component type ${JSON.stringify(type)} with INVALID_ID`, () => {
      expect(refusalOf(bare(type))).to.equal("INVALID_ID");
    });
  }

  for (const instanceId of ["default", "0", "A-b_9", "_", "-", "4f6c"]) {
    it(`takes the instance id ${JSON.stringify(instanceId)}`, () => {
      expect(refusalOf(cart({ instanceId }))).to.equal(undefined);
    });
  }

  for (const instanceId of ["", "a.b", "a b", "a:b", "a/b", "ä", "a@b", "a\n"]) {
    it(`refuses the instance id ${JSON.stringify(instanceId)} with INVALID_ID`, () => {
      expect(refusalOf(cart({ instanceId }))).to.equal("INVALID_ID");
    });
  }

  for (const name of ["a", "read", "readCart2"]) {
    it(`takes the capability name ${JSON.stringify(name)}`, () => {
      expect(refusalOf(cart({ actions: { [name]: act() }, observations: {} }))).to.equal(undefined);
    });
  }

  for (const name of ["", "Read", "read.cart", "read_cart", "read-cart", "1read", "läs", "read "]) {
    it(`refuses the capability name ${JSON.stringify(name)} with INVALID_ID`, () => {
      expect(refusalOf(cart({ actions: { [name]: act() } }))).to.equal("INVALID_ID");
      expect(refusalOf(cart({ observations: { [name]: look() } }))).to.equal("INVALID_ID");
    });
  }

  it("refuses an own property called __proto__ as a capability name", () => {
    const actions = JSON.parse('{"__proto__": {}}') as Record<string, ReturnType<typeof act>>;
    expect(refusalOf(cart({ actions }))).to.equal("INVALID_ID");
  });

  it("refuses ids that are no text", () => {
    for (const id of [undefined, null, 5, {}, ["a"]]) {
      expect(refusalOf({ type: id, description: "A thing." } as never)).to.equal("INVALID_ID");
    }
    for (const id of [null, 5, {}, ["a"]]) {
      expect(refusalOf(cart({ instanceId: id as never }))).to.equal("INVALID_ID");
    }
  });

  it("allows 128 characters for the type, the instance id and the whole capability id each", () => {
    const long = "a".repeat(128);
    expect(accepts(bare(long))).to.equal(true);
    expect(refusalOf(bare(`${long}a`))).to.equal("INVALID_ID");
    expect(accepts(cart({ instanceId: long }))).to.equal(true);
    expect(refusalOf(cart({ instanceId: `${long}a` }))).to.equal("INVALID_ID");

    const type = "a".repeat(128 - "view:".length - ".apply".length);
    const actions = { apply: act() };
    expect(accepts({ type, description: "A thing.", actions })).to.equal(true);
    expect(refusalOf({ type: `${type}a`, description: "A thing.", actions })).to.equal("INVALID_ID");
  });

  it("gives every view capability the id view:type.name", () => {
    const { registry } = createSurface();
    registry.register(cart());
    const [component] = registry.snapshot().components;
    expect(component!.observations[0]!.capabilityId).to.equal("view:shop.cart.read");
    expect(component!.actions[0]!.capabilityId).to.equal("view:shop.cart.apply");
  });

  it("takes exactly what the regular expressions of the grammar take", () => {
    const letters = fc.string({
      unit: fc.constantFrom("a", "b", "Z", "9", "-", "_", ".", ":"),
      maxLength: 6,
    });
    let taken = 0;
    fc.assert(
      fc.property(letters, (text) => {
        const isType = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/.test(text);
        const isInstance = /^[A-Za-z0-9_-]+$/.test(text);
        const isName = /^[a-z][A-Za-z0-9]*$/.test(text);
        taken += Number(isType) + Number(isInstance) + Number(isName);
        expect(accepts(bare(text)), `type ${text}`).to.equal(isType);
        expect(accepts(cart({ instanceId: text })), `instance ${text}`).to.equal(isInstance);
        expect(accepts(cart({ observations: { [text]: look() } })), `name ${text}`).to.equal(isName);
      }),
      { numRuns: runs(300) },
    );
    if (!isWhole) return;
    expect(taken).to.be.greaterThan(50);
  });
});

describe("the formats of generated ids", () => {
  it("gives a surface srf_ and 22 base62 characters, different for each registry", () => {
    const ids = [createSurface(), createSurface()].map(({ registry }) => registry.surfaceId);
    for (const id of ids) expect(id).to.match(/^srf_[0-9A-Za-z]{22}$/);
    expect(ids[0]).not.to.equal(ids[1]);
  });

  it("gives registrations reg_, a counter that grows and a random part", () => {
    const { registry } = createSurface();
    const ids = ["a", "b", "c"].map((type) => registry.register(bare(type)).registrationId);
    const counters = ids.map((id) => Number(/^reg_(\d+)[^0-9A-Za-z]?[0-9A-Za-z]+$/.exec(id)?.[1]));
    expect(counters[1]).to.be.greaterThan(counters[0]!);
    expect(counters[2]).to.be.greaterThan(counters[1]!);
  });

  it("makes up inv_ and 12 base62 characters where a call brings no invocationId", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const results = await Promise.all([
      registry.invoke({ capabilityId: "view:shop.cart.apply" }),
      registry.invoke({ capabilityId: "view:shop.cart.apply" }),
    ]);
    for (const { invocationId } of results) expect(invocationId).to.match(/^inv_[0-9A-Za-z]{12}$/);
    expect(results[0].invocationId).not.to.equal(results[1].invocationId);
  });

  it("gives a question cnf_ and 12 base62 characters", async () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
    const result = await registry.invoke({ capabilityId: "view:shop.cart.apply" });
    expect(errorOf(result).details!["confirmationId"]).to.match(/^cnf_[0-9A-Za-z]{12}$/);
  });
});

describe("a refused id", () => {
  it("is named in one sentence that says how to write it", () => {
    const { registry } = createSurface();
    const error = thrownBy(() => registry.register(cart({ instanceId: "order 42" }))) as Error;
    expect(error.message).to.contain("shop.cart").and.to.contain("order 42").and.to.contain("letters");
  });
});
