/** Hosts write async functions everywhere: what must answer at once counts as the closed answer, and fails in no silence. */
import { expect } from "@open-wc/testing";
import {
  audit,
  authenticated,
  createAgentToolset,
  hasPermission,
  requireConfirmation,
  tenantBoundary,
  type AgentInvocationResult,
  type RegistryOptions,
} from "../../src/index.js";
import {
  act,
  anyObject,
  anyOutput,
  cart,
  consumer,
  createSurface,
  errorOf,
  look,
  outcome,
  printedDuring,
  type TestSurface,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };
const secret = "the host's own failure";

/** A function that gives promises which reject, and counts how many of them were taken care of. */
function failing() {
  const count = { given: 0, handled: 0 };
  const fail = () => {
    count.given += 1;
    let isHandled = false;
    const promise = Promise.reject(new Error(secret));
    const then = promise.then.bind(promise) as (...steps: unknown[]) => Promise<never>;
    promise.then = (...steps: unknown[]) => {
      if (steps[1] && !isHandled) {
        isHandled = true;
        count.handled += 1;
      }
      return then(...steps);
    };
    return promise as never;
  };
  return { fail, count };
}

type Case = (fail: () => never) => {
  options?: RegistryOptions;
  own?: Parameters<typeof act>[0];
  observed?: Parameters<typeof look>[0];
  /** Before the registration. */
  prepare?(surface: TestSurface): void;
  /** What a call is answered with. Absent: it runs. */
  answer?(result: AgentInvocationResult, surface: TestSurface): void;
  isUnregistered?: true;
};

const refused = (code: string, reason?: string) => (result: AgentInvocationResult) => {
  const error = errorOf(result);
  expect(error.code).to.equal(code);
  if (reason !== undefined) expect(error.details!["reason"]).to.equal(reason);
};

const cases: Record<string, Case> = {
  "an audit sink": (fail) => ({ options: { audit: { record: () => fail() } } }),
  "a listener": (fail) => ({ prepare: ({ registry }) => registry.subscribe(() => fail()) }),
  "a listener of questions": (fail) => ({
    prepare: ({ registry }) => registry.confirmations.subscribe(() => fail()),
    own: { confirmation: "required" },
    answer: refused("CONFIRMATION_REQUIRED"),
  }),
  context: (fail) => ({ options: { context: fail } }),
  "context, for who is logged in": (fail) => ({
    options: { context: fail, policies: [authenticated()] },
    answer: refused("CAPABILITY_NOT_FOUND"),
  }),
  route: (fail) => ({
    options: { route: fail },
    answer(_result, { registry }) {
      expect(registry.snapshot()).not.to.have.property("route");
    },
  }),
  now: (fail) => ({ options: { now: fail } }),
  when: (fail) => ({ own: { when: fail }, answer: refused("CAPABILITY_NOT_AVAILABLE", "when-error") }),
  unavailableReason: (fail) => ({
    own: { when: () => false, unavailableReason: fail },
    answer: refused("CAPABILITY_NOT_AVAILABLE", "Currently unavailable"),
  }),
  precondition: (fail) => ({ own: { precondition: fail }, answer: refused("PRECONDITION_FAILED") }),
  onDiscovery: (fail) => ({
    own: { policies: [{ name: "one", onDiscovery: fail }] },
    answer: refused("CAPABILITY_NOT_FOUND"),
  }),
  "the check of hasPermission": (fail) => ({
    own: { policies: [hasPermission("apply", fail)] },
    answer: refused("CAPABILITY_NOT_FOUND"),
  }),
  "the sink of the audit policy": (fail) => ({
    own: { policies: [audit({ record: () => fail() })] },
  }),
  "the tenants of tenantBoundary": (fail) => ({
    own: { policies: [tenantBoundary({ current: fail, expected: fail })] },
    answer: refused("CAPABILITY_NOT_FOUND"),
  }),
  "a demand's if": (fail) => ({
    own: { policies: [requireConfirmation({ if: fail })] },
    answer: refused("CONFIRMATION_REQUIRED"),
  }),
  "a demand's summary": (fail) => ({
    own: { policies: [requireConfirmation({ summary: fail })] },
    answer(result) {
      expect(errorOf(result).details!["summary"]).to.equal("Does a thing.");
    },
  }),
  onRegister: (fail) => ({ options: { onRegister: fail }, isUnregistered: true }),
  "the schema of an input": (fail) => ({
    own: { input: { ...anyObject, parse: fail } },
    answer: refused("INVALID_INPUT"),
  }),
  "the schema of an output": (fail) => ({
    own: { output: { ...anyOutput, parse: fail }, execute: () => 1 },
    answer: refused("EXECUTION_FAILED", "output-invalid"),
  }),
  "blockedBy of windows": (fail) => ({
    prepare: ({ registry }) => {
      registry.setOperability({ blockedBy: fail, versionOf: () => undefined });
    },
    answer: refused("CAPABILITY_NOT_AVAILABLE", "when-error"),
  }),
  "versionOf of windows": (fail) => ({
    prepare: ({ registry }) => {
      registry.setOperability({ blockedBy: () => [], versionOf: fail });
    },
    answer: (result) => {
      expect(result).not.to.have.property("windowVersion");
    },
  }),
};

