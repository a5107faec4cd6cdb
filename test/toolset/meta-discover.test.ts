import { expect } from "@open-wc/testing";
import {
  createAgentToolset,
  type AgentComponentDescriptor,
  type AgentToolsetOptions,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  errorOf,
  outcome,
  outputOf,
  thrownBy,
  unfrozen,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

interface Discovery {
  surfaceVersion: string;
  components: AgentComponentDescriptor[];
  scope?: string[];
  refusedScope?: string[];
  truncated?: { droppedComponents: number; droppedProcedures: number; types: string[] };
}

function metaWith(options: Partial<AgentToolsetOptions> = {}, own: RegistryOptions = {}) {
  const surface = createSurface(own);
  const toolset = createAgentToolset(surface.registry, {
    consumer: consumer("me"),
    topology: "remote",
    mode: "meta",
    ...options,
  });
  const [tool] = toolset.tools();
  const discover = async (input: JsonValue = {}) =>
    outputOf(await tool!.execute(input)) as unknown as Discovery;
  const types = async (scope?: string[]) =>
    (await discover(scope ? { scope } : {})).components.map(({ type }) => type);
  return { ...surface, toolset, tool: tool!, discover, types };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe("a toolset in the mode meta", () => {
  it("is three tools with closed inputs, whatever is mounted", async () => {
    const { registry, toolset } = metaWith();
    const before = toolset.tools();
    expect(before.map(({ name }) => name)).to.deep.equal(["surface_discover", "surface_read", "surface_act"]);
    const inputs = before.map(({ inputSchema }) => Object.keys(inputSchema["properties"] as object));
    expect(inputs).to.deep.equal([
      ["scope"],
      ["capabilityId", "instanceId", "input"],
      ["capabilityId", "instanceId", "input", "invocationId", "confirmationId", "surfaceVersion"],
    ]);
    for (const { inputSchema } of before) expect(inputSchema["additionalProperties"]).to.equal(false);
    registry.register(cart());
    await turn();
    expect(toolset.tools()).to.deep.equal(before);
    for (const [index, tool] of toolset.tools().entries()) expect(tool).to.equal(before[index]);
  });

  it("never tells its subscribers anything", async () => {
    const { registry, toolset } = metaWith();
    let told = 0;
    const stop = toolset.subscribe(() => void (told += 1));
    registry.register(cart()).update({ enabled: false });
    await turn();
    toolset.tools();
    stop();
    expect(told).to.equal(0);
  });

  it("says of its tools what a protocol wants to know", () => {
    const [discover, read, act] = metaWith()
      .toolset.tools()
      .map(({ annotations }) => annotations);
    const safe = { readOnly: true, idempotent: true, destructive: false, confirms: false };
    expect(discover).to.deep.equal({ ...safe, untrusted: false });
    expect(read).to.deep.equal({ ...safe, untrusted: true });
    expect(act).to.deep.equal({
      readOnly: false,
      idempotent: false,
      destructive: true,
      untrusted: true,
      confirms: true,
    });
  });

  it("needs a topology or confirmations, a known mode and a budget of numbers", () => {
    const { registry } = createSurface();
    const me = { consumer: consumer("me") };
    for (const options of [
      { mode: "meta" },
      { mode: "Meta", topology: "remote" },
      { mode: "meta", topology: "remote", budget: { maxBytes: NaN } },
      { mode: "meta", topology: "remote", budget: { maxComponents: -1 } },
    ] as never[]) {
      const made = () => createAgentToolset(registry, Object.assign({}, me, options));
      expect(thrownBy(made), JSON.stringify(options)).to.be.instanceOf(TypeError);
    }
  });
});

describe("surface_discover", () => {
  it("gives the snapshot that its consumer may see, in an envelope", async () => {
    const hidden = {
      name: "mine",
      onDiscovery: ({ consumer: { id } }: { consumer: { id: string } }) =>
        ({ decision: id === "me" ? "expose" : "hide" }) as const,
    };
    const { registry, tool } = metaWith({}, { policies: [hidden] });
    registry.register(cart());
    const result = await tool.execute({}, { toolCallId: "t1" });
    expect(result).to.include({
      status: "ok",
      invocationId: "t1",
      capabilityId: "surface_discover",
      surfaceVersion: "1",
    });
    const { capturedAt: _at, ...expected } = registry.snapshot({ consumer: consumer("me") });
    expect(outputOf(result)).to.deep.include(expected);
    expect(unfrozen(outputOf(result))).to.deep.equal([]);
    const other = createAgentToolset(registry, {
      consumer: consumer("other"),
      topology: "remote",
      mode: "meta",
    });
    const seen = outputOf(await other.tools()[0]!.execute({})) as unknown as Discovery;
    expect(seen.components).to.deep.equal([]);
  });

  it("leaves out what cannot be used now where includeUnavailable is false", async () => {
    const { registry, discover } = metaWith({ includeUnavailable: false });
    registry.register(cart({ actions: { apply: act({ when: () => false }) } }));
    expect((await discover()).components[0]!.actions).to.deep.equal([]);
  });

  it("refuses unknown properties and wrong ones with issues, and never throws", async () => {
    const { tool } = metaWith();
    const unreadable = {
      get scope() {
        throw new Error("secret");
      },
    };
    for (const input of [{ scopes: ["a"] }, { scope: "a" }, { scope: [1] }, "a", [], unreadable] as never[]) {
      const error = errorOf(await tool.execute(input));
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      expect(error.details!["issues"]).to.have.length(1);
      expect(JSON.stringify(error)).not.to.contain("secret");
    }
    expect(outcome(await tool.execute(undefined as never, null as never))).to.equal("ok");
    expect(outcome(await tool.execute({}, { toolCallId: 5 as never }))).to.equal("ok");
  });

  it("is cancelled by a signal that aborted before", async () => {
    const error = errorOf(await metaWith().tool.execute({}, { signal: AbortSignal.abort() }));
    expect(error).to.deep.include({ code: "CANCELLED", retry: "yes", details: { dispatched: false } });
  });
});

describe("the scope of surface_discover", () => {
  const shops = (options: Partial<AgentToolsetOptions> = {}) => {
    const meta = metaWith(options);
    for (const type of ["shop", "shop.cart", "shop.cart.row", "shop2", "user"])
      meta.registry.register(cart({ type }));
    return meta;
  };

  it("narrows to component types by whole segments", async () => {
    const { types } = shops();
    expect(await types(["shop"])).to.deep.equal(["shop", "shop.cart", "shop.cart.row"]);
    expect(await types(["shop.cart", "user"])).to.deep.equal(["shop.cart", "shop.cart.row", "user"]);
    expect(await types([])).to.have.length(5);
  });

  it("only narrows the configured one, and says what it refused", async () => {
    const { discover, types } = shops({ scope: ["shop.cart"] });
    expect(await types()).to.deep.equal(["shop.cart", "shop.cart.row"]);
    expect(await types(["shop.cart.row"])).to.deep.equal(["shop.cart.row"]);
    const mixed = await discover({ scope: ["user", "shop.cart.row", "shop.ca"] });
    expect(mixed).to.deep.include({ scope: ["shop.cart.row"], refusedScope: ["user", "shop.ca"] });
    expect(mixed.components.map(({ type }) => type)).to.deep.equal(["shop.cart.row"]);
  });

  it("that is wider than the configured one gives the configured part of it", async () => {
    const { discover } = shops({ scope: ["shop.cart", "user"] });
    const wider = await discover({ scope: ["shop"] });
    expect(wider.scope).to.deep.equal(["shop.cart"]);
    expect(wider.components.map(({ type }) => type)).to.deep.equal(["shop.cart", "shop.cart.row"]);
    expect(wider).not.to.have.property("refusedScope");
  });

  it("that is refused whole gives nothing, not everything", async () => {
    const { discover } = shops({ scope: ["shop"] });
    const refused = await discover({ scope: ["user"] });
    expect(refused).to.deep.include({ components: [], scope: [], refusedScope: ["user"] });
  });
});

describe("the budget of surface_discover", () => {
  const many = (count: number, options: Partial<AgentToolsetOptions> = {}, own: RegistryOptions = {}) => {
    const meta = metaWith(options, own);
    for (let n = 0; n < count; n++) {
      meta.registry.register(cart({ type: `shop.n${n}`, priority: -n, description: "Ä cart. ".repeat(20) }));
    }
    return meta;
  };

  it("is what one output may have, by default, and what is dropped is said", async () => {
    const { discover } = many(200);
    const discovery = await discover();
    expect(bytesOf(discovery)).to.be.at.most(32_768).and.to.be.above(30_000);
    const { components, truncated } = discovery;
    expect(components[0]!.type).to.equal("shop.n0");
    expect(components.length + truncated!.droppedComponents).to.equal(200);
    expect(truncated!.types[0]).to.equal(`shop.n${components.length}`);
  });

  it("follows the registry's limit", async () => {
    const { discover } = many(50, {}, { limits: { maxOutputBytes: 5_000 } });
    expect(bytesOf(await discover()))
      .to.be.at.most(5_000)
      .and.to.be.above(3_000);
  });

  it("may be set in bytes and in components, lowest priority first", async () => {
    expect(bytesOf(await many(50, { budget: { maxBytes: 9_000 } }).discover())).to.be.at.most(9_000);
    const { components, truncated } = await many(5, { budget: { maxComponents: 2 } }).discover();
    expect(components.map(({ type }) => type)).to.deep.equal(["shop.n0", "shop.n1"]);
    expect(truncated).to.deep.equal({
      droppedComponents: 3,
      droppedProcedures: 0,
      types: ["shop.n2", "shop.n3", "shop.n4"],
    });
  });

  it("says nothing of truncation where everything fits", async () => {
    expect(await many(3).discover()).not.to.have.property("truncated");
  });

  it("leaves what was dropped to a narrower scope", async () => {
    const { discover, types } = many(200);
    const { truncated } = await discover();
    expect(await types([truncated!.types[0]!])).to.deep.equal([truncated!.types[0]]);
  });
});
