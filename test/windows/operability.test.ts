import { expect } from "@open-wc/testing";
import { createAgentToolset, createWindows, type AgentConsumer, type AgentPolicy } from "../../src/index.js";
import { binding } from "../helpers/procedures.js";
import { act, consumer, createSurface, errorOf, eventsOf, look, outcome } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { agent, createDesk, idsOf, inside, win, type Desk } from "../helpers/windows.js";

const operable = ({ windows }: Desk) => windows.operableWindowIds().map((id) => id.replace("@default", ""));

describe("which windows are operable", () => {
  it("modals side by side on one owner do not block each other; it is free when the last one closes", async () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    const one = b.openModal(win("one"));
    const two = b.openModal(win("two"));
    expect(operable(desk)).to.deep.equal(["one", "two"]);
    expect(await desk.blockedBy("b.go")).to.deep.equal(idsOf("two", "one"));
    two.close();
    expect(operable(desk)).to.deep.equal(["one"]);
    one.close();
    expect(operable(desk)).to.deep.equal(["b"]);
  });

  it("closing one in the middle of a chain closes what is on it", () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    const d1 = b.openModal(win("d1"));
    const d2 = d1.openModal(win("d2"));
    const d3 = d2.openModal(win("d3"));
    d1.close();
    expect([d2.status, d3.status]).to.deep.equal(["unregistered", "unregistered"]);
    expect(operable(desk)).to.deep.equal(["b"]);
  });

  it("closing the owner closes its modals", () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    const ask = b.openModal(win("ask"));
    b.close();
    expect(ask.status).to.equal("unregistered");
    expect(operable(desk)).to.deep.equal([]);
  });

  it("what a blocked window contains is blocked with it, at any depth, and its modals too", async () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    desk.windows.open(win("c", { parent: { type: "b" } }));
    const d = desk.windows.open(win("d", { parent: { type: "c" } }));
    d.openModal(win("on-d"));
    expect(operable(desk)).to.deep.equal(["b", "c", "on-d"]);
    const ask = b.openModal(win("ask"));
    expect(operable(desk)).to.deep.equal(["ask"]);
    expect(await desk.blockedBy("d.go")).to.deep.equal(idsOf("on-d", "ask"));
    expect(await desk.blockedBy("on-d.go")).to.deep.equal(idsOf("ask"));
    ask.close();
    expect(operable(desk)).to.deep.equal(["b", "c", "on-d"]);
  });

  it("a modal on a contained window leaves what is around it", () => {
    const desk = createDesk();
    desk.windows.open(win("b"));
    desk.windows.open(win("c", { parent: { type: "b" } })).openModal(win("ask"));
    expect(operable(desk)).to.deep.equal(["ask", "b"]);
  });

  it("what a modal contains is operable with it, and blocked by the modal's own modals", () => {
    const desk = createDesk();
    const ask = desk.windows.open(win("b")).openModal(win("ask"));
    desk.registry.register(inside("inner", "ask"));
    expect(operable(desk)).to.deep.equal(["ask", "inner"]);
    ask.openModal(win("sure"));
    expect(operable(desk)).to.deep.equal(["sure"]);
  });

  it("the newest app-modal wins, and the one below is back when it closes", async () => {
    const desk = createDesk();
    desk.windows.open(win("b"));
    const one = desk.windows.openAppModal(win("one"));
    desk.registry.register(inside("in-one", "one"));
    const two = desk.windows.openAppModal(win("two"));
    desk.registry.register(inside("in-two", "two"));
    expect(operable(desk)).to.deep.equal(["in-two", "two"]);
    expect(await desk.blockedBy("in-one.go")).to.deep.equal(idsOf("two"));
    two.close();
    expect(operable(desk)).to.deep.equal(["in-one", "one"]);
    one.close();
    expect(operable(desk)).to.deep.equal(["b", "in-one", "in-two"]);
  });

  it("an app-modal that closes below the newest one changes nothing", () => {
    const desk = createDesk();
    desk.windows.open(win("b"));
    const one = desk.windows.openAppModal(win("one"));
    desk.windows.openAppModal(win("two"));
    one.close();
    expect(operable(desk)).to.deep.equal(["two"]);
  });

  it("an app-modal inside another one's tree is its own tree", () => {
    const desk = createDesk();
    desk.windows.openAppModal(win("outer"));
    desk.windows.openAppModal(win("inner")).openModal(win("sure"));
    expect(operable(desk)).to.deep.equal(["sure"]);
  });

  it("an app-modal blocks the whole page until it closes, also what is opened meanwhile", () => {
    const desk = createDesk();
    const alert = desk.windows.openAppModal(win("alert"));
    const b = desk.windows.open(win("b"));
    b.openModal(win("ask"));
    expect(operable(desk)).to.deep.equal(["alert"]);
    alert.close();
    expect(operable(desk)).to.deep.equal(["ask"]);
  });

  it("a late owner is blocked as soon as it is there, with what it contains", async () => {
    const desk = createDesk();
    desk.registry.register(inside("inner", "b"));
    desk.windows.openModal(win("ask", { owner: "b@default" }));
    expect(operable(desk)).to.deep.equal(["ask", "inner"]);
    const seen: unknown[] = [];
    desk.registry.subscribe((event) => {
      if (event.type === "component-registered")
        seen.push(desk.windows.describe({ id: "b@default" })!.operable);
    });
    desk.registry.register(inside("b", "none"));
    expect(seen).to.deep.equal([false]);
    expect(operable(desk)).to.deep.equal(["ask"]);
    expect(desk.tools()).to.deep.equal(["ask.dismiss", "ask.go"]);
    expect(await desk.blockedBy("inner.go")).to.deep.equal(idsOf("ask"));
  });

  it("a plain component is a window: it can own modals, contain and be contained", () => {
    const desk = createDesk();
    const plain = desk.registry.register(inside("plain", "none"));
    const ask = desk.windows.openModal(win("ask", { owner: "plain@default" }));
    expect(operable(desk)).to.deep.equal(["ask"]);
    plain.unregister();
    expect(ask.status).to.equal("unregistered");
  });

  it("a redefinition that changes the parent moves a window from under one modal to another", () => {
    const desk = createDesk();
    desk.windows.open(win("b")).openModal(win("ask"));
    desk.windows.open(win("c"));
    const w = desk.registry.register(inside("w", "b"));
    desk.registry.register(inside("deep", "w"));
    expect(desk.tools()).to.deep.equal(["ask.dismiss", "ask.go", "c.go"]);
    w.redefine(inside("w", "c"));
    expect(desk.tools()).to.deep.equal(["ask.dismiss", "ask.go", "c.go", "deep.go", "w.go"]);
    w.redefine(inside("w", "b", { priority: 3 }));
    expect(desk.tools()).to.deep.equal(["ask.dismiss", "ask.go", "c.go"]);
  });

  it("a modal that is redefined stays the modal it is, on its owner", () => {
    const desk = createDesk();
    const b = desk.windows.open(win("b"));
    const ask = b.openModal(win("ask"));
    ask.redefine(win("ask", { actions: { stay: act() } }));
    expect(desk.tools()).to.deep.equal(["ask.dismiss", "ask.stay"]);
    ask.close();
    expect(operable(desk)).to.deep.equal(["b"]);
  });

  it("with onDuplicateInstance replace the new one has the owner's modals, and a replaced modal is closed", () => {
    const desk = createDesk({ onDuplicateInstance: "replace" });
    const b = desk.windows.open(win("b"));
    const ask = b.openModal(win("ask"));
    const next = desk.windows.open(win("b"));
    expect([b.status, ask.status, next.operable]).to.deep.equal(["unregistered", "active", false]);
    const other = next.openModal(win("ask"));
    expect([ask.status, other.status]).to.deep.equal(["unregistered", "active"]);
    b.close();
    ask.close();
    expect(operable(desk)).to.deep.equal(["ask"]);
    other.close();
    expect(operable(desk)).to.deep.equal(["b"]);
  });

  it("a component takes the place of a modal where duplicates replace: it blocks no more", () => {
    const desk = createDesk({ onDuplicateInstance: "replace" });
    const b = desk.windows.open(win("b"));
    b.openModal(win("ask"));
    desk.registry.register(inside("ask", "none"));
    expect(operable(desk)).to.deep.equal(["ask", "b"]);
    expect(desk.windows.describe({ id: "ask@default" })!.kind).to.equal("window");
  });
});