describe("a promise that fails, from a function that must answer at once", () => {
  for (const [title, of] of Object.entries(cases)) {
    it(`counts as the closed answer and is reported in development: ${title}`, async () => {
      const { fail, count } = failing();
      const { options = {}, own = {}, isUnregistered, ...given } = of(fail);
      const printed = await printedDuring(async () => {
        const surface = createSurface({ environment: "development", ...options });
        const { registry } = surface;
        given.prepare?.(surface);
        let runs = 0;
        const execute = () => (runs += 1);
        const handle = registry.register(cart({ actions: { apply: act({ execute, ...own }) } }));
        expect(handle.status).to.equal(isUnregistered ? "rejected" : "active");
        JSON.stringify(registry.snapshot());
        const result = await registry.invoke(apply);
        if (isUnregistered) expect(outcome(result)).to.equal("CAPABILITY_NOT_FOUND");
        else if (given.answer) given.answer(result, surface);
        else expect(outcome(result)).to.equal("ok");
        if (outcome(result) !== "ok") expect(runs).to.equal(0);
        expect(JSON.stringify(result)).not.to.contain(secret);
        registry.dispose();
        await turn();
      });
      expect(count.given).to.be.greaterThan(0);
      expect(count.handled).to.equal(count.given);
      expect(printed.join()).to.contain(secret);
    });
  }

  it("disables an observation too", async () => {
    const { fail, count } = failing();
    const { registry } = createSurface();
    registry.register(cart({ observations: { read: look({ when: fail }) } }));
    expect(errorOf(await registry.invoke(read)).details).to.deep.equal({ reason: "when-error" });
    expect(registry.snapshot().components[0]!.observations[0]).to.include({ available: false });
    expect(count.handled).to.equal(count.given);
  });

  it("stops no listener of a toolset, and is printed", async () => {
    const { fail, count } = failing();
    let told = 0;
    const printed = await printedDuring(async () => {
      const { registry } = createSurface();
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
      toolset.subscribe(() => fail());
      toolset.subscribe(() => (told += 1));
      registry.register(cart());
      await turn();
    });
    expect(told).to.equal(1);
    expect(count).to.deep.equal({ given: 1, handled: 1 });
    expect(printed.join()).to.contain(secret);
  });

  it("counts so for procedures too", async () => {
    const rows: [string, Parameters<typeof binding>[0], string][] = [
      ["when", { when: undefined as never }, "CAPABILITY_NOT_AVAILABLE"],
      ["unavailableReason", { when: () => false }, "CAPABILITY_NOT_AVAILABLE"],
      ["describe", {}, "ok"],
      ["parse", {}, "INVALID_INPUT"],
    ];
    for (const [name, config, code] of rows) {
      const { fail, count } = failing();
      const { registry, asked } = createDomain();
      const one = binding(name === "parse" ? {} : { ...config, [name]: fail }, {
        inputSchema: name === "parse" ? { ...anyObject, parse: fail } : anyObject,
      });
      registry.register(order([one]));
      expect(registry.snapshot().procedures[0]).not.to.have.property("contextualNote");
      expect(outcome(await registry.invoke({ ...cancel, input: {} })), name).to.equal(code);
      expect(asked, name).to.have.length(code === "ok" ? 1 : 0);
      expect(count.given, name).to.be.greaterThan(0);
      expect(count.handled, name).to.equal(count.given);
    }
  });

  it("is not printed in production", async () => {
    const { fail } = failing();
    const printed = await printedDuring(async () => {
      const { registry } = createSurface({ environment: "production", context: fail, route: fail });
      registry.subscribe(() => fail());
      registry.register(cart({ actions: { apply: act({ when: fail }) } }));
      registry.snapshot();
      await registry.invoke(apply);
      await turn();
    });
    expect(printed).to.deep.equal([]);
  });
});

describe("a promise that is kept, from a function that must answer at once", () => {
  it("counts as the closed answer too", async () => {
    const open = (value: unknown) => (() => Promise.resolve(value)) as never;
    const rows: [Parameters<typeof act>[0], string][] = [
      [{ when: open(true) }, "CAPABILITY_NOT_AVAILABLE"],
      [{ precondition: open(undefined) }, "PRECONDITION_FAILED"],
      [{ policies: [{ name: "one", onDiscovery: open({ decision: "expose" }) }] }, "CAPABILITY_NOT_FOUND"],
      [{ policies: [hasPermission("apply", open(true))] }, "CAPABILITY_NOT_FOUND"],
      [{ policies: [requireConfirmation({ if: open(false) })] }, "CONFIRMATION_REQUIRED"],
    ];
    for (const [own, code] of rows) {
      const { registry } = createSurface();
      let runs = 0;
      registry.register(cart({ actions: { apply: act({ execute: () => (runs += 1), ...own }) } }));
      expect(outcome(await registry.invoke(apply)), code).to.equal(code);
      expect(runs, code).to.equal(0);
    }
  });

  it("is reported where a precondition gives it: an author forgot that it must answer at once", async () => {
    const printed = await printedDuring(async () => {
      const { registry } = createSurface({ environment: "development" });
      registry.register(
        cart({ actions: { apply: act({ precondition: () => Promise.resolve() as never }) } }),
      );
      await registry.invoke(apply);
    });
    expect(printed.join()).to.contain("precondition() gave a promise");
  });
});
