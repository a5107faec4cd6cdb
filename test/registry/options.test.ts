import { expect } from "@open-wc/testing";
import {
  AgentSurfaceDefinitionError,
  createAgentSurfaceRegistry,
  requireConfirmation,
  type AgentPolicy,
  type RegistryOptions,
} from "../../src/index.js";
import { act, cart, printedDuring, thrownBy } from "../helpers/surface.js";

const inTest = { environment: "test" } as const;

describe("the options of a registry", () => {
  for (const [name, value, needs] of [
    ["environment", "prod", "production"],
    ["context", {}, "a function"],
    ["policies", { name: "alone" }, "a list"],
    ["policies", [null], "a list of policies"],
    ["policies", [{ name: "x", onInvoke: true }], "functions"],
    ["audit", {}, "record(event)"],
    ["onRegister", "accept", "a function"],
    ["onDuplicateInstance", "keep", "replace"],
    ["duplicateSuffixPolicy", "throw", "warn"],
    ["route", "/", "a function"],
    ["limits", [], "an object"],
    ["now", 5, "a function"],
    ["schedule", {}, "task, timeout and clear"],
  ] as const) {
    it(`refuse ${JSON.stringify(value)} as ${name}, and say what it must be`, () => {
      const error = thrownBy(() => createAgentSurfaceRegistry({ [name]: value }));
      expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
      expect((error as Error).message)
        .to.contain(`"${name}"`)
        .and.to.contain(needs);
    });
  }

  it("report a name that means nothing, in development", async () => {
    const options = { ...inTest, polices: [], limits: { maxOutputByte: 1 } } as RegistryOptions;
    const printed = (await printedDuring(() => createAgentSurfaceRegistry(options))).join();
    expect(printed).to.contain('no option "polices"').and.to.contain("policies");
    expect(printed).to.contain('no limit "maxOutputByte"').and.to.contain("maxOutputBytes");
    expect(await printedDuring(() => createAgentSurfaceRegistry({ ...options, environment: "production" })))
      .to.be.empty;
  });

  it("report a policy that decides nothing, in development, wherever it stands", async () => {
    const idle = { name: "misspelt", onDiscover: () => ({ decision: "hide" }) } as AgentPolicy;
    for (const [options, definition] of [
      [{ ...inTest, policies: [idle] as AgentPolicy[] }, cart()],
      [inTest, cart({ policies: [idle] })],
      [inTest, cart({ actions: { apply: act({ policies: [idle] }) } })],
    ] as const) {
      const printed = await printedDuring(() => createAgentSurfaceRegistry(options).register(definition));
      expect(printed.filter((line) => line.includes('"misspelt"'))).to.have.length(1);
    }
    const sound = cart({ policies: [requireConfirmation()] });
    expect(await printedDuring(() => createAgentSurfaceRegistry(inTest).register(sound))).to.be.empty;
  });
});
