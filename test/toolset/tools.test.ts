import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  fromJsonSchema,
  type AgentInvocation,
  type AgentSurfaceRegistry,
  type AgentTool,
  type AgentToolsetOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  look,
  outcome,
  outputOf,
  printedDuring,
  unfrozen,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const me = consumer("me");

function toolsOf(registry: AgentSurfaceRegistry, options: Partial<AgentToolsetOptions> = {}): AgentTool[] {
  return createAgentToolset(registry, { consumer: me, topology: "remote", ...options }).tools();
}

describe("createAgentToolset", () => {
  it("throws in every environment where neither topology nor confirmations is given", () => {
    for (const environment of ["development", "production", "test"] as const) {
      const { registry } = createSurface({ environment });
      expect(() => createAgentToolset(registry, { consumer: me })).to.throw(TypeError, "topology");
    }
  });

  it("takes either of them, or both", () => {
    const { registry } = createSurface();
    for (const options of [
      { topology: "embedded" },
      { topology: "remote" },
      { confirmations: "wait" },
      { confirmations: "two-phase" },
      { topology: "remote", confirmations: "wait" },
    ] as const) {
      createAgentToolset(registry, { consumer: me, ...options }).dispose();
    }
  });
});

describe("a tool", () => {
  const output = fromJsonSchema({ type: "object", properties: { total: { type: "number" } } });
  const input = fromJsonSchema({ type: "object", properties: { code: { type: "string" } } });

  it("describes its capability whole", () => {
    const { registry } = createSurface();
    const { registrationId } = registry.register(
      cart({
        instanceId: "a",
        observations: { read: look({ label: "Read", output, untrusted: true }) },
        actions: {
          apply: act({
            label: "Apply",
            input: input as never,
            output: output,
            idempotent: true,
            reversible: false,
            confirmation: "required",
          }),
        },
      }),
    );
    const [read, apply] = toolsOf(registry);
    expect(read).to.deep.include({
      name: "view_shop__cart__read_at_a",
      description: "[view · read] Reads a thing.",
      title: "Read",
      outputSchema: output.jsonSchema,
      capabilityId: "view:shop.cart.read",
      instanceId: "a",
      registrationId,
      available: true,
      annotations: { readOnly: true, idempotent: true, destructive: false, untrusted: true, confirms: false },
    });
    expect(apply).to.deep.include({
      name: "view_shop__cart__apply_at_a",
      description: "[view · local-state · requires confirmation] Does a thing.",
      title: "Apply",
      inputSchema: input.jsonSchema,
      outputSchema: output.jsonSchema,
      capabilityId: "view:shop.cart.apply",
      annotations: { readOnly: false, idempotent: true, destructive: true, untrusted: false, confirms: true },
    });
  });

  it("of an observation takes a closed empty object, or what the observation declares", () => {
    const { registry } = createSurface();
    registry.register(cart({ observations: { read: look(), page: look({ input }) }, actions: {} }));
    const [read, page] = toolsOf(registry);
    expect(read!.inputSchema).to.include({ type: "object", additionalProperties: false });
    expect(read!.inputSchema["properties"] ?? {}).to.deep.equal({});
    expect(page!.inputSchema).to.deep.equal(input.jsonSchema);
  });

  it("says its plane and effect in front of the description", () => {
    const { registry } = createSurface();
    registry.register(
      cart({
        actions: { apply: act(), go: act({ effect: "navigation" }), ask: act({ confirmation: "required" }) },
      }),
    );
    expect(toolsOf(registry).map(({ description }) => /^\[[^\]]*\]/.exec(description)?.[0])).to.deep.equal([
      "[view · read]",
      "[view · local-state]",
      "[view · navigation]",
      "[view · local-state · requires confirmation]",
    ]);
  });

  it("says whether it can be used now, never in its description", () => {
    const { registry } = createSurface();
    const handle = registry.register(cart({ observations: {} }));
    const [before] = toolsOf(registry);
    handle.update({ availability: { apply: { available: false, reason: "offline" } } });
    const [after] = toolsOf(registry);
    expect(before!.available).to.equal(true);
    expect(after).to.include({ available: false, unavailableReason: "offline" });
    expect(after!.description).to.equal(before!.description);
  });
});

