import { expect } from "@open-wc/testing";
import { cart, createSurface, eventsOf } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

describe("the surface version", () => {
  it("starts at 0", () => {
    expect(createSurface().registry.getVersion()).to.equal("0");
  });

  it("grows by 1 with register, update, invalidate, redefine and unregister", () => {
    const { registry } = createSurface();
    const versions: string[] = [];
    const note = () => versions.push(registry.getVersion());
    const handle = registry.register(cart());
    note();
    handle.update({ enabled: false });
    note();
    handle.update({ enabled: true, availability: { apply: { available: false } } });
    note();
    handle.invalidate();
    note();
    handle.redefine(cart({ description: "Another cart." }));
    note();
    handle.unregister();
    note();
    expect(versions).to.deep.equal(["1", "2", "3", "4", "5", "6"]);
  });

  it("is in every snapshot and every result", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    registry.register(cart({ instanceId: "b" }));
    expect(registry.snapshot().surfaceVersion).to.equal("2");
    const [ok, error] = await Promise.all([
      registry.invoke({ capabilityId: "view:shop.cart.apply", instanceId: "b" }),
      registry.invoke({ capabilityId: "view:shop.cart.none" }),
    ]);
    expect(ok.surfaceVersion).to.equal("2");
    expect(error.surfaceVersion).to.equal("2");
  });

  it("does not grow with what when says", () => {
    const { registry } = createSurface();
    let open = true;
    const definition = cart();
    definition.actions!["apply"]!.when = () => open;
    registry.register(definition);
    registry.snapshot();
    open = false;
    registry.snapshot();
    expect(registry.getVersion()).to.equal("1");
  });

  it("does not grow with an update that says what is so already", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.update({ enabled: true });
    handle.update({});
    handle.update({ availability: { apply: { available: true } } });
    expect(registry.getVersion()).to.equal("1");
    handle.update({ availability: { apply: { available: false, reason: "busy" } } });
    handle.update({ availability: { apply: { available: false, reason: "busy" } } });
    expect(registry.getVersion()).to.equal("2");
  });

  it("grows with the reason of an override", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart());
    handle.update({ availability: { apply: { available: false, reason: "busy" } } });
    handle.update({ availability: { apply: { available: false, reason: "offline" } } });
    expect(registry.getVersion()).to.equal("3");
  });

  it("is already the new one for a listener that hears of the change", () => {
    const { registry } = createSurface();
    const seen: [string, string][] = [];
    registry.subscribe(({ type }) => seen.push([type, registry.getVersion()]));
    const handle = registry.register(cart());
    handle.update({ enabled: false });
    handle.unregister();
    expect(seen.filter(([type]) => type !== "surface-changed")).to.deep.equal([
      ["component-registered", "1"],
      ["availability-changed", "2"],
      ["availability-changed", "2"],
      ["component-unregistered", "3"],
    ]);
  });

  it("stands for one state: a listener never sees another catalog under the same version", () => {
    const { registry } = createSurface();
    const catalogs = new Map<string, string>();
    const ambiguous = new Set<string>();
    const look = () => {
      const { surfaceVersion, components } = registry.snapshot();
      const catalog = JSON.stringify(components);
      if ((catalogs.get(surfaceVersion) ?? catalog) !== catalog) ambiguous.add(surfaceVersion);
      catalogs.set(surfaceVersion, catalog);
    };
    registry.subscribe(look);
    look();
    const handle = registry.register(cart());
    look();
    handle.update({ availability: { apply: { available: false } } });
    look();
    handle.redefine(cart({ description: "Another cart." }));
    look();
    handle.unregister();
    look();
    expect([...ambiguous]).to.deep.equal([]);
  });
});

describe("surface-changed", () => {
  it("comes once for all changes of a microtask, with the latest version", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    handle.update({ enabled: false });
    handle.invalidate();
    expect(eventsOf(events, "surface-changed")).to.deep.equal([]);
    await Promise.resolve();
    expect(eventsOf(events, "surface-changed")).to.deep.equal([
      { type: "surface-changed", surfaceVersion: "3" },
    ]);
    await turn();
    expect(eventsOf(events, "surface-changed")).to.have.length(1);
  });

  it("comes again for a change in a later microtask", async () => {
    const { registry, events } = createSurface();
    const handle = registry.register(cart());
    await Promise.resolve();
    handle.invalidate();
    await Promise.resolve();
    expect(eventsOf(events, "surface-changed").map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal([
      "1",
      "2",
    ]);
  });

  it("comes for a change that its own listener makes", async () => {
    const { registry, events } = createSurface();
    registry.subscribe((event) => {
      if (event.type === "surface-changed" && event.surfaceVersion === "1") handle.invalidate();
    });
    const handle = registry.register(cart());
    await turn();
    expect(eventsOf(events, "surface-changed").map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal([
      "1",
      "2",
    ]);
  });

  it("does not come where nothing changed", async () => {
    const { registry, events } = createSurface();
    registry.snapshot();
    await registry.invoke({ capabilityId: "view:shop.cart.apply" });
    await turn();
    expect(eventsOf(events, "surface-changed")).to.deep.equal([]);
  });
});
