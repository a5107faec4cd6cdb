import { expect } from "@open-wc/testing";
import { createAgentToolset } from "../../src/index.js";
import { act, cart, consumer, createSurface, outputOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

/** Found by trying: the first 56 characters and the 7 of the hash are equal. */
const collidingInstances = [`${"x".repeat(50)}21808`, `${"x".repeat(50)}98766`] as const;

function withTools() {
  const { registry } = createSurface();
  const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
  const register = (type: string, instanceId?: string) =>
    registry.register(
      cart({
        type,
        ...(instanceId !== undefined && { instanceId }),
        observations: {},
        actions: { apply: act({ execute: () => `${type} ${instanceId ?? ""}` }) },
      }),
    );
  const names = () => toolset.tools().map(({ name }) => name);
  return { registry, toolset, register, names };
}

const nameOf = (type: string, instanceId?: string): string => {
  const { register, names } = withTools();
  register(type, instanceId);
  return names()[0]!;
};

describe("a wire name", () => {
  it("is the capability id with _ for the colon and __ for each dot", () => {
    expect(nameOf("shop")).to.equal("view_shop__apply");
    expect(nameOf("shop.cart.list-view")).to.equal("view_shop__cart__list-view__apply");
  });

  it("is bare for the instance default and names every other one", () => {
    expect(nameOf("shop.cart", "default")).to.equal("view_shop__cart__apply");
    expect(nameOf("shop.cart", "order-42")).to.equal("view_shop__cart__apply_at_order-42");
    expect(nameOf("shop.cart", "A_b")).to.equal("view_shop__cart__apply_at_A_b");
  });

  it("of 64 characters stays whole, a longer one is its first 56, _ and a hash of 7", () => {
    const fits = "s".repeat(64 - "view___apply".length);
    expect(nameOf(fits)).to.equal(`view_${fits}__apply`);
    const long = `${fits}s`;
    const full = `view_${long}__apply`;
    const name = nameOf(long);
    expect(name).to.have.length(64);
    expect(name.slice(0, 57)).to.equal(`${full.slice(0, 56)}_`);
    expect(name.slice(57)).to.match(/^[0-9A-Za-z]{7}$/);
  });

  it("is the same on every registry and has only letters, digits, _ and -", () => {
    for (const [type, instanceId] of [
      ["shop.cart", "x".repeat(128)],
      [`a${".b".repeat(40)}`, "default"],
      ["a", "-_-"],
    ] as const) {
      const name = nameOf(type, instanceId);
      expect(name).to.match(/^[A-Za-z0-9_-]{1,64}$/);
      expect(nameOf(type, instanceId)).to.equal(name);
    }
  });

  it("tells long targets apart that differ only behind the cut", () => {
    const long = "x".repeat(100);
    const names = ["a", "b", "c"].map((end) => nameOf("shop", long + end));
    expect(new Set(names).size).to.equal(3);
  });

  it("is never shared: an instance that spells another's shortened name gets a name of its own", async () => {
    const long = "x".repeat(80);
    const shortened = nameOf("a", long);
    const spelled = shortened.slice("view_a__apply_at_".length);
    expect(nameOf("a", spelled), "the two would collide").to.equal(shortened);
    for (const order of [
      [long, spelled],
      [spelled, long],
    ]) {
      const { register, toolset, names } = withTools();
      for (const instanceId of order) register("a", instanceId);
      expect(new Set(names()).size).to.equal(2);
      for (const tool of toolset.tools()) {
        expect(tool.name).to.match(/^[A-Za-z0-9_-]{1,64}$/);
        expect(outputOf(await tool.execute({}))).to.equal(`a ${tool.instanceId}`);
      }
    }
  });

  it("is never shared by two whose hashes are equal", async () => {
    const [one, other] = collidingInstances;
    expect(nameOf("a", other), "the two would collide").to.equal(nameOf("a", one));
    const { register, toolset, names } = withTools();
    register("a", one);
    register("a", other);
    expect(new Set(names()).size).to.equal(2);
    for (const tool of toolset.tools())
      expect(outputOf(await tool.execute({}))).to.equal(`a ${tool.instanceId}`);
  });

  it("never changes while its target lives, whoever comes and goes", async () => {
    const long = "x".repeat(80);
    const spelled = nameOf("a", long).slice("view_a__apply_at_".length);
    const { register, toolset } = withTools();
    const first = register("a", long);
    register("a", spelled);
    register("a");
    const nameNow = (instanceId: string) =>
      toolset.tools().find((tool) => tool.instanceId === instanceId)?.name;
    const before = [nameNow(spelled), nameNow("default")];
    first.unregister();
    await turn();
    expect([nameNow(spelled), nameNow("default")]).to.deep.equal(before);
    register("a", long);
    await turn();
    expect([nameNow(spelled), nameNow("default")]).to.deep.equal(before);
    expect(new Set(toolset.tools().map(({ name }) => name)).size).to.equal(3);
  });
});
