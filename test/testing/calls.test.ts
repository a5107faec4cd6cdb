import { expect } from "@open-wc/testing";
import { isAgentSurfaceError, type AgentInvocation, type AgentSurfaceSnapshot } from "../../src/index.js";
import { createTestSurface } from "../../src/testing/index.js";
import { errorOf, outcome, thrownBy } from "../helpers/surface.js";
import { add, cart, createShop, pay, read, rejection, slow } from "./shop.js";

/** Keeps what reaches the registry. */
function spyOnInvoke({ registry }: ReturnType<typeof createTestSurface>): AgentInvocation[] {
  const seen: AgentInvocation[] = [];
  const invoke = registry.invoke.bind(registry);
  registry.invoke = (request, options) => {
    seen.push(request);
    return invoke(request, options);
  };
  return seen;
}

describe("createTestSurface().snapshot", () => {
  it("gives what the test's consumer may see, and takes a context", () => {
    const { surface } = createShop();
    expect(surface.snapshot().components.map(({ type }) => type)).to.deep.equal(["shop.cart"]);
    expect(surface.snapshot({ scope: ["other"] }).components).to.deep.equal([]);
  });

  it("asks policies with the consumer that was given", () => {
    const seen: string[] = [];
    const onDiscovery = ({ consumer }: { consumer: { id: string } }) => {
      seen.push(consumer.id);
      return { decision: "expose" } as const;
    };
    const policies = [{ name: "who", onDiscovery }];
    createShop({ policies }).surface.snapshot();
    createShop({ policies, consumer: { id: "me", kind: "other" } }).surface.snapshot();
    expect([...new Set(seen)]).to.deep.equal(["test", "me"]);
  });
});

describe("createTestSurface().invoke", () => {
  it("runs a capability that is named by its id alone", async () => {
    const { surface, rows } = createShop();
    const result = await surface.invoke(add, { item: "tea" });
    expect(result.status).to.equal("ok");
    expect(rows).to.deep.equal(["tea"]);
  });

  it("sends the tokens of a fresh snapshot and an invocation id of its own", async () => {
    const { surface } = createShop();
    const seen = spyOnInvoke(surface);
    const { registrationId } = surface.snapshot().components[0]!;
    await surface.invoke(add, { item: "tea" });
    await surface.invoke(read);
    expect(seen).to.deep.equal([
      {
        capabilityId: add,
        input: { item: "tea" },
        registrationId,
        instanceId: "default",
        invocationId: "test-call-1",
      },
      { capabilityId: read, registrationId, instanceId: "default", invocationId: "test-call-2" },
    ]);
  });

  it("follows a component that was mounted anew", async () => {
    const shop = createShop();
    shop.surface.registry.dispose();
    const surface = createTestSurface();
    surface.register(cart(shop)).unregister();
    surface.register(cart(shop));
    expect(outcome(await surface.invoke(read))).to.equal("ok");
  });

  it("sends the surface's version where the effect is dangerous, and only there", async () => {
    const { surface } = createShop();
    const seen = spyOnInvoke(surface);
    const snapshot = surface.registry.snapshot.bind(surface.registry);
    const procedure = (procedureId: string, effect: string) => ({
      procedureId,
      effect,
      registrationId: "reg_1",
      context: { type: "shop.cart", instanceId: "left" },
    });
    surface.registry.snapshot = (context) =>
      ({
        ...snapshot(context),
        surfaceVersion: "7",
        procedures: [
          procedure("domain:a", "destructive"),
          procedure("domain:b", "external-side-effect"),
          procedure("domain:c", "server-mutation"),
        ],
      }) as unknown as AgentSurfaceSnapshot;
    for (const id of ["domain:a", "domain:b", "domain:c"]) await surface.invoke(id);
    expect(seen.map(({ surfaceVersion }) => surfaceVersion)).to.deep.equal(["7", "7", undefined]);
    expect(seen[0]).to.deep.include({ registrationId: "reg_1", instanceId: "left" });
  });

  it("leaves the answer to the surface where nothing or too much fits", async () => {
    const shop = createShop();
    expect(outcome(await shop.surface.invoke("view:shop.cart.nothing"))).to.equal("CAPABILITY_NOT_FOUND");
    shop.surface.register(cart(shop, { instanceId: "second" }));
    expect(outcome(await shop.surface.invoke(read))).to.equal("AMBIGUOUS_INSTANCE");
    expect(outcome(await shop.surface.invoke(read, undefined, { instanceId: "second" }))).to.equal("ok");
  });

  it("sends what it is given instead of what it finds", async () => {
    const { surface } = createShop();
    const seen = spyOnInvoke(surface);
    const given = {
      registrationId: "reg_old",
      invocationId: "mine",
      surfaceVersion: "0",
      expectedVersion: 3,
    };
    const result = await surface.invoke(read, undefined, given);
    expect(seen).to.deep.equal([{ capabilityId: read, ...given }]);
    expect(errorOf(result)).to.deep.include({ code: "STALE_CAPABILITY" });
  });

  it("passes on consumer, signal and timeout", async () => {
    const { surface } = createShop();
    const abort = new AbortController();
    const cancelled = surface.invoke(slow, {}, { signal: abort.signal });
    abort.abort();
    expect(outcome(await cancelled)).to.equal("CANCELLED");
    const late = surface.invoke(slow, {}, { timeoutMs: 50 });
    await surface.time.advance(50);
    expect(outcome(await late)).to.equal("TIMEOUT");
    await surface.invoke(read, undefined, { consumer: { id: "other", kind: "mcp-bridge" } });
    expect(surface.events.at(-2)).to.deep.include({ type: "invocation-started", consumerId: "other" });
  });

  it("starts the handler before it returns where no policy is in the way", () => {
    const { surface, rows } = createShop();
    void surface.invoke(add, { item: "tea" });
    expect(rows).to.deep.equal(["tea"]);
  });

  it("needs no `this`", async () => {
    const { invoke, observe, snapshot, captureRef, time, confirmations, as, dispose } = createShop().surface;
    const { advance } = time;
    const { approve } = confirmations;
    void invoke(pay);
    await approve();
    await advance(1);
    captureRef(read);
    await as({}).observe(read);
    expect(snapshot().components).to.have.length(1);
    expect(await observe(read)).to.deep.equal([]);
    dispose();
  });
});