describe("the tools", () => {
  it("come in the order of snapshots", () => {
    const { registry } = createSurface();
    for (const [type, priority] of [
      ["b", 0],
      ["a", 0],
      ["c", 1],
    ] as const) {
      registry.register(cart({ type, priority, observations: {} }));
    }
    expect(toolsOf(registry).map(({ name }) => name)).to.deep.equal([
      "view_c__apply",
      "view_a__apply",
      "view_b__apply",
    ]);
  });

  it("are those of the scope, by whole segments", () => {
    const { registry } = createSurface();
    for (const type of ["shop", "shop.cart", "shop2", "user"])
      registry.register(cart({ type, observations: {} }));
    expect(toolsOf(registry, { scope: ["shop"] }).map(({ name }) => name)).to.deep.equal([
      "view_shop__apply",
      "view_shop__cart__apply",
    ]);
  });

  it("leave out what cannot be used now where includeUnavailable is false", () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ when: () => false }) } }));
    expect(toolsOf(registry)).to.have.length(2);
    expect(toolsOf(registry, { includeUnavailable: false }).map(({ name }) => name)).to.deep.equal([
      "view_shop__cart__read",
    ]);
  });

  it("are what the toolset's consumer may see", () => {
    const { registry } = createSurface({
      policies: [
        {
          name: "owned",
          onDiscovery: ({ consumer: { grants } }) => ({
            decision: grants?.includes("cart") ? "expose" : "hide",
          }),
        },
      ],
    });
    registry.register(cart());
    expect(toolsOf(registry)).to.deep.equal([]);
    expect(toolsOf(registry, { consumer: { ...me, grants: ["cart"] } })).to.have.length(2);
  });

  it("of two lists are the same objects, the lists are not", () => {
    const { registry } = createSurface();
    registry.register(cart());
    const toolset = createAgentToolset(registry, { consumer: me, topology: "remote" });
    const first = toolset.tools();
    first.pop();
    expect(toolset.tools()).to.have.length(2);
    expect(toolset.tools()[0]).to.equal(first[0]);
  });
});

