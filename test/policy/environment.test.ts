import { expect } from "@open-wc/testing";
import { environment, type AgentEnvironment } from "../../src/index.js";
import { cart, createSurface, outcome, printedDuring, thrownBy } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };

async function outcomeIn(own: AgentEnvironment | undefined, policy = environment(["development", "test"])) {
  const { registry } = createSurface({ policies: [policy], ...(own && { environment: own }) });
  registry.register(cart());
  return outcome(await registry.invoke(apply));
}

describe("environment", () => {
  it("shows in the environments of its list, and hides in the others", async () => {
    await printedDuring(async () => {
      expect(await outcomeIn("development")).to.equal("ok");
      expect(await outcomeIn("test")).to.equal("ok");
      expect(await outcomeIn("production")).to.equal("CAPABILITY_NOT_FOUND");
      expect(await outcomeIn(undefined), "production is the default").to.equal("CAPABILITY_NOT_FOUND");
    });
  });

  it("refuses with NOT_AUTHORIZED with expose", async () => {
    const policy = environment(["test"], { discovery: "expose" });
    expect(await outcomeIn("production", policy)).to.equal("NOT_AUTHORIZED");
  });

  it("keeps the list that it was given", async () => {
    const list: AgentEnvironment[] = ["test"];
    const policy = environment(list);
    list.push("production");
    expect(await outcomeIn("production", policy)).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("throws at once for what is no list of environments", () => {
    for (const list of [undefined, "test", ["prod"], [undefined]] as never[]) {
      expect(thrownBy(() => environment(list))).to.be.instanceOf(TypeError);
    }
  });
});
