import { expect } from "@open-wc/testing";
import { act, cart, createSurface, look, outcome, outputOf, questionId } from "../helpers/surface.js";
import { codeOf, component, named, refusalOf } from "./refusals.js";

const type = (text: unknown) => codeOf(component({ type: text }));
const instance = (text: unknown) => codeOf(component({ instanceId: text }));
const bare = (own: object) => component({ observations: {}, actions: {}, ...own });

describe("ids (contract 1; core API, Versioning)", () => {
  it("takes a component type of one segment, or of several joined by dots", () => {
    for (const text of ["devices", "devices.table", "a.b.c.d", "x1-y2.z-", "a"]) {
      expect(type(text), text).to.equal("ok");
    }
  });

  it("refuses a component type with an empty segment", () => {
    for (const text of ["", ".", "devices.", ".table", "devices..table"]) {
      expect(type(text), text).to.equal("INVALID_ID");
    }
  });

  it("requires each segment of a type to begin with a lower-case letter", () => {
    for (const text of ["Devices", "1a", "-a", "devices.Table", "devices.1", "_a", "ä"]) {
      expect(type(text), text).to.equal("INVALID_ID");
    }
  });

  it("lets a segment of a type go on with lower-case letters, digits and hyphens only", () => {
    for (const text of ["aB", "a_b", "a b", "a:b", "a/b", "aä", "a\n"]) {
      expect(type(text), text).to.equal("INVALID_ID");
    }
  });

  it("refuses a component type that is no text", () => {
    for (const value of [undefined, null, 1, {}, ["devices"]]) expect(type(value)).to.equal("INVALID_ID");
  });

  it("takes a capability name of a lower-case letter, then letters and digits", () => {
    for (const name of ["a", "readState", "x1", "aBC9"]) {
      expect(codeOf(named(name, "actions")), name).to.equal("ok");
      expect(codeOf(named(name, "observations")), name).to.equal("ok");
    }
  });

  it("refuses a dot and an underscore in a capability name", () => {
    for (const name of ["a.b", "a_b", "_a", "a."]) {
      expect(codeOf(named(name, "actions")), name).to.equal("INVALID_ID");
      expect(codeOf(named(name, "observations")), name).to.equal("INVALID_ID");
    }
  });

  it("refuses any other capability name", () => {
    for (const name of ["", "A", "1a", "a-b", "a b", "ä", "a\n", "a:b"]) {
      expect(codeOf(named(name)), name).to.equal("INVALID_ID");
    }
  });

  it("takes an instance id of letters, digits, underscores and hyphens", () => {
    for (const text of ["a", "A", "9", "_", "-", "order-42_B"]) expect(instance(text), text).to.equal("ok");
  });

  it("refuses any other instance id", () => {
    for (const text of ["", "a.b", "a b", "a:b", "ä", "a\n", "a@b", 1, null]) {
      expect(instance(text), String(text)).to.equal("INVALID_ID");
    }
  });

  it("names the instance of a component without an instance id default", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    expect(registry.snapshot().components[0]!.instanceId).to.equal("default");
    const call = { capabilityId: "view:shop.cart.apply", instanceId: "default" };
    expect(outcome(await registry.invoke(call))).to.equal("ok");
  });

  it("allows 128 characters of a component type", () => {
    expect(codeOf(bare({ type: "a".repeat(128) }))).to.equal("ok");
    expect(codeOf(bare({ type: "a".repeat(129) }))).to.equal("INVALID_ID");
  });

  it("allows 128 characters of an instance id", () => {
    expect(instance("a".repeat(128))).to.equal("ok");
    expect(instance("a".repeat(129))).to.equal("INVALID_ID");
  });

  it("allows 128 characters of a formatted capability id", () => {
    const ofLength = (length: number) => named("a".repeat(length - "view:shop.cart.".length));
    expect(codeOf(ofLength(128))).to.equal("ok");
    expect(codeOf(ofLength(129))).to.equal("INVALID_ID");
  });

  it("refuses a bad id in every environment", () => {
    for (const environment of ["production", "development", "test"] as const) {
      expect(codeOf(component({ type: "Bad" }), { environment })).to.equal("INVALID_ID");
    }
  });

  it("tells in the refusal of an id which field it is about", () => {
    expect(refusalOf(component({ type: "Bad" }))!.path).to.equal("type");
    expect(refusalOf(component({ instanceId: "b d" }))!.path).to.equal("instanceId");
    expect(refusalOf(named("b_d"))!.message)
      .to.contain("b_d")
      .and.to.contain("shop.cart");
  });

  it("forms a capability id of the plane, a colon, the type, a dot and the name", () => {
    const { registry } = createSurface();
    registry.register(cart());
    const { observations, actions } = registry.snapshot().components[0]!;
    expect([...observations, ...actions].map(({ capabilityId }) => capabilityId)).to.deep.equal([
      "view:shop.cart.read",
      "view:shop.cart.apply",
    ]);
  });

  it("takes what follows the last dot of a view id for the name", async () => {
    const { registry } = createSurface();
    registry.register(cart({ type: "shop", actions: { cart: act({ execute: () => "shop" }) } }));
    registry.register(cart({ type: "shop.cart", actions: { cart: act({ execute: () => "cart" }) } }));
    expect(outputOf(await registry.invoke({ capabilityId: "view:shop.cart" }))).to.equal("shop");
    expect(outputOf(await registry.invoke({ capabilityId: "view:shop.cart.cart" }))).to.equal("cart");
  });

  it("finds nothing under an id that does not follow the grammar", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    for (const capabilityId of [
      "",
      "apply",
      "view:",
      "view:shop.cart.",
      "shop.cart.apply",
      "VIEW:shop.cart.apply",
      " view:shop.cart.apply",
      "view:shop.cart.apply\n",
      "domain:",
    ]) {
      expect(outcome(await registry.invoke({ capabilityId })), capabilityId).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("does not derive any id from the order of registration", () => {
    const idsOf = (instanceIds: string[]) => {
      const { registry } = createSurface();
      for (const instanceId of instanceIds) registry.register(cart({ instanceId }));
      const { components } = registry.snapshot();
      return components.map((one) => [one.instanceId, one.actions[0]!.capabilityId]);
    };
    expect(idsOf(["b", "a", "c"])).to.deep.equal(idsOf(["a", "b", "c"]));
  });

  it("makes a surface id of srf_ and 22 base62 characters", () => {
    expect(createSurface().registry.surfaceId).to.match(/^srf_[0-9A-Za-z]{22}$/);
  });

  it("gives every registry a surface id of its own", () => {
    const ids = Array.from({ length: 50 }, () => createSurface().registry.surfaceId);
    expect(new Set(ids).size).to.equal(50);
  });

  it("makes a registration id of reg_, a counter that grows, and random characters", () => {
    const { registry } = createSurface();
    const ids = ["a", "b", "c"].map((instanceId) => registry.register(cart({ instanceId })).registrationId);
    const parts = ids.map((id) => /^reg_(\d+)_([0-9A-Za-z]+)$/.exec(id)!);
    const [first, second, third] = parts.map(([, counter]) => Number(counter)) as [number, number, number];
    expect(second).to.be.greaterThan(first);
    expect(third).to.be.greaterThan(second);
    expect(new Set(parts.map(([, , random]) => random)).size).to.equal(3);
  });

  it("gives registrations of two registries different ids", () => {
    const [one, other] = [createSurface(), createSurface()].map(
      ({ registry }) => registry.register(cart()).registrationId,
    );
    expect(one).not.to.equal(other);
  });

  it("makes a confirmation id of cnf_ and 12 random characters", async () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ confirmation: "required" }) } }));
    const id = questionId(await registry.invoke({ capabilityId: "view:shop.cart.apply" }));
    expect(id).to.match(/^cnf_[0-9A-Za-z]{12}$/);
  });

  it("makes an invocation id of inv_ and 12 characters where the caller gives none", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    const call = () => registry.invoke({ capabilityId: "view:shop.cart.apply" });
    const [one, other] = [await call(), await call()];
    expect(one.invocationId).to.match(/^inv_[0-9A-Za-z]{12}$/);
    expect(other.invocationId).not.to.equal(one.invocationId);
  });

  it("keeps an invocation id that the caller gives, whatever its form", async () => {
    const { registry } = createSurface();
    registry.register(cart({ observations: { read: look() } }));
    for (const invocationId of ["1", "call/ä 7", ""]) {
      const result = await registry.invoke({ capabilityId: "view:shop.cart.read", invocationId });
      expect(result.invocationId).to.equal(invocationId);
    }
  });
});
