import { expect } from "@open-wc/testing";
import { tenantBoundary, type TenantBoundaryOptions } from "../../src/index.js";
import { cart, createSurface, errorOf, outcome, thrownBy } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };

const boundary = (own: Partial<TenantBoundaryOptions> = {}) =>
  tenantBoundary({
    current: (host) => host["tenant"],
    expected: ({ internal }) => internal["tenant"],
    ...own,
  });

function inTenant(tenant: unknown, of: unknown, own: Partial<TenantBoundaryOptions> = {}) {
  const surface = createSurface({ policies: [boundary(own)], context: () => ({ tenant }) });
  surface.registry.register(cart({ internal: { tenant: of } }));
  return surface;
}

describe("tenantBoundary", () => {
  it("shows what belongs to the person's own tenant, and hides what belongs to another", async () => {
    const own = inTenant("a", "a").registry;
    expect(own.snapshot().components).to.have.length(1);
    expect(outcome(await own.invoke(apply))).to.equal("ok");
    const other = inTenant("a", "b").registry;
    expect(other.snapshot().components).to.deep.equal([]);
    expect(outcome(await other.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("shows what belongs to no tenant", async () => {
    expect(outcome(await inTenant("a", undefined).registry.invoke(apply))).to.equal("ok");
    expect(outcome(await inTenant(undefined, undefined).registry.invoke(apply))).to.equal("ok");
  });

  it("hides what belongs to a tenant while the person works in none", async () => {
    for (const tenant of [undefined, null]) {
      expect(outcome(await inTenant(tenant, "a").registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("refuses with NOT_AUTHORIZED with expose, and names no tenant", async () => {
    const { registry } = inTenant("tenant-a", "tenant-b", { discovery: "expose" });
    const error = errorOf(await registry.invoke(apply));
    expect(error).to.deep.include({ code: "NOT_AUTHORIZED", details: { origin: "client" } });
    expect(JSON.stringify(error)).not.to.contain("tenant-");
  });

  it("hides where either function throws", async () => {
    const broken = () => {
      throw new Error("no tenants");
    };
    for (const own of [{ current: broken }, { expected: broken }]) {
      expect(outcome(await inTenant("a", "a", own).registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("throws at once without its two functions", () => {
    for (const own of [{ current: undefined }, { expected: "a" }, { discovery: "no" }] as never[]) {
      expect(thrownBy(() => boundary(own))).to.be.instanceOf(TypeError);
    }
    expect(thrownBy(() => tenantBoundary(undefined as never))).to.be.instanceOf(TypeError);
  });
});