describe("createTestSurface().observe", () => {
  it("gives the output", async () => {
    const { surface, rows } = createShop();
    rows.push("tea");
    expect((await surface.observe<string[]>(read))[0]).to.equal("tea");
  });

  it("throws what the surface said otherwise", async () => {
    const { surface } = createShop();
    const error = await rejection(surface.observe(add, { item: 5 }));
    expect(error.message).to.match(/^"view:shop\.cart\.add" came to INVALID_INPUT: .*"path":"item"/);
    expect(isAgentSurfaceError(error.cause) && error.cause.payload.code).to.equal("INVALID_INPUT");
  });
});

describe("createTestSurface().captureRef", () => {
  it("calls with the tokens of then", async () => {
    const shop = createShop();
    const { surface } = shop;
    const handle = surface.register(cart(shop, { instanceId: "second" }));
    const ref = surface.captureRef(add, "second");
    expect(ref).to.deep.include({
      capabilityId: add,
      instanceId: "second",
      registrationId: handle.registrationId,
      surfaceVersion: surface.registry.getVersion(),
    });
    expect(outcome(await ref.invoke({ item: "tea" }))).to.equal("ok");
    handle.unregister();
    expect(outcome(await ref.invoke({ item: "milk" }))).to.equal("COMPONENT_UNMOUNTED");
    surface.register(cart(shop, { instanceId: "second" }));
    const stale = errorOf(await ref.invoke({ item: "milk" }));
    expect(stale.code).to.equal("STALE_CAPABILITY");
    expect(stale.details).to.deep.include({ reason: "registration-replaced" });
    expect(shop.rows).to.deep.equal(["tea"]);
  });

  it("sends the version that it saw", async () => {
    const { surface } = createShop();
    const ref = surface.captureRef(read);
    const seen = spyOnInvoke(surface);
    await ref.invoke();
    expect(seen[0]!.surfaceVersion).to.equal(ref.surfaceVersion);
  });

  it("says what is there where nothing fits", () => {
    const shop = createShop();
    const message = (...of: Parameters<typeof shop.surface.captureRef>) =>
      (thrownBy(() => shop.surface.captureRef(...of)) as Error).message;
    expect(message("view:shop.cart.reed")).to.equal(
      `"view:shop.cart.reed" is not in the snapshot. There are: ${[read, add, pay, slow].join(", ")}.`,
    );
    expect(message(read, "second")).to.equal(
      `"${read}" has no instance "second" in the snapshot, only default.`,
    );
    shop.surface.register(cart(shop, { instanceId: "second" }));
    expect(message(read)).to.equal(`"${read}" is there 2 times: name one of the instances default, second.`);
    const empty = createTestSurface();
    expect((thrownBy(() => empty.captureRef(read)) as Error).message).to.equal(
      `"${read}" is not in the snapshot. There is nothing.`,
    );
  });
});
