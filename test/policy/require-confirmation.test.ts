import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  requireConfirmation,
  type AgentPolicy,
  type RegistryOptions,
  type RequireConfirmationOptions,
} from "../../src/index.js";
import {
  act,
  anyObject,
  cart,
  consumer,
  createSurface,
  errorOf,
  look,
  outcome,
  printedDuring,
  questionId,
  thrownBy,
} from "../helpers/surface.js";

const pay = { capabilityId: "view:shop.cart.pay" };

function demanded(
  demand: RequireConfirmationOptions | AgentPolicy[],
  own: Parameters<typeof act>[0] = {},
  options: RegistryOptions = {},
) {
  const surface = createSurface(options);
  const policies = Array.isArray(demand) ? demand : [requireConfirmation(demand)];
  surface.registry.register(
    cart({ observations: {}, actions: { pay: act({ description: "Pays.", policies, ...own }) } }),
  );
  const summary = async (input = {}) => {
    questionId(await surface.registry.invoke({ ...pay, input }));
    return surface.registry.confirmations.pending().at(-1)!.summary;
  };
  return { ...surface, summary };
}

const large: RequireConfirmationOptions = {
  if: ({ effectiveInput }) => Number((effectiveInput as { amount?: number }).amount) > 100,
};

describe("requireConfirmation", () => {
  it("lets a person approve what would run by itself, once", async () => {
    const { registry } = demanded({});
    const call = { ...pay, invocationId: "one", input: { amount: 1 } };
    const confirmationId = questionId(await registry.invoke(call));
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await registry.invoke({ ...call, confirmationId }))).to.equal("ok");
    const again = { ...call, invocationId: "two", confirmationId };
    expect(errorOf(await registry.invoke(again)).details).to.deep.equal({ reason: "consumed" });
  });

  it("raises from every layer", async () => {
    const policies = [requireConfirmation()];
    for (const layer of ["registry", "component", "capability"]) {
      const { registry } = createSurface(layer === "registry" ? { policies } : {});
      const actions = { pay: act(layer === "capability" ? { policies } : {}) };
      registry.register(cart({ actions, ...(layer === "component" && { policies }) }));
      expect(outcome(await registry.invoke(pay)), layer).to.equal("CONFIRMATION_REQUIRED");
    }
  });

  it("never asks for an observation", async () => {
    const { registry } = createSurface({ policies: [requireConfirmation()] });
    registry.register(cart({ observations: { read: look() } }));
    expect(outcome(await registry.invoke({ capabilityId: "view:shop.cart.read" }))).to.equal("ok");
  });

  it("asks by the complete input, defaults filled in", async () => {
    const input = { ...anyObject, parse: (value: unknown) => ({ amount: 200, ...(value as object) }) };
    const { registry } = demanded(large, { input });
    expect(outcome(await registry.invoke({ ...pay, input: { amount: 5 } }))).to.equal("ok");
    expect(outcome(await registry.invoke(pay))).to.equal("CONFIRMATION_REQUIRED");
  });

  it("sees the exact input in if, sensitive values too", async () => {
    const { registry } = demanded(large, { sensitive: ["amount"] });
    expect(outcome(await registry.invoke({ ...pay, input: { amount: 5 } }))).to.equal("ok");
    expect(outcome(await registry.invoke({ ...pay, input: { amount: 500 } }))).to.equal(
      "CONFIRMATION_REQUIRED",
    );
  });

  it("asks where if throws, and where it gives anything but false", async () => {
    const throwing = () => {
      throw new Error("cannot tell");
    };
    for (const decide of [throwing, () => undefined, () => Promise.resolve(false), () => 0] as never[]) {
      const { registry } = demanded({ if: decide });
      expect(outcome(await registry.invoke(pay))).to.equal("CONFIRMATION_REQUIRED");
    }
    const printed = await printedDuring(() =>
      demanded({ if: throwing }, {}, { environment: "development" }).registry.invoke(pay),
    );
    expect(printed.join()).to.contain("cannot tell");
  });

  it("never lowers: what is required stays so", async () => {
    const { registry } = demanded({ if: () => false }, { confirmation: "required" });
    expect(outcome(await registry.invoke(pay))).to.equal("CONFIRMATION_REQUIRED");
  });

  it("asks after the input was checked: a wrong one leaves no question", async () => {
    const input = {
      ...anyObject,
      parse: (): never => {
        throw new Error("no");
      },
    };
    const { registry } = demanded({}, { input });
    expect(outcome(await registry.invoke(pay))).to.equal("INVALID_INPUT");
    expect(registry.confirmations.pending()).to.deep.equal([]);
  });

  it("is found on a policy that another copy of the library made", async () => {
    const foreign = {
      name: "foreign",
      [Symbol.for("agent-tags/confirmation-demand/1")]: { summary: () => "Foreign?" },
    };
    expect(await demanded([foreign]).summary()).to.equal("Foreign?");
  });

  it("throws at once for options that are no functions", () => {
    for (const options of [{ if: true }, { summary: "Pay?" }] as never[]) {
      expect(thrownBy(() => requireConfirmation(options))).to.be.instanceOf(TypeError);
    }
  });
});

