import { expect } from "@open-wc/testing";
import type { AgentPolicy } from "../../src/index.js";
import { outcome } from "../helpers/surface.js";
import { add, cart, createShop, read, rejection, slow } from "./shop.js";

const admin = { user: "ada", permissions: ["cart"] };
const guest = { user: "gus", permissions: [] };
const mayUseCart: AgentPolicy = {
  name: "may-use-cart",
  onDiscovery: ({ host }) => {
    const permissions = (host["permissions"] as string[] | undefined) ?? [];
    return { decision: permissions.includes("cart") ? "expose" : "hide" };
  },
};

describe("createTestSurface().as", () => {
  it("shows the surface under another host context", async () => {
    const { surface, hosts } = createShop({ context: () => guest, policies: [mayUseCart] });
    const asAdmin = surface.as(admin);
    expect(asAdmin.snapshot().components).to.have.length(1);
    expect(surface.snapshot().components).to.have.length(0);
    expect(asAdmin.captureRef(read).capabilityId).to.equal(read);
    expect(await asAdmin.observe(read)).to.deep.equal([]);
    expect(outcome(await surface.invoke(read))).to.equal("CAPABILITY_NOT_FOUND");
    expect(hosts).to.deep.equal([admin]);
  });

  it("keeps the context until the last call has ended, for references and the code under test too", async () => {
    const shop = createShop({ context: () => guest });
    const { surface, hosts } = shop;
    const ref = surface.as(admin).captureRef(read);
    const first = surface.as(admin).invoke(add, { item: "tea" });
    const second = surface.as(admin).invoke(slow);
    await first;
    await ref.invoke();
    surface.snapshot();
    await surface.registry.invoke({ capabilityId: read });
    shop.finish();
    await second;
    await surface.observe(read);
    expect(hosts).to.deep.equal([admin, admin, guest]);
  });

  it("is the surface's own consumer, or another", async () => {
    const { surface } = createShop();
    await surface.as(admin).observe(read);
    await surface.as(admin, { id: "other", kind: "other" }).observe(read);
    const consumers = surface.events.flatMap((event) =>
      event.type === "invocation-started" ? [event.consumerId] : [],
    );
    expect(consumers).to.deep.equal(["test", "other"]);
  });

  it("refuses a call under another host while one runs", async () => {
    const shop = createShop();
    const running = shop.surface.as(admin).invoke(slow);
    expect((await rejection(shop.surface.observe(read))).message).to.contain("await that call first");
    expect((await rejection(shop.surface.as(guest).invoke(read))).message).to.contain("another host");
    shop.finish();
    await running;
    expect(await shop.surface.observe(read)).to.deep.equal([]);
  });

  it("gives an empty context back where none was configured", async () => {
    const { surface, hosts } = createShop();
    await surface.as(admin).observe(read);
    await surface.observe(read);
    expect(hosts).to.deep.equal([admin, {}]);
  });

  it("leaves registering and its guard to the surface's own context", async () => {
    const shop = createShop({ context: () => guest });
    shop.surface.register(cart(shop, { instanceId: "second" }));
    const result = await shop.surface.as(admin).invoke(read, undefined, { instanceId: "second" });
    expect(outcome(result)).to.equal("ok");
  });
});
