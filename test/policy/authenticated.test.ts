import { expect } from "@open-wc/testing";
import { authenticated, type GateOptions } from "../../src/index.js";
import { act, cart, createSurface, errorOf, outcome, printedDuring, thrownBy } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };

function behind(options?: GateOptions & { key?: string }) {
  const host: Record<string, unknown> = {};
  const surface = createSurface({ policies: [authenticated(options)], context: () => host });
  surface.registry.register(cart({ observations: {}, actions: { apply: act() } }));
  const actions = () => surface.registry.snapshot().components.flatMap((one) => one.actions);
  return { ...surface, host, actions };
}

describe("authenticated", () => {
  it("hides while nobody is logged in, and is asked anew each time", async () => {
    const { registry, host, actions } = behind();
    expect(actions()).to.deep.equal([]);
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    host["user"] = { name: "Ann" };
    expect(actions()).to.have.length(1);
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
    host["user"] = null;
    expect(actions()).to.deep.equal([]);
  });

  it("looks under another key where it is told one", async () => {
    const { registry, host } = behind({ key: "session" });
    host["user"] = "ann";
    expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    host["session"] = "s1";
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("discloses with disable, and refuses as not available with the reason", async () => {
    const { registry, actions } = behind({ discovery: "disable" });
    expect(actions()[0]).to.include({ available: false, unavailableReason: "nobody is logged in" });
    const error = errorOf(await registry.invoke(apply));
    expect(error).to.deep.include({
      code: "CAPABILITY_NOT_AVAILABLE",
      details: { reason: "nobody is logged in" },
    });
  });

  it("refuses with NOT_AUTHENTICATED with expose, and without details", async () => {
    const { registry, host, actions } = behind({ discovery: "expose" });
    expect(actions()[0]!.available).to.equal(true);
    const error = errorOf(await registry.invoke(apply));
    expect(error).to.include({ code: "NOT_AUTHENTICATED", retry: "no" });
    expect(error).not.to.have.property("details");
    host["user"] = "ann";
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
  });

  it("takes a host's context that throws as nobody logged in", async () => {
    const { registry } = createSurface({
      policies: [authenticated({ discovery: "expose" })],
      context: () => {
        throw new Error("no session store");
      },
    });
    registry.register(cart());
    await printedDuring(async () => {
      expect(outcome(await registry.invoke(apply))).to.equal("NOT_AUTHENTICATED");
    });
  });

  it("throws at once for options that it cannot mean", () => {
    for (const options of [{ key: "" }, { key: 5 }, { discovery: "show" }] as never[]) {
      expect(
        thrownBy(() => authenticated(options)),
        JSON.stringify(options),
      ).to.be.instanceOf(TypeError);
    }
  });
});
