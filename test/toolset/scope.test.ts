/** A toolset's scope holds for every answer: nothing outside of it can be found out by asking. */
import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentComponentDefinition,
  type AgentInvocationResult,
  type JsonValue,
} from "../../src/index.js";
import { act, cart, consumer, errorOf, look, outcome } from "../helpers/surface.js";
import { binding, createDomain, order } from "../helpers/procedures.js";

const me = { consumer: consumer("me"), topology: "remote" as const };
const cancelId = "domain:orders.cancel";
const input = { reason: "late" };

function setUp(scope: string[]) {
  const domain = createDomain();
  const { registry } = domain;
  const toolset = createAgentToolset(registry, { ...me, scope, mode: "meta" });
  const [discover, read, actTool] = toolset.tools();
  let count = 0;
  const next = () => ({ toolCallId: `call-${(count += 1)}` });
  return {
    ...domain,
    discover: () => discover!.execute({}, next()),
    read: (given: JsonValue) => read!.execute(given, next()),
    act: (given: JsonValue) => actTool!.execute(given, next()),
    direct: () => createAgentToolset(registry, { ...me, scope }).tools(),
  };
}

/** Of an answer, all but the ids of the call and the surface. */
function told(result: AgentInvocationResult) {
  const { invocationId: _id, surfaceVersion: _version, surfaceChanged: _changed, ...rest } = result;
  return rest;
}

const vault = (own: Partial<AgentComponentDefinition> = {}) =>
  cart({
    type: "vault.safe",
    observations: { read: look() },
    actions: { apply: act() },
    procedures: [binding(undefined, { path: "vault.open" })],
    ...own,
  });

/** What may be outside of the scope, or may have been. */
const states: [string, (domain: ReturnType<typeof setUp>) => void][] = [
  ["there", ({ registry }) => registry.register(vault())],
  [
    "there twice",
    ({ registry }) => {
      for (const instanceId of ["a", "b"]) registry.register(vault({ instanceId }));
    },
  ],
  [
    "gone",
    ({ registry }) => {
      registry.register(vault()).unregister();
    },
  ],
  [
    "redefined away",
    ({ registry }) => {
      registry.register(vault()).redefine(vault({ observations: {}, actions: {}, procedures: [] }));
    },
  ],
  [
    "disabled",
    ({ registry }) => {
      registry.register(vault({ enabled: false }));
    },
  ],
];

const questions: JsonValue[] = [];
for (const capabilityId of [
  "view:vault.safe.apply",
  "view:vault.safe.read",
  "view:vault.safe.aply",
  "view:vault.saf.apply",
  "domain:vault.open",
  "domain:vault.opn",
]) {
  for (const own of [{}, { instanceId: "default" }, { instanceId: "a" }, { instanceId: "c" }]) {
    questions.push({ ...own, capabilityId });
  }
}

describe("outside of the scope of a meta toolset", () => {
  for (const [state, prepare] of states) {
    it(`nothing can be told from what never was: ${state}`, async () => {
      const never = setUp(["orders"]);
      const outside = setUp(["orders"]);
      prepare(outside);
      for (const domain of [never, outside]) {
        domain.registry.register(order());
        await domain.discover();
      }
      for (const question of questions) {
        for (const tool of ["read", "act"] as const) {
          const asked = tool === "act" ? { ...(question as object), input } : question;
          const answer = told(await outside[tool](asked));
          expect(answer, JSON.stringify(asked)).to.deep.equal(told(await never[tool](asked)));
          expect(JSON.stringify(answer)).to.contain("CAPABILITY_NOT_FOUND");
        }
      }
      expect(outside.asked).to.deep.equal([]);
    });
  }
});

describe("a procedure that components inside and outside of the scope bring", () => {
  const outsider = (own: Partial<AgentComponentDefinition> = {}) =>
    order([binding({ bind: () => ({ orderId: "outside" }) })], { type: "vault.orders", ...own });

  it("is that of the inside, without a question which", async () => {
    const { registry, asked, act: run, direct } = setUp(["orders"]);
    registry.register(outsider());
    registry.register(order());
    expect(outcome(await run({ capabilityId: cancelId, input }))).to.equal("ok");
    const tools = direct();
    expect(tools.map(({ capabilityId }) => capabilityId)).to.deep.equal([cancelId]);
    expect(outcome(await tools[0]!.execute(input, {}))).to.equal("ok");
    expect(asked.map((request) => request.input)).to.deep.equal([
      { orderId: "o-1", reason: "late", notify: true },
      { orderId: "o-1", reason: "late", notify: true },
    ]);
  });

  it("names those of the inside alone where there are several", async () => {
    const { registry, act: run } = setUp(["orders"]);
    registry.register(outsider({ instanceId: "secret" }));
    for (const instanceId of ["a", "b"]) registry.register(order(undefined, { instanceId }));
    const several = errorOf(await run({ capabilityId: cancelId, input }));
    expect(several.code).to.equal("AMBIGUOUS_INSTANCE");
    expect(several.details!["instances"]).to.deep.equal(["a", "b"]);
    const wrong = errorOf(await run({ capabilityId: cancelId, instanceId: "secret", input }));
    expect(wrong.code).to.equal("CAPABILITY_NOT_FOUND");
    expect(wrong.message).to.contain('"a", "b"');
    for (const error of [several, wrong]) expect(JSON.stringify(error)).not.to.contain("vault");
  });

  it("is not named to a tool whose own component left", async () => {
    const { registry, asked, act: run, discover, direct } = setUp(["orders"]);
    const handle = registry.register(order());
    registry.register(outsider());
    await discover();
    const [tool] = direct();
    for (const leave of [
      () => {
        handle.redefine(order([], { description: "No order." }));
      },
      () => {
        handle.unregister();
      },
    ]) {
      leave();
      for (const result of [await tool!.execute(input, {}), await run({ capabilityId: cancelId, input })]) {
        expect(outcome(result)).to.be.oneOf(["COMPONENT_UNMOUNTED", "CAPABILITY_NOT_FOUND"]);
        expect(JSON.stringify(result)).not.to.contain("vault").and.not.to.contain("liveRegistrationId");
      }
    }
    expect(asked).to.deep.equal([]);
  });
});
