import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentPolicy,
  type AgentTool,
  type AgentToolChanges,
} from "../../src/index.js";
import { act, cart, consumer, createSurface, printedDuring } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const names = (tools: readonly AgentTool[]) => tools.map(({ name }) => name);
const apply = "view_shop__cart__apply";
const clear = "view_shop__cart__clear";

function watched(options: Parameters<typeof createSurface>[0] = {}) {
  const surface = createSurface(options);
  const toolset = createAgentToolset(surface.registry, { consumer: consumer("me"), topology: "remote" });
  const told: { added: string[]; removed: string[]; changed: string[]; tools: string[] }[] = [];
  const changes: AgentToolChanges[] = [];
  const stop = toolset.subscribe((tools, change) => {
    changes.push(change);
    told.push({
      added: names(change.added),
      removed: names(change.removed),
      changed: names(change.changed),
      tools: names(tools),
    });
  });
  return { ...surface, toolset, told, changes, stop };
}

const shop = (own: Parameters<typeof cart>[0] = {}) => cart({ observations: {}, ...own });

describe("the subscription of a toolset", () => {
  it("tells what was added and removed, once a microtask", async () => {
    const { registry, told } = watched();
    const handle = registry.register(shop({ actions: { apply: act(), clear: act() } }));
    registry.register(shop({ type: "other" }));
    await turn();
    expect(told).to.deep.equal([
      {
        added: [apply, clear, "view_other__apply"],
        removed: [],
        changed: [],
        tools: ["view_other__apply", apply, clear],
      },
    ]);
    handle.unregister();
    await turn();
    expect(told[1]).to.deep.equal({
      added: [],
      removed: [apply, clear],
      changed: [],
      tools: ["view_other__apply"],
    });
  });

  it("takes one function twice, each with its own remover", async () => {
    const { registry, toolset } = watched();
    let told = 0;
    const listener = () => void (told += 1);
    const stop = toolset.subscribe(listener);
    toolset.subscribe(listener);
    registry.register(shop());
    await turn();
    expect(told).to.equal(2);
    stop();
    stop();
    registry.register(shop({ type: "other" }));
    await turn();
    expect(told).to.equal(3);
  });

  it("tells of availability, with the tool as it is now", async () => {
    const { registry, told, changes } = watched();
    const handle = registry.register(shop({ actions: { apply: act(), clear: act() } }));
    await turn();
    handle.update({ availability: { apply: { available: false, reason: "offline" } } });
    await turn();
    expect(told[1]).to.deep.include({ added: [], removed: [], changed: [apply] });
    expect(changes[1]!.changed[0]).to.include({ available: false, unavailableReason: "offline" });
  });

  it("tells nothing where nothing would act differently", async () => {
    const { registry, told } = watched();
    const definition = shop();
    const handle = registry.register(definition);
    await turn();
    told.length = 0;
    definition.actions!["apply"]!.execute = () => "new";
    handle.invalidate();
    await turn();
    handle.update({ enabled: false });
    handle.update({ enabled: true });
    await turn();
    registry.register({ type: "note", description: "A note without capabilities." });
    await turn();
    expect(told).to.deep.equal([]);
  });

  it("tells of a remount under the same name as a change, though its text is equal", async () => {
    const { registry, told, toolset } = watched();
    const handle = registry.register(shop());
    await turn();
    const [before] = toolset.tools();
    handle.unregister();
    const next = registry.register(shop());
    await turn();
    expect(told[1]).to.deep.include({ added: [], removed: [], changed: [apply] });
    const [after] = toolset.tools();
    expect(after).not.to.equal(before);
    expect(after!.registrationId).to.equal(next.registrationId);
  });

  it("leaves a tool alone when a sibling arrives", async () => {
    const { registry, told, toolset } = watched();
    registry.register(shop());
    await turn();
    const [before] = toolset.tools();
    registry.register(shop({ instanceId: "later" }));
    await turn();
    expect(told[1]).to.deep.include({ added: [`${apply}_at_later`], removed: [], changed: [] });
    expect(toolset.tools()[0]).to.equal(before);
    expect(before!.name).to.equal(apply);
  });

  it("tells only the difference that a redefinition made", async () => {
    const { registry, told, toolset } = watched();
    const handle = registry.register(shop({ actions: { apply: act(), clear: act() } }));
    await turn();
    const [kept] = toolset.tools();
    handle.redefine(
      shop({ actions: { apply: act(), clear: act({ description: "Clears it." }), more: act() } }),
    );
    await turn();
    expect(told[1]).to.deep.include({ added: ["view_shop__cart__more"], removed: [], changed: [clear] });
    expect(toolset.tools()[0]).to.equal(kept);
  });

  it("comes before the list is asked, or with it", async () => {
    const { registry, told, toolset } = watched();
    registry.register(shop());
    expect(names(toolset.tools())).to.deep.equal([apply]);
    expect(told).to.have.length(1);
    await turn();
    expect(told).to.have.length(1);
  });

  it("goes on where a listener throws, and ends with its remover", async () => {
    const { registry, toolset, told, stop } = watched();
    toolset.subscribe(() => {
      throw new Error("a listener broke");
    });
    let heard = 0;
    toolset.subscribe(() => void (heard += 1));
    await printedDuring(async () => {
      registry.register(shop());
      await turn();
    });
    expect(heard).to.equal(1);
    stop();
    await printedDuring(async () => {
      registry.register(shop({ instanceId: "b" }));
      await turn();
    });
    expect(told).to.have.length(1);
    expect(heard).to.equal(2);
  });

  it("ends with the toolset", async () => {
    const { registry, toolset, told } = watched();
    toolset.dispose();
    registry.register(shop());
    await turn();
    expect(told).to.deep.equal([]);
  });

  it("does not depend on other toolsets of the same registry", async () => {
    const { registry, told } = watched();
    const other = createAgentToolset(registry, { consumer: consumer("other"), topology: "remote" });
    registry.register(shop());
    other.tools();
    await turn();
    other.dispose();
    registry.register(shop({ instanceId: "b" }));
    await turn();
    expect(told).to.have.length(2);
  });
});

describe("what a policy decides anew", () => {
  const switched = () => {
    const state = { hidden: false };
    const policy: AgentPolicy = {
      name: "switch",
      onDiscovery: () => ({ decision: state.hidden ? "hide" : "expose" }),
    };
    const surface = watched({ policies: [policy] });
    const handle = surface.registry.register(shop());
    return { ...surface, state, handle };
  };

  it("is seen after invalidate", async () => {
    const { handle, state, told, toolset } = switched();
    await turn();
    state.hidden = true;
    handle.invalidate();
    await turn();
    expect(told[1]).to.deep.include({ removed: [apply] });
    expect(toolset.tools()).to.deep.equal([]);
  });

  it("is seen after invalidate also where something else changed in the same microtask", async () => {
    const { handle, state, registry, toolset } = switched();
    await turn();
    state.hidden = true;
    handle.invalidate();
    registry.register({ type: "note", description: "A note." });
    await turn();
    expect(toolset.tools()).to.deep.equal([]);
  });

  it("is seen in the list of the new version at once, before any event", async () => {
    const { handle, state, toolset } = switched();
    await turn();
    expect(names(toolset.tools())).to.deep.equal([apply]);
    state.hidden = true;
    handle.invalidate();
    expect(toolset.tools()).to.deep.equal([]);
  });
});
