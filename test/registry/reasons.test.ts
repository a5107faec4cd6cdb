/** Why something cannot be used comes from the host, and travels to agents. */
import { expect } from "@open-wc/testing";
import { createAgentToolset, type AgentPolicy } from "../../src/index.js";
import { act, cart, consumer, createSurface, errorOf, look, unfrozen } from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const requests = [
  { capabilityId: "view:shop.cart.apply" },
  { capabilityId: "view:shop.cart.read" },
  { ...cancel, input: { reason: "late" } },
];

/** Made anew for each use: what a host hands out stays its own. */
const odd: [string, () => unknown][] = [
  ["a bigint", () => 5n],
  ["an object", () => ({ secret: { deep: true } })],
  ["a list", () => ["secret"]],
  ["a number", () => 5],
  ["true", () => true],
  ["null", () => null],
  ["nothing", () => undefined],
  ["an empty text", () => ""],
  ["a promise", () => Promise.resolve("secret")],
  ["a symbol", () => Symbol("secret")],
  ["a function", () => () => "secret"],
  ["a text object", () => new String("secret")],
];

interface Way {
  /** What is told where the reason is none. */
  otherwise: string;
  own?(reason: never): { when: () => boolean; unavailableReason: never };
  policies?(reason: never): AgentPolicy[];
  push?(reason: never): { available: boolean; reason: never };
}

const ways: Record<string, Way> = {
  "unavailableReason as a function": {
    otherwise: "Currently unavailable",
    own: (reason) => ({ when: () => false, unavailableReason: (() => reason) as never }),
  },
  "update({ availability })": {
    otherwise: "unavailable",
    push: (reason) => ({ available: false, reason }),
  },
  "a policy's disable": {
    otherwise: "unavailable",
    policies: (reason) => [{ name: "one", onDiscovery: () => ({ decision: "disable", reason }) }],
  },
};

function setUp(way: Way, reason: never) {
  const { registry } = createDomain();
  const more = { ...way.own?.(reason), policies: way.policies?.(reason) ?? [] };
  const handles = [
    registry.register(cart({ observations: { read: look(more) }, actions: { apply: act(more) } })),
    registry.register(order([binding({ bind: () => ({ orderId: "o-1" }), ...more })])),
  ];
  const push = way.push?.(reason);
  if (push) {
    const { capabilityId } = cancel;
    handles[0]!.update({ availability: { read: push, apply: push } });
    handles[1]!.update({ availability: { [capabilityId]: push } });
  }
  return registry;
}

/** Everything that is told of it: in the snapshot, by the tools, and to calls. */
async function told(way: Way, reason: never): Promise<unknown[]> {
  const registry = setUp(way, reason);
  const snapshot = registry.snapshot();
  expect(unfrozen(snapshot)).to.deep.equal([]);
  expect(JSON.parse(JSON.stringify(snapshot))).to.deep.equal(snapshot);
  const tools = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" }).tools();
  expect(tools).to.have.length(3);
  const reasons: unknown[] = tools.map(({ unavailableReason }) => unavailableReason);
  for (const { actions, observations } of snapshot.components) {
    reasons.push(...[...actions, ...observations].map(({ unavailableReason }) => unavailableReason));
  }
  reasons.push(...snapshot.procedures.map(({ unavailableReason }) => unavailableReason));
  for (const request of requests) {
    const result = await registry.invoke(request);
    expect(unfrozen(result)).to.deep.equal([]);
    expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
    const error = errorOf(result);
    expect(error.code).to.equal("CAPABILITY_NOT_AVAILABLE");
    expect(error.message.length).to.be.at.most(300);
    reasons.push(error.details!["reason"]);
  }
  expect(reasons).to.have.length(9);
  return [...new Set(reasons)];
}

for (const [title, way] of Object.entries(ways)) {
  describe(`a reason of ${title}`, () => {
    for (const [kind, make] of odd) {
      it(`that is ${kind} is "${way.otherwise}"`, async () => {
        const reason = make();
        expect(await told(way, reason as never)).to.deep.equal([way.otherwise]);
        if (typeof reason === "object" && reason !== null) expect(Object.isFrozen(reason)).to.equal(false);
      });
    }

    it("is the host's text, 300 characters of it at most", async () => {
      expect(await told(way, "offline" as never)).to.deep.equal(["offline"]);
      const [cut, ...others] = (await told(way, "x".repeat(1_000_000) as never)) as string[];
      expect(others).to.deep.equal([]);
      expect(cut).to.have.length(300).and.to.match(/^x+…$/);
    });
  });
}

describe("a reason that a definition has now, and had not when it was checked", () => {
  it("is the default where it is no text", async () => {
    for (const [kind, make] of odd.filter(([title]) => title !== "a function")) {
      const { registry } = createSurface();
      const apply = act({ when: () => false, unavailableReason: "offline" });
      registry.register(cart({ actions: { apply } }));
      apply.unavailableReason = make() as never;
      const result = await registry.invoke({ capabilityId: "view:shop.cart.apply" });
      expect(errorOf(result).details, kind).to.deep.equal({ reason: "Currently unavailable" });
      expect(registry.snapshot().components[0]!.actions[0]!.unavailableReason, kind).to.equal(
        "Currently unavailable",
      );
    }
  });
});
