import { expect } from "@open-wc/testing";
import { fromJsonSchema, type AgentPolicy } from "../../src/index.js";
import { act, consumer, printedDuring, unfrozen } from "../helpers/surface.js";
import { binding, createDomain, order } from "../helpers/procedures.js";

const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
const bind = () => ({ orderId: "o-1" });

describe("a procedure in the snapshot", () => {
  it("stands at the top level, with a link to the component that brought it", () => {
    const { registry } = createDomain();
    const outputSchema = fromJsonSchema({ type: "string" });
    const config = { bind, meta: { area: "orders" }, describe: () => "Order 1 of Ann." };
    const handle = registry.register(
      order([binding(config, { outputSchema })], { instanceId: "o-1", actions: { note: act() } }),
    );
    const { components, procedures } = registry.snapshot();
    expect(procedures).to.deep.equal([
      {
        procedureId: "domain:orders.cancel",
        description: "Cancels an order.",
        contextualNote: "Order 1 of Ann.",
        inputSchema: {
          type: "object",
          properties: {
            reason: { type: "string", description: "Why." },
            notify: { type: "boolean", default: true },
          },
          required: ["reason", "notify"],
          additionalProperties: false,
        },
        outputSchema: { type: "string" },
        effect: "server-mutation",
        confirmation: "optional",
        available: true,
        boundFields: [{ path: "orderId", locked: true, source: "ui-state" }],
        registrationId: handle.registrationId,
        context: { type: "orders.detail", instanceId: "o-1" },
        meta: { area: "orders" },
      },
    ]);
    expect(components.map(({ actions }) => actions.map(({ name }) => name))).to.deep.equal([["note"]]);
    expect(JSON.stringify(components)).not.to.contain("domain:");
    expect(unfrozen(procedures)).to.deep.equal([]);
    expect(Object.isFrozen(procedures)).to.equal(true);
  });

  it("has the link that its author gave it", () => {
    const { registry } = createDomain();
    const contextLink = { type: "orders.list", instanceId: "main" };
    registry.register(order([{ ...binding(), contextLink }]));
    expect(registry.snapshot().procedures[0]!.context).to.deep.equal(contextLink);
  });

  it("leaves out of the components what has procedures alone, or nothing else to be seen", () => {
    const { registry } = createDomain();
    registry.register(order());
    registry.register(order([binding()], { instanceId: "b", actions: { note: act({ policies: [hide] }) } }));
    registry.register(
      order([binding({ bind, policies: [hide] })], { instanceId: "c", actions: { note: act() } }),
    );
    registry.register(order([], { instanceId: "d" }));
    const { components, procedures } = registry.snapshot();
    expect(components.map(({ instanceId }) => instanceId)).to.deep.equal(["c", "d"]);
    expect(procedures.map(({ context }) => context!.instanceId)).to.deep.equal(["b", "default"]);
  });

  it("comes in the order of components, and within one as it defines them", () => {
    const { registry } = createDomain();
    const two = (...paths: string[]) => paths.map((path) => binding({ bind }, { path }));
    registry.register(order(two("b", "a"), { type: "z" }));
    registry.register(order(two("c"), { type: "a", instanceId: "2" }));
    registry.register(order(two("c"), { type: "a", instanceId: "1" }));
    registry.register(order(two("d"), { type: "y", priority: 5 }));
    const ids = registry
      .snapshot()
      .procedures.map(
        ({ procedureId, context }) => `${procedureId.slice(7)} ${context!.type} ${context!.instanceId}`,
      );
    expect(ids).to.deep.equal(["d y default", "c a 1", "c a 2", "b z default", "a z default"]);
  });

  it("is the same object until something in it changes", () => {
    const { registry } = createDomain();
    let note = "first";
    const handle = registry.register(order([binding({ bind, describe: () => note })]));
    const [first] = registry.snapshot().procedures;
    registry.register(order([], { instanceId: "other" }));
    expect(registry.snapshot().procedures[0]).to.equal(first);
    note = "second";
    const [second] = registry.snapshot().procedures;
    expect(second!.contextualNote).to.equal("second");
    expect(first!.contextualNote).to.equal("first");
    handle.update({ enabled: false });
    expect(registry.snapshot().procedures[0]).to.include({
      available: false,
      unavailableReason: "component-disabled",
    });
  });

  it("has no note where describe() fails or gives no text, which is reported, and asks nobody who sees nothing", async () => {
    for (const describe of [
      () => {
        throw new Error("no order");
      },
      () => undefined as never,
      () => "",
      () => 5 as never,
    ]) {
      const { registry } = createDomain(undefined, { environment: "development" });
      registry.register(order([binding({ bind, describe })]));
      const printed = await printedDuring(() => {
        expect(registry.snapshot().procedures[0]).not.to.have.property("contextualNote");
      });
      if (describe.toString().includes("throw")) expect(printed.join()).to.contain("no order");
    }
    let asked = 0;
    const { registry } = createDomain();
    const describe = () => String((asked += 1));
    registry.register(order([binding({ bind, describe, policies: [hide] })]));
    registry.snapshot();
    expect(asked).to.equal(0);
  });

  it("is in scope where its component is, and left out as unavailable where that is wanted", () => {
    const { registry } = createDomain();
    registry.register(order([binding({ bind, when: () => false })]));
    registry.register(order([binding()], { type: "shop.cart" }));
    const typesIn = (context: Parameters<typeof registry.snapshot>[0]) =>
      registry.snapshot(context).procedures.map((one) => one.context!.type);
    expect(typesIn({})).to.deep.equal(["orders.detail", "shop.cart"]);
    expect(typesIn({ scope: ["orders"] })).to.deep.equal(["orders.detail"]);
    expect(typesIn({ scope: ["order"] })).to.deep.equal([]);
    expect(typesIn({ includeUnavailable: false })).to.deep.equal(["shop.cart"]);
  });

  it("is dropped with its component where a budget is spent, and counts in it", () => {
    const { registry } = createDomain();
    const actions = { note: act() };
    registry.register(order([binding()], { type: "a", priority: 3 }));
    registry.register(order([binding()], { type: "b", priority: 2, actions }));
    registry.register(order([binding()], { type: "c", priority: 1, actions }));
    const namesIn = (budget: { maxComponents?: number; maxBytes?: number }) => {
      const { components, procedures, truncated } = registry.snapshot({ budget });
      return [components.map(({ type }) => type), procedures.map((one) => one.context!.type), truncated];
    };
    expect(namesIn({})).to.deep.equal([["b", "c"], ["a", "b", "c"], undefined]);
    expect(namesIn({ maxComponents: 2 })).to.deep.equal([["b"], ["a", "b"], { droppedComponents: 1 }]);
    expect(namesIn({ maxComponents: 0 })).to.deep.equal([[], [], { droppedComponents: 3 }]);
    const { components, procedures } = registry.snapshot();
    const bytes = (...parts: unknown[]) =>
      parts.map((part) => JSON.stringify(part).length).reduce((a, b) => a + b);
    const two = bytes(procedures[0], procedures[1], components[0]);
    expect(namesIn({ maxBytes: two })).to.deep.equal([["b"], ["a", "b"], { droppedComponents: 1 }]);
    expect(namesIn({ maxBytes: two - 1 })).to.deep.equal([[], ["a"], { droppedComponents: 2 }]);
  });

  it("never has what is internal", () => {
    const { registry } = createDomain();
    registry.register(order([binding()], { internal: { secret: "secret" } }));
    expect(JSON.stringify(registry.snapshot({ consumer: consumer("any") }))).not.to.contain("secret");
  });
});