describe("procedures", () => {
  const setUp = () => {
    const desk = createDesk();
    desk.registry.setProcedureExecutor({ execute: () => Promise.resolve("done") });
    const linked = { ...binding(), contextLink: { type: "b", instanceId: "default" } };
    const holder = { type: "holder", description: "Has the procedure.", procedures: [linked] };
    desk.registry.register(holder);
    const run = () =>
      desk.registry.invoke({
        capabilityId: "domain:orders.cancel",
        input: { reason: "r", notify: true },
      });
    return { ...desk, run };
  };

  it("follow their context: they are blocked with it, and free with it", async () => {
    const { windows, tools, run, registry } = setUp();
    const b = windows.open(win("b"));
    expect(outcome(await run())).to.equal("ok");
    expect(tools()).to.deep.equal(["b.go", "orders.cancel"]);
    const ask = b.openModal(win("ask"));
    expect(tools()).to.deep.equal(["ask.dismiss", "ask.go"]);
    expect(errorOf(await run()).details).to.deep.equal({
      reason: "blocked_by_modal",
      blockedBy: idsOf("ask"),
    });
    expect(registry.snapshot().procedures[0]).to.include({
      available: false,
      unavailableReason: "blocked_by_modal",
    });
    ask.close();
    expect(outcome(await run())).to.equal("ok");
  });

  it("are operable with the component that brought them while their context is not there", async () => {
    const { windows, tools, run } = setUp();
    windows.openModal(win("ask", { owner: "b@default" }));
    expect(tools()).to.include("orders.cancel");
    const b = windows.open(win("b"));
    await turn();
    expect(tools()).not.to.include("orders.cancel");
    expect(outcome(await run())).to.equal("CAPABILITY_NOT_AVAILABLE");
    b.close();
    expect(tools()).to.include("orders.cancel");
    expect(outcome(await run())).to.equal("ok");
  });

  it("bump the version of the window that they follow", async () => {
    const { windows, run } = setUp();
    const b = windows.open(win("b"));
    const result = await run();
    expect([b.version, result.windowVersion]).to.deep.equal([2, 2]);
  });
});

