import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  fromJsonSchema,
  type AgentInvocation,
  type AgentPolicy,
} from "../../src/index.js";
import { eventsOf, outcome, outputOf } from "../helpers/surface.js";
import { layer, openBusyShop, openShop } from "./shop.js";

/** What can fail a call, one a phase, in the order of the phases. */
type Obstacle =
  | "unknown"
  | "unavailable"
  | "stale"
  | "unauthorized"
  | "invalid"
  | "refused"
  | "unconfirmed"
  | "premature"
  | "crowded";

const codes: Record<Obstacle, string> = {
  unknown: "CAPABILITY_NOT_FOUND",
  unavailable: "CAPABILITY_NOT_AVAILABLE",
  stale: "STALE_CAPABILITY",
  unauthorized: "NOT_AUTHENTICATED",
  invalid: "INVALID_INPUT",
  refused: "NOT_AUTHORIZED",
  unconfirmed: "CONFIRMATION_REQUIRED",
  premature: "PRECONDITION_FAILED",
  crowded: "RATE_LIMITED",
};

const refusing = (
  stage: "onAuthorize" | "onInvoke",
  code: "NOT_AUTHENTICATED" | "NOT_AUTHORIZED",
): AgentPolicy =>
  layer(stage, () => Promise.reject(new AgentSurfaceError({ code, message: "No.", retry: "no" })));

const input = fromJsonSchema<never>({ type: "object", properties: { id: { type: "integer" } } });

/** What a call with all of these in its way comes to. */
async function meet(...obstacles: Obstacle[]): Promise<string> {
  const has = (one: Obstacle) => obstacles.includes(one);
  let isOpen = true;
  const { registry, call } = openBusyShop({
    policies: [
      ...(has("unauthorized") ? [refusing("onAuthorize", "NOT_AUTHENTICATED")] : []),
      ...(has("refused") ? [refusing("onInvoke", "NOT_AUTHORIZED")] : []),
    ],
    limits: { actionQueueDepth: 0 },
    action: {
      input,
      when: () => isOpen,
      ...(has("unconfirmed") && { confirmation: "required" }),
      ...(has("premature") && { precondition: ({ id }) => (id === 0 ? undefined : { message: "No." }) }),
    },
  });
  if (has("crowded")) void call({ input: { id: 0 } });
  isOpen = !has("unavailable");
  if (has("stale")) registry.setOperability({ blockedBy: () => [], versionOf: () => 2 });
  const request: Partial<AgentInvocation> = {
    input: { id: has("invalid") ? "x" : 1 },
    ...(has("unknown") && { instanceId: "none" }),
    ...(has("stale") && { expectedVersion: 1 }),
  };
  return outcome(await call(request));
}

describe("pipeline (contract 4 and 5; core API, Invocation, pipeline order)", () => {
  const order = Object.keys(codes) as Obstacle[];
  const pairs: [Obstacle, Obstacle][] = [
    ["unknown", "unavailable"],
    ["unavailable", "stale"],
    ["stale", "unauthorized"],
    ["unauthorized", "invalid"],
    ["invalid", "refused"],
    ["refused", "unconfirmed"],
    ["unconfirmed", "premature"],
    ["premature", "crowded"],
  ];
  for (const [first, second] of pairs) {
    it(`fails with ${codes[first]} before ${codes[second]}`, async () => {
      expect(await meet(first, second)).to.equal(codes[first]);
      expect(await meet(second), "the second by itself").to.equal(codes[second]);
    });
  }

  it("has the first failure win where everything is wrong at once", async () => {
    for (const [index, obstacle] of order.entries()) {
      // A question or a refusal keeps the slot from being taken in the first place.
      const rest = order.slice(index).filter((one) => one !== "crowded" || obstacle === "crowded");
      expect(await meet(...rest)).to.equal(codes[obstacle]);
    }
  });

  it("asks phase 1 before all others: a conflict is told even of what is unknown", async () => {
    const { call } = openShop();
    await call({ invocationId: "one" });
    expect(outcome(await call({ invocationId: "one", instanceId: "none" }))).to.equal("INVOCATION_CONFLICT");
  });

  it("asks authorization once, also of a call that waits for its slot", async () => {
    let asked = 0;
    const policy = layer("onAuthorize", (next) => {
      asked += 1;
      return next();
    });
    const { call, runs, time } = openBusyShop({ policies: [policy] });
    const results = [call(), call()];
    await time.advance(0);
    runs[0]!.resolve(null);
    await results[0];
    await time.advance(0);
    runs[1]!.resolve(null);
    await results[1];
    expect(asked).to.equal(2);
  });

  it("starts a handler in the task of its invoke, observations and actions alike", () => {
    const started: string[] = [];
    const { call, look } = openShop({
      action: { execute: () => void started.push("action") },
      observation: { read: () => started.push("observation") },
    });
    void call();
    void look();
    expect(started).to.deep.equal(["action", "observation"]);
  });

  it("tells started before the handler runs and settled after it", async () => {
    const told: string[] = [];
    const shop = openShop({ action: { execute: () => void told.push("handler") } });
    await shop.time.advance(0);
    shop.registry.subscribe(({ type }) => told.push(type));
    await shop.call();
    expect(told).to.deep.equal(["invocation-started", "handler", "invocation-settled"]);
  });

  it("tells settled with status, code and duration", async () => {
    const { call, runs, events, time } = openBusyShop();
    const result = call({ invocationId: "one" });
    await time.advance(40);
    runs[0]!.resolve(null);
    await result;
    await call({ invocationId: "two", instanceId: "none" });
    const settled = eventsOf(events, "invocation-settled");
    expect(settled[0]).to.deep.include({ invocationId: "one", status: "ok", durationMs: 40 });
    expect(settled[0]).not.to.have.property("code");
    expect(settled[1]).to.deep.include({ status: "error", code: "CAPABILITY_NOT_FOUND", durationMs: 0 });
  });

  it("reads the handler that the definition has when it runs, not when it was registered", async () => {
    const { call, definition } = openShop();
    definition.actions!["apply"]!.execute = () => "the new one";
    expect(outputOf(await call())).to.equal("the new one");
  });

  it("leaves no timer behind while nothing runs and nobody is asked: nothing polls", async () => {
    const { call, runs, handle, time } = openBusyShop();
    const result = call();
    await time.advance(0);
    runs[0]!.resolve(null);
    await result;
    handle.update({ enabled: false });
    await time.advance(0);
    expect(time.waiting).to.equal(0);
  });

  it("keeps one hanging call from holding up any other component, consumer or id", async () => {
    const { registry, call, look, definition } = openBusyShop();
    void call();
    registry.register({ ...definition, instanceId: "b" });
    expect(outcome(await look({ instanceId: "default" }))).to.equal("ok");
    expect(outcome(await look({ instanceId: "b" }))).to.equal("ok");
  });
});