describe("executing a tool", () => {
  it("gives the result of the invocation, as its consumer", async () => {
    const { registry } = createSurface();
    registry.register(
      cart({ observations: { read: look({ read: ({ consumer: { id } }) => id }) }, actions: {} }),
    );
    const [read] = toolsOf(registry);
    const result = await read!.execute({});
    expect(outputOf(result)).to.equal("me");
    expect(result.invocationId).to.match(/^inv_[0-9A-Za-z]{12}$/);
  });

  it("uses the tool-call id as the invocation's: a repeated call runs once", async () => {
    const { registry } = createSurface();
    let runs = 0;
    registry.register(cart({ observations: {}, actions: { apply: act({ execute: () => (runs += 1) }) } }));
    const [apply] = toolsOf(registry);
    const results = [
      await apply!.execute({}, { toolCallId: "t1" }),
      await apply!.execute({}, { toolCallId: "t1" }),
      await apply!.execute({}, { toolCallId: "t2" }),
    ];
    expect(results.map(outputOf)).to.deep.equal([1, 1, 2]);
    expect(results[0]!.invocationId).to.equal("t1");
    expect(outcome(await apply!.execute({ a: 1 }, { toolCallId: "t1" }))).to.equal("INVOCATION_CONFLICT");
  });

  it("sends the registration and the surface version of the catalog that it was built from", async () => {
    const { registry } = createSurface();
    const { registrationId } = registry.register(cart({ observations: {} }));
    const invoke = registry.invoke.bind(registry);
    const sent: AgentInvocation[] = [];
    registry.invoke = (request, options) => {
      sent.push(request);
      return invoke(request, options);
    };
    const [apply] = toolsOf(registry);
    await apply!.execute({ a: 1 }, { toolCallId: "t1", expectedVersion: 3 });
    expect(sent).to.have.length(1);
    expect(sent[0]).to.deep.include({
      invocationId: "t1",
      capabilityId: "view:shop.cart.apply",
      registrationId,
      surfaceVersion: "1",
      expectedVersion: 3,
      input: { a: 1 },
    });
  });

  it("acts on the registration that it was discovered with, never on a later one", async () => {
    const { registry } = createSurface();
    const handle = registry.register(cart({ observations: {} }));
    const [old] = toolsOf(registry);
    handle.unregister();
    expect(outcome(await old!.execute({}))).to.equal("COMPONENT_UNMOUNTED");
    registry.register(cart({ observations: {} }));
    expect(errorOf(await old!.execute({})).details!["reason"]).to.equal("registration-replaced");
  });

  it("works for an old tool as well while only other things changed", async () => {
    const { registry } = createSurface();
    registry.register(cart({ observations: {} }));
    const [tool] = toolsOf(registry);
    registry.register(cart({ type: "other" }));
    expect(outcome(await tool!.execute({}))).to.equal("ok");
  });

  it("can be cancelled", async () => {
    const { registry } = createSurface();
    registry.register(
      cart({ observations: {}, actions: { apply: act({ execute: () => deferred<void>().promise }) } }),
    );
    const controller = new AbortController();
    const result = toolsOf(registry)[0]!.execute({}, { signal: controller.signal });
    await turn();
    controller.abort();
    expect(outcome(await result)).to.equal("CANCELLED");
  });

  it("gives a result where its options cannot be read, and runs nothing then", async () => {
    const refuse = () => {
      throw new Error("secret");
    };
    const options: [string, object][] = [
      [
        "toolCallId",
        {
          get toolCallId() {
            return refuse();
          },
        },
      ],
      [
        "signal",
        {
          get signal() {
            return refuse();
          },
        },
      ],
      [
        "confirmationId",
        {
          get confirmationId() {
            return refuse();
          },
        },
      ],
      [
        "expectedVersion",
        {
          get expectedVersion() {
            return refuse();
          },
        },
      ],
      ["any", new Proxy({}, { get: refuse, ownKeys: refuse, has: refuse })],
      ["a signal that is none", { signal: {} }],
      ["a signal that is a text", { signal: "abort" }],
    ];
    for (const mode of ["direct", "meta"] as const) {
      for (const [title, call] of options) {
        const { registry } = createSurface();
        let runs = 0;
        registry.register(
          cart({ observations: {}, actions: { apply: act({ execute: () => (runs += 1) }) } }),
        );
        const tools = toolsOf(registry, { mode });
        const input = mode === "meta" ? { capabilityId: "view:shop.cart.apply", input: {} } : {};
        let promise: ReturnType<AgentTool["execute"]> | undefined;
        await printedDuring(() => {
          promise = tools.at(-1)!.execute(input, call);
          return promise;
        });
        const result = await promise!;
        expect(result.status, `${mode} ${title}`).to.equal("error");
        expect(result.invocationId, title).to.match(/^inv_/);
        expect(JSON.stringify(result), title).not.to.contain("secret");
        expect(runs, `${mode} ${title}`).to.equal(0);
      }
    }
  });

  it("runs nothing once the toolset is closed, and there are no tools any more", async () => {
    for (const mode of ["direct", "meta"] as const) {
      const { registry } = createSurface();
      let runs = 0;
      registry.register(cart({ observations: {}, actions: { apply: act({ execute: () => (runs += 1) }) } }));
      const toolset = createAgentToolset(registry, { consumer: me, topology: "remote", mode });
      const tool = toolset.tools().at(-1)!;
      toolset.dispose();
      const input = mode === "meta" ? { capabilityId: "view:shop.cart.apply", input: {} } : {};
      const result = await tool.execute(input);
      expect(errorOf(result), mode).to.include({ code: "CANCELLED", retry: "no" });
      expect(unfrozen(result), mode).to.deep.equal([]);
      expect(runs, mode).to.equal(0);
      expect(toolset.tools(), mode).to.deep.equal([]);
    }
  });

  it("never throws: not for hostile input, not after dispose", async () => {
    const { registry } = createSurface();
    registry.register(cart({ observations: {} }));
    const [apply] = toolsOf(registry);
    const { debug } = console;
    console.debug = () => undefined;
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(outcome(await apply!.execute(cyclic as never))).to.equal("INVALID_INPUT");
    expect(outcome(await apply!.execute(undefined as never, null as never))).to.equal("ok");
    expect(outcome(await apply!.execute({}, { toolCallId: 5 as never }))).to.equal("INVALID_INPUT");
    registry.dispose();
    expect(errorOf(await apply!.execute({}))).to.include({ code: "CANCELLED", retry: "no" });
    console.debug = debug;
  });
});