describe("what consumers are shown of it", () => {
  const owned: AgentPolicy = {
    name: "owned",
    onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
  };
  const secret = { policies: [owned] };
  const owner = consumer("owner");

  it("a hidden modal is in nobody's blockedBy but of who may see it", async () => {
    const { windows, call } = createDesk();
    windows.open(win("b")).openModal(win("secret", secret));
    const details = async (by: AgentConsumer) => errorOf(await call("b.go", {}, { consumer: by })).details;
    expect(await details(agent)).to.deep.equal({ reason: "blocked_by_modal" });
    expect(await details(owner)).to.deep.equal({ reason: "blocked_by_modal", blockedBy: idsOf("secret") });
    expect(JSON.stringify(await call("b.go", { invocationId: "one" }))).not.to.contain("secret");
    expect(windows.describe({ id: "b@default", consumer: agent })).to.deep.include({ blockedBy: [] });
    expect(windows.describe({ id: "b@default", consumer: owner })).to.deep.include({
      blockedBy: idsOf("secret"),
    });
  });

  it("a hidden owner or parent is nobody's, and a hidden window is not in the document", () => {
    const { windows, registry } = createDesk();
    const hidden = windows.open(win("secret", secret));
    hidden.openModal(win("ask"));
    registry.register(inside("inner", "secret"));
    const seen = windows.describe({ consumer: agent });
    expect(JSON.stringify(seen)).not.to.contain("secret");
    expect(seen.windows.map(({ id, owner, parent }) => [id, owner, parent])).to.deep.equal([
      ["ask@default", null, null],
      ["inner@default", null, null],
    ]);
    expect(windows.describe({ consumer: agent, id: "secret@default" })).to.equal(undefined);
    expect(windows.describe({ consumer: agent, id: "never@default" })).to.equal(undefined);
    const known = windows.describe({ consumer: owner });
    expect(known.windows.map((one) => one.owner ?? one.parent)).to.deep.equal([
      "secret@default",
      "secret@default",
      null,
    ]);
  });

  it("the operable windows of the document are those that it shows", () => {
    const { windows } = createDesk();
    windows.open(win("a"));
    windows.open(win("secret", secret));
    expect(windows.describe({ consumer: agent }).operableWindowIds).to.deep.equal(idsOf("a"));
    expect(windows.describe({ consumer: owner }).operableWindowIds).to.deep.equal(idsOf("a", "secret"));
  });

  it("the document lists what is offered to the consumer now", () => {
    const { windows } = createDesk();
    const b = windows.open(
      win("b", { actions: { go: act(), own: act(secret) }, observations: { see: look() } }),
    );
    const told = (by: AgentConsumer) => windows.describe({ consumer: by, id: "b@default" })!.capabilities;
    expect(told(agent)).to.deep.equal(["view:b.see", "view:b.go"]);
    expect(told(owner)).to.deep.equal(["view:b.see", "view:b.go", "view:b.own"]);
    b.setAvailable("go", false);
    expect(told(agent)).to.deep.equal(["view:b.see"]);
    b.openModal(win("ask"));
    expect(told(owner)).to.deep.equal([]);
  });

  it("the document is frozen, and says of which surface and version it is", () => {
    const { windows, registry } = createDesk();
    windows.open(win("b", { label: "Orders" }));
    const document = windows.describe();
    expect(document.surfaceId).to.equal(registry.surfaceId);
    expect(document.surfaceVersion).to.equal("1");
    expect(document.windows[0]).to.deep.equal({
      id: "b@default",
      type: "b",
      instanceId: "default",
      label: "Orders",
      description: "The window b.",
      kind: "window",
      owner: null,
      parent: null,
      operable: true,
      blockedBy: [],
      version: 1,
      withheld: [],
      capabilities: ["view:b.go"],
    });
    expect(Object.isFrozen(document) && Object.isFrozen(document.windows[0])).to.equal(true);
  });

  it("the embedded toolset and the snapshot show what is blocked, with its reason", async () => {
    const { windows, registry } = createDesk();
    const b = windows.open(win("b"));
    const toolset = createAgentToolset(registry, { consumer: agent, topology: "embedded" });
    const list = toolset.tools();
    const told: string[] = [];
    toolset.subscribe((_tools, { added, removed, changed }) => {
      const names = [added, removed, changed].map((tools) => tools.map((tool) => tool.capabilityId).join());
      told.push(names.join(" | "));
    });
    await turn();
    told.length = 0;
    b.openModal(win("ask"));
    expect(toolset.tools().find((tool) => tool.capabilityId === "view:b.go")).to.include({
      available: false,
      unavailableReason: "blocked_by_modal",
    });
    expect(registry.snapshot().components[1]!.actions[0]).to.include({
      available: false,
      unavailableReason: "blocked_by_modal",
    });
    expect(registry.snapshot({ includeUnavailable: false }).components[1]!.actions).to.deep.equal([]);
    await turn();
    expect(told).to.deep.equal(["view:ask.dismiss,view:ask.go |  | view:b.go"]);
    expect(list[0]!.available).to.equal(true);
  });

  it("a modal is in scope when its owner is, and an app-modal always", async () => {
    const { windows, registry } = createDesk();
    const toolset = createAgentToolset(registry, {
      consumer: agent,
      topology: "remote",
      scope: ["shop"],
      includeUnavailable: false,
    });
    const tools = () => toolset.tools().map(({ capabilityId }) => capabilityId);
    const cart = windows.open(win("shop.cart"));
    windows.open(win("other")).openModal(win("elsewhere"));
    cart.openModal(win("ask")).openModal(win("sure"));
    registry.register(inside("in-sure", "sure"));
    expect(tools()).to.deep.equal(["view:in-sure.go", "view:sure.dismiss", "view:sure.go"]);
    expect(registry.snapshot({ scope: ["shop"] }).components.map(({ type }) => type)).to.deep.equal([
      "ask",
      "in-sure",
      "shop.cart",
      "sure",
    ]);
    const [tool] = toolset.tools();
    expect(outcome(await tool!.execute({}, {}))).to.equal("ok");
    const alert = windows.openAppModal(win("alert"));
    expect(tools()).to.deep.equal(["view:alert.dismiss", "view:alert.go"]);
    alert.close();
  });

  it("a modal comes into scope with its late owner, and a tool of it in scope tells that it is gone", async () => {
    const { windows, registry } = createDesk();
    const toolset = createAgentToolset(registry, { consumer: agent, topology: "remote", scope: ["shop"] });
    const ask = windows.openModal(win("ask", { owner: "shop.cart@default" }));
    registry.register(inside("inner", "ask"));
    expect(toolset.tools()).to.deep.equal([]);
    windows.open(win("shop.cart"));
    const held = toolset.tools().find(({ capabilityId }) => capabilityId === "view:inner.go")!;
    expect(outcome(await held.execute({}, {}))).to.equal("ok");
    ask.close();
    // What the modal contained belongs to nothing in scope any more.
    expect(toolset.tools().map(({ capabilityId }) => capabilityId)).to.deep.equal(["view:shop.cart.go"]);
  });

  it("of what was in scope a late call learns that it is gone", async () => {
    const { windows, registry } = createDesk();
    const toolset = createAgentToolset(registry, { consumer: agent, topology: "remote", scope: ["shop"] });
    const ask = windows.open(win("shop.cart")).openModal(win("ask"));
    const inner = registry.register(inside("inner", "ask"));
    const held = new Map(toolset.tools().map((tool) => [tool.capabilityId, tool]));
    inner.unregister();
    expect(outcome(await held.get("view:inner.go")!.execute({}, {}))).to.equal("COMPONENT_UNMOUNTED");
    ask.close();
    expect(outcome(await held.get("view:ask.go")!.execute({}, {}))).to.equal("COMPONENT_UNMOUNTED");
  });
});

