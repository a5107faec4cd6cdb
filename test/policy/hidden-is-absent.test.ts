import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentComponentDefinition,
  type AgentInvocation,
  type AgentInvocationResult,
  type AgentPolicy,
  type AgentRegistrationHandle,
} from "../../src/index.js";
import { binding, order } from "../helpers/procedures.js";
import { act, cart, consumer, createSurface, outcome } from "../helpers/surface.js";

const apply: AgentInvocation = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
const guest = { consumer: consumer("guest") };
const owner = { consumer: consumer("owner") };

/** Only the owner may know of it. */
const owned: AgentPolicy = {
  name: "owned",
  onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
};

type Layer = "registry" | "component" | "capability";
const layers: readonly Layer[] = ["registry", "component", "capability"];

function hiddenBy(layer: Layer, own: Partial<AgentComponentDefinition> = {}) {
  const policies = [owned];
  const surface = createSurface(layer === "registry" ? { policies } : {});
  const definition = cart({
    ...own,
    ...(layer === "component" && { policies }),
    observations: {},
    actions: { apply: act(layer === "capability" ? { policies } : {}) },
  });
  return { ...surface, handle: surface.registry.register(definition), definition };
}

/** What a call gets on a surface where the capability never was. */
async function neverThere(request: AgentInvocation): Promise<AgentInvocationResult> {
  return createSurface().registry.invoke(request, guest);
}

const told = ({ surfaceVersion: _version, surfaceChanged: _changed, ...rest }: AgentInvocationResult) => rest;

