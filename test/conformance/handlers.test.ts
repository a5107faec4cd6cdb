import { expect } from "@open-wc/testing";
import {
  createWindows,
  fromJsonSchema,
  type AgentActionContext,
  type AgentPolicy,
  type AgentReadContext,
  type JsonValue,
} from "../../src/index.js";
import { turn } from "../helpers/fake-time.js";
import { act, anyObject, cart, consumer, createSurface, outputOf, questionId } from "../helpers/surface.js";
import { openBusyShop, openShop, reasonOf, type ShopOptions } from "./shop.js";

/** A shop that keeps the contexts that its handlers get. */
function told(options: ShopOptions = {}) {
  const acting: AgentActionContext[] = [];
  const reading: AgentReadContext[] = [];
  const shop = openShop({
    ...options,
    action: { ...options.action, execute: (_input, context) => void acting.push(context) },
    observation: { ...options.observation, read: (context) => (reading.push(context), null) },
  });
  return { ...shop, acting, reading };
}

describe("handlers (core API, Handler contexts; contract 9 and 17)", () => {
  it("an action is told its capability, its registration, its consumer and the host's context", async () => {
    const user = { name: "Ann" };
    const { call, acting, handle } = told({ context: () => ({ user }) });
    const agent = { ...consumer("agent", "mcp-bridge"), grants: ["orders"] };
    await call({}, { consumer: agent });
    const [{ capabilityId, registrationId, consumer: by, host }] = acting as [AgentActionContext];
    expect([capabilityId, registrationId]).to.deep.equal(["view:shop.cart.apply", handle.registrationId]);
    expect(by).to.deep.equal(agent);
    expect(host["user"]).to.equal(user);
  });

  it("an action is told the id of its invocation and a signal that is not aborted", async () => {
    const { call, acting } = told();
    const result = await call();
    expect(acting[0]!.invocationId).to.equal(result.invocationId);
    expect(acting[0]!.signal).to.be.instanceOf(AbortSignal);
    expect(acting[0]!.signal.aborted).to.equal(false);
  });

  it("an action is told the confirmation that it runs on, its id and its time, and none otherwise", async () => {
    const plain = told();
    await plain.call();
    expect(plain.acting[0]).not.to.have.property("confirmation");
    const { call, acting, registry, time } = told({ action: { confirmation: "required" } });
    const id = questionId(await call({ invocationId: "one" }));
    await time.advance(2_000);
    registry.confirmations.resolve(id, { approved: true });
    await call({ invocationId: "one", confirmationId: id });
    expect(acting[0]!.confirmation).to.deep.equal({ id, approvedAt: "2026-01-01T00:00:02.000Z" });
  });

  it("an observation is told capability, registration, consumer and host, and nothing that acts", async () => {
    const { look: read, reading } = told();
    await read({}, { consumer: consumer("me") });
    expect(Object.keys(reading[0]!).sort()).to.deep.equal([
      "capabilityId",
      "consumer",
      "host",
      "registrationId",
    ]);
  });

  it("an observation that declares an input is told it too", async () => {
    const input = fromJsonSchema({ type: "object", properties: { page: { type: "integer", default: 1 } } });
    const { look: read, reading } = told({ observation: { input } });
    await read();
    expect(reading[0]!.input).to.deep.equal({ page: 1 });
  });

  it("a precondition is told the parsed input and what a reader is told", async () => {
    const seen: unknown[] = [];
    const precondition = (input: { [key: string]: JsonValue }, context: AgentReadContext) =>
      void seen.push(input, context.capabilityId, "signal" in context);
    const input = { ...anyObject, parse: () => ({ parsed: true }) };
    await openShop({ action: { input, precondition } }).call({ input: { raw: true } });
    expect(seen).to.deep.equal([{ parsed: true }, "view:shop.cart.apply", false]);
  });

  it("the consumer is the anonymous embedded one where a call names none", async () => {
    const { call, acting } = told();
    await call();
    expect(acting[0]!.consumer).to.deep.equal({ id: "anonymous", kind: "embedded" });
  });

  it("the host's context is asked for at each call, as it is then, and is {} without a provider", async () => {
    let user = "ann";
    const { call, acting } = told({ context: () => ({ user }) });
    await call();
    user = "bob";
    await call();
    expect(acting.map(({ host }) => host["user"])).to.deep.equal(["ann", "bob"]);
    const plain = told();
    await plain.call();
    expect(plain.acting[0]!.host).to.deep.equal({});
  });

  it("the host's context is asked for by nothing but policies and handlers", async () => {
    let asked = 0;
    const { registry } = createSurface({ context: () => ((asked += 1), {}) });
    registry.register(cart());
    registry.snapshot();
    await registry.invoke({ capabilityId: "view:none.none" });
    expect(asked).to.equal(0);
  });

  it("the registrationId is the one that the component has now, after a redefinition", async () => {
    const { call, acting, handle, definition } = told();
    handle.redefine({ ...definition, description: "Another cart." });
    await call();
    expect(acting[0]!.registrationId).to.equal(handle.registrationId);
  });

  it("a handler may answer at once or by a promise, of an action as of an observation", async () => {
    for (const answer of [() => 5, () => Promise.resolve(5)]) {
      const { call, look: read } = openShop({ action: { execute: answer }, observation: { read: answer } });
      expect([outputOf(await call()), outputOf(await read())]).to.deep.equal([5, 5]);
    }
  });

  it("a handler's own consumer, host and ids reach no result", async () => {
    const { call } = openShop({ context: () => ({ token: "secret" }), action: { execute: () => "done" } });
    const result = await call({}, { consumer: { ...consumer("me"), grants: ["grant-1"] } });
    expect(JSON.stringify(result)).not.to.match(/secret|grant-1/);
  });

  it("an action tells the windows that it opens by opened(), as openedWindowIds of its result", async () => {
    const { call, runs, registry } = openBusyShop({ action: { concurrency: { mode: "parallel", max: 2 } } });
    createWindows(registry);
    const calls = [call(), call()] as const;
    await turn();
    registry.register({ type: "shop.note", description: "A note." });
    runs[1]!.context.opened("shop.note@default");
    for (const run of runs) run.resolve(null);
    const [one, other] = await Promise.all(calls);
    expect(one).not.to.have.property("openedWindowIds");
    expect(other.openedWindowIds).to.deep.equal(["shop.note@default"]);
  });

  it("a result says settled: false where something that the action caused is still pending", async () => {
    const settledOf = async (execute: (context: AgentActionContext) => void) => {
      const { call } = openShop({
        action: {
          execute: (_input, context) => {
            execute(context);
          },
        },
      });
      return (await call()).settled;
    };
    expect(
      await settledOf((context) => {
        context.pending();
      }),
    ).to.equal(false);
    expect(await settledOf(() => undefined)).to.equal(undefined);
  });

  it("the state of a component is read into the windows document, its sensitive paths masked", () => {
    const state = () => ({ card: { number: "4111" }, items: 2 });
    const { registry } = openShop({ component: { state, sensitive: ["card.number"] } });
    const [described] = createWindows(registry).describe().windows;
    expect(described!.state).to.deep.equal({ card: { number: "(withheld)" }, items: 2 });
    expect(described!.withheld).to.deep.equal(["card.number"]);
  });

  it("a hidden window is absent from blockedBy, owner, openedWindowIds and the windows document", async () => {
    const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
    const secret = {
      type: "secret",
      description: "Not to be known of.",
      policies: [hide],
      actions: { go: act() },
    };
    const shop = openShop({
      action: { execute: () => void windows.open({ ...secret, instanceId: "opened" }) },
    });
    const windows = createWindows(shop.registry);
    const opening = await shop.call();
    windows.open(secret).openModal({ type: "on-secret", description: "On it." });
    windows.openModal({ ...secret, instanceId: "modal", owner: "shop.cart@default" });
    const blocked = await shop.call();
    expect([opening.status, reasonOf(blocked)]).to.deep.equal(["ok", "blocked_by_modal"]);
    const { windows: described } = windows.describe();
    expect(described.map(({ type, owner }) => [type, owner])).to.deep.equal([
      ["on-secret", null],
      ["shop.cart", null],
    ]);
    for (const told of [opening, blocked, described]) expect(JSON.stringify(told)).not.to.contain('"secret');
  });
});
