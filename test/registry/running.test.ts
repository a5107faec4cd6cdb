import { expect } from "@open-wc/testing";
import { turn } from "../helpers/fake-time.js";
import { act, cart, consumer, createSurface, deferred, eventsOf, outcome } from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply", invocationId: "one" };

function setUp() {
  const surface = createSurface();
  const handlers = deferred<string>();
  const signals: AbortSignal[] = [];
  const execute = (_input: unknown, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return handlers.promise;
  };
  surface.registry.register(
    cart({
      actions: {
        apply: act({ label: "Apply the coupon", concurrency: { mode: "parallel", max: 2 }, execute }),
      },
    }),
  );
  const invoke = (id: string) => surface.registry.invoke(apply, { consumer: consumer(id) });
  return { ...surface, handlers, signals, invoke };
}

describe("the running calls of a registry", () => {
  it("are listed from their start to their end, oldest first, with what a person calls them", async () => {
    const { registry, invoke, handlers } = setUp();
    expect(registry.running()).to.deep.equal([]);
    const results = [invoke("a"), invoke("b")];
    const [first, second] = registry.running();
    expect(first).to.include({ ...apply, consumerKey: "test:a", label: "Apply the coupon" });
    expect(first!.registrationId).to.match(/^reg_/);
    expect(second!.consumerKey).to.equal("test:b");
    handlers.resolve("done");
    await Promise.all(results);
    expect(registry.running()).to.deep.equal([]);
  });

  it("are there when listeners hear of their start, and gone when they hear of their end", async () => {
    const { registry, invoke, handlers } = setUp();
    const heard: string[] = [];
    registry.subscribe(({ type }) => {
      if (type.startsWith("invocation")) heard.push(`${type} ${String(registry.running().length)}`);
    });
    handlers.resolve("done");
    await invoke("a");
    expect(heard).to.deep.equal(["invocation-started 1", "invocation-settled 0"]);
  });

  it("are told apart from calls that find no capability", async () => {
    const { registry } = setUp();
    let seen: ReturnType<typeof registry.running> = [];
    registry.subscribe(({ type }) => {
      if (type === "invocation-started") seen = registry.running();
    });
    await registry.invoke({ capabilityId: "view:shop.cart.none" });
    expect(seen[0]).to.include({ registrationId: undefined, label: undefined });
  });

  it("end one by one as by their caller's signal", async () => {
    const { registry, events, signals, invoke } = setUp();
    const [one, other] = [invoke("a"), invoke("b")];
    registry.running()[0]!.cancel();
    expect(outcome(await one)).to.equal("CANCELLED");
    expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true, false]);
    await turn();
    expect(eventsOf(events, "invocation-settled").length).to.equal(1);
    registry.running()[0]!.cancel();
    expect(outcome(await other)).to.equal("CANCELLED");
  });

  it("keep their result where they are cancelled too late", async () => {
    const { registry, invoke, handlers } = setUp();
    const result = invoke("a");
    const [call] = registry.running();
    handlers.resolve("done");
    expect(outcome(await result)).to.equal("ok");
    call!.cancel();
    expect(outcome(await invoke("a"))).to.equal("ok");
  });
});