describe("what a policy hides from a consumer", () => {
  for (const layer of layers) {
    describe(`in a policy of the ${layer}`, () => {
      it("is in no snapshot and no toolset", () => {
        const { registry } = hiddenBy(layer);
        expect(registry.snapshot(guest).components).to.deep.equal([]);
        expect(registry.snapshot(owner).components).to.have.length(1);
        const toolset = createAgentToolset(registry, { ...guest, topology: "remote" });
        expect(toolset.tools()).to.deep.equal([]);
      });

      const requests = ({ handle }: ReturnType<typeof hiddenBy>): AgentInvocation[] => [
        apply,
        { ...apply, instanceId: "default" },
        { ...apply, registrationId: handle.registrationId },
        { ...apply, registrationId: "reg_1_unknown" },
        { ...apply, confirmationId: "cnf_unknown00000" },
        { ...apply, expectedVersion: 1 },
        { ...apply, input: { a: NaN } },
      ];

      const states: [string, (surface: ReturnType<typeof hiddenBy>) => void][] = [
        ["live", () => undefined],
        [
          "disabled",
          ({ handle }) => {
            handle.update({ enabled: false });
          },
        ],
        [
          "with a second instance",
          ({ registry, definition }) => registry.register({ ...definition, instanceId: "b" }),
        ],
        [
          "unmounted",
          ({ handle }) => {
            handle.unregister();
          },
        ],
        [
          "mounted again",
          ({ registry, handle, definition }) => {
            handle.unregister();
            registry.register(definition);
          },
        ],
      ];
      for (const [title, change] of states) {
        it(`is to a call as if it had never been there: ${title}`, async () => {
          const surface = hiddenBy(layer);
          change(surface);
          for (const [index, request] of requests(surface).entries()) {
            const own = { ...request, invocationId: `call-${index}` };
            const result = await surface.registry.invoke(own, guest);
            expect(told(result), JSON.stringify(request)).to.deep.equal(told(await neverThere(own)));
          }
        });
      }
    });
  }

  it("does not take part in ambiguity", async () => {
    const { registry, definition } = hiddenBy("component");
    registry.register({ ...definition, instanceId: "b", policies: [] });
    expect(outcome(await registry.invoke(apply, guest))).to.equal("ok");
    expect(outcome(await registry.invoke(apply, owner))).to.equal("AMBIGUOUS_INSTANCE");
  });

  it("cannot be told from an unknown registration by a token for a visible sibling", async () => {
    const { registry, definition, handle } = hiddenBy("component");
    registry.register({ ...definition, instanceId: "b", policies: [] });
    const withToken = (registrationId: string) =>
      registry.invoke({ ...apply, invocationId: registrationId, registrationId }, guest);
    const details = async (registrationId: string) => {
      const result = await withToken(registrationId);
      return result.status === "error" ? result.error : result;
    };
    const unknown = await details("reg_9_unknown");
    expect(await details(handle.registrationId)).to.deep.equal(unknown);
    handle.unregister();
    const again = await registry.invoke(
      { ...apply, invocationId: "again", registrationId: handle.registrationId },
      guest,
    );
    expect(again.status === "error" ? again.error : again).to.deep.equal(unknown);
  });

  it("cannot be told from an unknown registration by a token from before a redefinition", async () => {
    const { registry, definition, handle } = hiddenBy("component");
    const ids = [handle.registrationId];
    handle.redefine({ ...definition, actions: { ...definition.actions, more: act() } });
    ids.push(handle.registrationId);
    handle.redefine({ ...definition, description: "Another cart." });
    registry.register({ ...definition, instanceId: "b", policies: [] });
    const details = async (registrationId: string) => {
      const result = await registry.invoke({ ...apply, invocationId: registrationId, registrationId }, guest);
      return result.status === "error" ? result.error : result;
    };
    const unknown = await details("reg_9_unknown");
    for (const id of ids) expect(await details(id)).to.deep.equal(unknown);
    handle.unregister();
    for (const registrationId of ids) {
      const late = { ...apply, invocationId: `late ${registrationId}`, registrationId };
      const result = await registry.invoke(late, guest);
      expect(result.status === "error" ? result.error : result).to.deep.equal(unknown);
    }
  });

  for (const [state, end] of [
    ["live", () => undefined],
    ["unmounted", (handle: AgentRegistrationHandle) => handle.unregister()],
    ["redefined away", (handle: AgentRegistrationHandle) => handle.redefine(cart({ actions: {} }))],
  ] as [string, (handle: AgentRegistrationHandle) => void][]) {
    it(`cannot be told from what never was by a dead registration, whosever it was: ${state}`, async () => {
      const answers = async (actions: AgentComponentDefinition["actions"]) => {
        const { registry } = createSurface();
        const note = registry.register({
          type: "shop.note",
          description: "A note.",
          actions: { add: act() },
        });
        const list = registry.register({
          type: "shop.list",
          description: "A list.",
          actions: { add: act() },
        });
        const other = registry.register(cart({ instanceId: "b", actions: { more: act() } }));
        const handle = registry.register(cart({ actions: { more: act(), ...actions } }));
        registry.snapshot(guest);
        const ids = [note, list, other, handle].map(({ registrationId }) => registrationId);
        note.unregister();
        list.redefine({ type: "shop.list", description: "A list.", actions: {} });
        other.unregister();
        ids.push(list.registrationId);
        end(handle);
        ids.push(handle.registrationId, "reg_9_unknown");
        const told: string[] = [];
        for (const registrationId of ids) {
          for (const own of [{}, { instanceId: "default" }, { instanceId: "b" }, { instanceId: "c" }]) {
            const result = await registry.invoke(
              { ...own, capabilityId: apply.capabilityId, registrationId },
              guest,
            );
            const { invocationId, ...rest } = result;
            told.push(
              [registrationId, invocationId].reduce(
                (text, id) => text.replaceAll(id, "an id"),
                JSON.stringify(rest),
              ),
            );
          }
        }
        return told;
      };
      expect(await answers({ apply: act({ policies: [owned] }) })).to.deep.equal(await answers({}));
    });
  }

  it("does not keep a sibling that left from being told as unmounted", async () => {
    const answers = async (hasSecond: boolean) => {
      const { registry, definition, handle } = hiddenBy("component");
      const sibling = registry.register({ ...definition, instanceId: "b", policies: [] });
      registry.snapshot(guest);
      sibling.unregister();
      if (!hasSecond) handle.unregister();
      const { registrationId } = sibling;
      const told: unknown[] = [];
      for (const own of [{}, { registrationId: "old" }, { instanceId: "b" }, { instanceId: "default" }]) {
        const request = { ...apply, ...own, invocationId: JSON.stringify(own) };
        if ("registrationId" in own) request.registrationId = registrationId;
        const result = await registry.invoke(request, guest);
        told.push(result.status === "error" ? result.error : result);
      }
      return told;
    };
    const told = await answers(true);
    expect(told).to.deep.equal(await answers(false));
    expect(JSON.stringify(told[0])).to.contain("COMPONENT_UNMOUNTED");
  });

  it("is asked anew at every call: what discovery showed is not trusted", async () => {
    let hidden = false;
    const policy: AgentPolicy = {
      name: "switch",
      onDiscovery: () => ({ decision: hidden ? "hide" : "expose" }),
    };
    const { registry } = createSurface({ policies: [policy] });
    const { registrationId } = registry.register(cart());
    expect(registry.snapshot().components).to.have.length(1);
    hidden = true;
    expect(outcome(await registry.invoke({ ...apply, registrationId }))).to.equal("CAPABILITY_NOT_FOUND");
  });

  it("is still COMPONENT_UNMOUNTED for those who could see it", async () => {
    for (const layer of layers) {
      const { registry, handle } = hiddenBy(layer);
      registry.snapshot(owner);
      handle.unregister();
      expect(outcome(await registry.invoke(apply, owner)), layer).to.equal("COMPONENT_UNMOUNTED");
    }
  });

  it("is not named as the nearest one", async () => {
    const { registry } = hiddenBy("capability");
    const near = { capabilityId: "view:shop.cart.aply" };
    const result = await registry.invoke(near, guest);
    expect(JSON.stringify(result)).not.to.contain("shop.cart.apply");
  });

  it("is not named by what lies in it, be it registered before or after, redefined or gone again", () => {
    const { registry } = createSurface();
    registry.setProcedureExecutor({ execute: async () => null });
    const parent = { type: "shop.vault", instanceId: "secret-7" };
    registry.register(cart({ parent }));
    registry.register(order([{ ...binding(), contextLink: parent }]));
    const told = (context: typeof guest) => {
      const { components, procedures } = registry.snapshot(context);
      const cartOf = components.find(({ type }) => type === "shop.cart");
      return [cartOf?.parent, procedures[0]?.context];
    };
    expect(told(guest), "before it is there").to.deep.equal([parent, parent]);
    const handle = registry.register(cart({ ...parent, policies: [owned] }));
    expect(told(guest)).to.deep.equal([undefined, undefined]);
    expect(told(owner)).to.deep.equal([parent, parent]);
    expect(told(guest), "after another one saw it").to.deep.equal([undefined, undefined]);
    handle.redefine(cart({ ...parent }));
    expect(told(guest), "without the policy").to.deep.equal([parent, parent]);
  });
});