describe("versions and events of the surface", () => {
  it("an arrival beside an open modal is one version, and so is a redefinition", () => {
    const { windows, registry, events } = createDesk();
    const b = windows.open(win("b"));
    b.openModal(win("ask"));
    const before = Number(registry.getVersion());
    const inner = registry.register(inside("inner", "b"));
    windows.open(win("c"));
    expect(Number(registry.getVersion()) - before).to.equal(2);
    events.length = 0;
    b.redefine(win("b", { description: "Another text." }));
    inner.redefine(inside("inner", "b", { description: "Another text." }));
    expect(Number(registry.getVersion()) - before).to.equal(4);
    expect(events.map(({ type }) => type)).to.deep.equal([
      "component-unregistered",
      "component-registered",
      "component-unregistered",
      "component-registered",
    ]);
  });

  it("availability-changed tells of the capabilities that are blocked and free, and of no others", () => {
    const { windows, events } = createDesk();
    const b = windows.open(win("b"));
    windows.open(win("c"));
    events.length = 0;
    const ask = b.openModal(win("ask"));
    ask.close();
    const changes = eventsOf(events, "availability-changed");
    expect(changes.map(({ capabilityId, available }) => [capabilityId, available])).to.deep.equal([
      ["view:b.go", false],
      ["view:b.go", true],
    ]);
  });

  it("availability-changed tells of no capability as available while its window is blocked", () => {
    const { windows, events } = createDesk();
    const b = windows.open(win("b"));
    b.setAvailable("go", false);
    b.openModal(win("ask"));
    events.length = 0;
    b.setAvailable("go", true);
    expect(eventsOf(events, "availability-changed").map(({ available }) => available)).to.deep.equal([false]);
  });

  it("a version of a window never moves the surface's, nor does windows being made", async () => {
    const { registry } = createSurface();
    registry.register(inside("plain", "none"));
    const windows = createWindows(registry);
    const w = windows.open(win("w", { state: 1 }));
    w.setState(2);
    w.touch();
    await registry.invoke({ capabilityId: "view:w.go" });
    expect(registry.getVersion()).to.equal("2");
  });

  it("taking windows from the surface, and giving them back, is seen by who holds a snapshot or tools", () => {
    const { windows, registry, tools } = createDesk();
    windows.open(win("b")).openModal(win("ask"));
    const isFree = () => registry.snapshot().components[1]!.actions[0]!.available;
    expect([isFree(), tools().length]).to.deep.equal([false, 2]);
    registry.setOperability(undefined);
    expect([isFree(), tools().length]).to.deep.equal([true, 3]);
  });

  it("a snapshot between two changes is shared, also while a modal is open", () => {
    const { windows, registry } = createDesk();
    windows.open(win("b")).openModal(win("ask"));
    expect(registry.snapshot().components).to.equal(registry.snapshot().components);
  });

  it("all that an app-modal blocks is told", () => {
    const { windows, registry, events } = createDesk();
    for (let n = 0; n < 300; n++) registry.register(inside("row", "none", { instanceId: `n${n}` }));
    events.length = 0;
    windows.openAppModal(win("alert"));
    expect(eventsOf(events, "availability-changed")).to.have.length(300);
  });
});