describe("the summary of a demanded confirmation", () => {
  const composed = {
    summary: ({ effectiveInput }: { effectiveInput: unknown }) => JSON.stringify(effectiveInput),
  };

  it("is the composer's, cut at 300, and travels in CONFIRMATION_REQUIRED", async () => {
    const { registry } = demanded({
      summary: ({ effectiveInput }) => `Pay ${(effectiveInput as { amount: number }).amount}?`,
    });
    const error = errorOf(await registry.invoke({ ...pay, input: { amount: 7 } }));
    expect(error.details!["summary"]).to.equal("Pay 7?");
    expect(registry.confirmations.pending()[0]!.summary).to.equal("Pay 7?");
    expect(await demanded({ summary: () => "x".repeat(400) }).summary()).to.have.length(300);
  });

  it("falls back to description and input where the composer throws or gives no text", async () => {
    const throwing = () => {
      throw new Error("cannot say");
    };
    for (const summary of [undefined, throwing, () => undefined, () => "", () => Promise.resolve("Pay?")]) {
      const { summary: text } = demanded({ ...(summary && { summary: summary as () => string }) });
      expect(await text({ amount: 1 })).to.equal('Pays. {"amount":1}');
    }
  });

  it("has no sensitive value: its composer gets them masked, while what is approved stays exact", async () => {
    const { registry, summary } = demanded(composed, { sensitive: ["card.number"] });
    const input = { amount: 1, card: { number: "4111", holder: "Ann" } };
    expect(await summary(input)).to.equal('{"amount":1,"card":{"number":"(withheld)","holder":"Ann"}}');
    expect(registry.confirmations.pending()[0]!.input).to.deep.equal(input);
    const error = errorOf(await registry.invoke({ ...pay, input }));
    expect(JSON.stringify(error)).not.to.contain("4111");
  });

  it("is that of the outermost policy that asks and has one", async () => {
    const says = (text: string, own: RequireConfirmationOptions = {}) =>
      requireConfirmation({ summary: () => text, ...own });
    const chain = [
      requireConfirmation(),
      says("not asking", { if: () => false }),
      says("outer"),
      says("inner"),
    ];
    expect(await demanded(chain).summary()).to.equal("outer");
  });
});

describe("what is told before the call", () => {
  const told = (demand: RequireConfirmationOptions | AgentPolicy[], own: Parameters<typeof act>[0] = {}) => {
    const { registry } = demanded(demand, own);
    const [tool] = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" }).tools();
    return {
      level: registry.snapshot().components[0]!.actions[0]!.confirmation,
      confirms: tool!.annotations.confirms,
      prefix: /^\[[^\]]*\]/.exec(tool!.description)![0],
    };
  };

  it("of a demand for each call is that a confirmation is required", () => {
    const required = {
      level: "required",
      confirms: true,
      prefix: "[view · local-state · requires confirmation]",
    };
    expect(told({})).to.deep.equal(required);
    expect(told([requireConfirmation(large), requireConfirmation()])).to.deep.equal(required);
    expect(told(large, { confirmation: "required" })).to.deep.equal(required);
  });

  it("of a demand by the input is that a confirmation may be asked for", () => {
    const may = {
      level: "optional",
      confirms: true,
      prefix: "[view · local-state · may require confirmation]",
    };
    expect(told(large)).to.deep.equal(may);
    expect(told(large, { confirmation: "optional" })).to.deep.equal(may);
  });

  it("without a demand is the definition's", () => {
    expect(told([])).to.deep.equal({ level: "never", confirms: false, prefix: "[view · local-state]" });
    const optional = { level: "optional", confirms: false, prefix: "[view · local-state]" };
    expect(told([], { confirmation: "optional" })).to.deep.equal(optional);
  });

  it("of a demand of the registry is the same, and nothing for observations", () => {
    const { registry } = createSurface({ policies: [requireConfirmation()] });
    registry.register(cart());
    const tools = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" }).tools();
    expect(tools.map(({ annotations }) => annotations.confirms)).to.deep.equal([false, true]);
    expect(registry.snapshot().components[0]!.actions[0]!.confirmation).to.equal("required");
  });
});
