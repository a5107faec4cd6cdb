import { expect } from "@open-wc/testing";
import { createAgentToolset, requireConfirmation, type AgentToolsetOptions } from "../../src/index.js";
import { act, cart, consumer, createSurface, outcome, questionId } from "../helpers/surface.js";

function toolsWith(options: Partial<AgentToolsetOptions>) {
  const surface = createSurface();
  surface.registry.register(
    cart({
      observations: {},
      actions: {
        never: act(),
        optional: act({ confirmation: "optional" }),
        required: act({ confirmation: "required" }),
        sometimes: act({ policies: [requireConfirmation({ if: () => false })] }),
      },
    }),
  );
  const toolset = createAgentToolset(surface.registry, {
    consumer: consumer("me"),
    topology: "remote",
    ...options,
  });
  const byName = Object.fromEntries(
    toolset.tools().map((tool) => [tool.capabilityId.split(".").pop()!, tool]),
  );
  return { ...surface, byName };
}

const outcomes = async (options: Partial<AgentToolsetOptions>) => {
  const told: Record<string, [string, boolean]> = {};
  for (const [name, tool] of Object.entries(toolsWith(options).byName)) {
    told[name] = [outcome(await tool.execute({})), tool.annotations.confirms];
  }
  return told;
};

describe("confirmOptional", () => {
  it("lets a person approve what is optional to approve, and nothing else", async () => {
    expect(await outcomes({ confirmOptional: true })).to.deep.equal({
      never: ["ok", false],
      optional: ["CONFIRMATION_REQUIRED", true],
      required: ["CONFIRMATION_REQUIRED", true],
      sometimes: ["ok", true],
    });
  });

  it("is false by default: what is optional runs by itself", async () => {
    expect(await outcomes({})).to.deep.equal({
      never: ["ok", false],
      optional: ["ok", false],
      required: ["CONFIRMATION_REQUIRED", true],
      sometimes: ["ok", true],
    });
  });

  it("is said in front of the description", () => {
    const { optional, sometimes } = toolsWith({ confirmOptional: true }).byName;
    expect(optional!.description).to.contain("· requires confirmation]");
    expect(sometimes!.description).to.contain("· may require confirmation]");
  });

  it("holds for the approved call too: the evidence is spent", async () => {
    const { registry, byName } = toolsWith({ confirmOptional: true });
    const confirmationId = questionId(await byName["optional"]!.execute({}, { toolCallId: "t1" }));
    registry.confirmations.resolve(confirmationId, { approved: true });
    const call = { toolCallId: "t1", confirmationId };
    expect(outcome(await byName["optional"]!.execute({}, call))).to.equal("ok");
    const again = { toolCallId: "t2", confirmationId };
    expect(outcome(await byName["optional"]!.execute({}, again))).to.equal("CONFIRMATION_INVALID");
  });

  it("is one consumer's: another one's call is not asked about", async () => {
    const { registry } = toolsWith({ confirmOptional: true });
    const other = { consumer: consumer("other") };
    expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.optional" }, other))).to.equal("ok");
  });
});
