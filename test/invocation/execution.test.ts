import { expect } from "@open-wc/testing";
import { AgentSurfaceError, type AgentActionContext, type AgentReadContext } from "../../src/index.js";
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
  questionId,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply", invocationId: "one" };
const read = { capabilityId: "view:shop.cart.read" };

describe("a handler", () => {
  it("starts in the task of its invoke, a microtask later at most", async () => {
    const { registry } = createSurface();
    const ran: string[] = [];
    registry.register(
      cart({
        observations: { read: look({ read: () => (ran.push("read"), null) }) },
        actions: { apply: act({ execute: () => void ran.push("apply") }) },
      }),
    );
    void registry.invoke(apply);
    void registry.invoke(read);
    await Promise.resolve();
    expect(ran).to.deep.equal(["apply", "read"]);
  });

  it("of an action is told its call, its caller, the host and a signal", async () => {
    const { registry } = createSurface({ context: () => ({ user: "ann" }) });
    const seen: AgentActionContext[] = [];
    const execute = (_input: unknown, context: AgentActionContext) => void seen.push(context);
    const { registrationId } = registry.register(cart({ actions: { apply: act({ execute }) } }));
    await registry.invoke(apply, { consumer: { id: "me", kind: "test", grants: ["write"] } });
    const [context] = seen;
    expect(context).to.deep.include({
      capabilityId: apply.capabilityId,
      registrationId,
      invocationId: "one",
      consumer: { id: "me", kind: "test", grants: ["write"] },
      host: { user: "ann" },
    });
    expect(context!.signal).to.be.instanceOf(AbortSignal);
    expect(context!.signal.aborted).to.equal(false);
    expect(context).not.to.have.property("confirmation");
    expect(context).to.respondTo("opened");
  });

  it("of an observation is told the same but for what only actions have", async () => {
    const { registry } = createSurface();
    const seen: AgentReadContext[] = [];
    const { registrationId } = registry.register(
      cart({ observations: { read: look({ read: (context) => (seen.push(context), null) }) } }),
    );
    await registry.invoke(read);
    expect(seen).to.deep.equal([
      {
        capabilityId: read.capabilityId,
        registrationId,
        consumer: { id: "anonymous", kind: "embedded" },
        host: {},
      },
    ]);
  });

  it("learns of the approval it runs on", async () => {
    const { registry, time } = createSurface();
    const seen: AgentActionContext[] = [];
    const execute = (_input: unknown, context: AgentActionContext) => void seen.push(context);
    registry.register(cart({ actions: { apply: act({ execute, confirmation: "required" }) } }));
    const confirmationId = questionId(await registry.invoke(apply));
    await time.advance(5);
    const approvedAt = new Date(time.now()).toISOString();
    registry.confirmations.resolve(confirmationId, { approved: true });
    await time.advance(5);
    await registry.invoke({ ...apply, confirmationId });
    expect(seen[0]!.confirmation).to.deep.equal({ id: confirmationId, approvedAt });
  });

  it("has {} as its host where context() throws", async () => {
    const { registry } = createSurface({
      context() {
        throw new Error("no user");
      },
    });
    const seen: object[] = [];
    registry.register(
      cart({ observations: { read: look({ read: ({ host }) => (seen.push(host), null) }) } }),
    );
    expect(outcome(await registry.invoke(read))).to.equal("ok");
    expect(seen).to.deep.equal([{}]);
  });

  for (const [title, execute] of [
    [
      "throws",
      () => {
        throw new Error("secret at https://internal.example");
      },
    ],
    ["rejects", () => Promise.reject(new Error("secret at https://internal.example"))],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the case
    ["rejects with no Error", () => Promise.reject("secret")],
  ] as const) {
    it(`that ${title} is EXECUTION_FAILED in fixed words; the operator gets the cause`, async () => {
      const { registry } = createSurface();
      registry.register(cart({ actions: { apply: act({ execute }) } }));
      let error!: ReturnType<typeof errorOf>;
      const printed = await printedDuring(async () => {
        error = errorOf(await registry.invoke(apply));
      });
      expect(error).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "handler-error" },
      });
      expect(error.message).to.contain(apply.capabilityId);
      expect(JSON.stringify(error)).not.to.contain("secret");
      expect(printed.filter((text) => text.includes("secret"))).to.have.length(1);
    });
  }

  it("that fails does not say NOT EXECUTED: it may have taken effect in part", async () => {
    const { registry } = createSurface();
    const fail = () => Promise.reject(new Error("half-way"));
    registry.register(
      cart({ observations: { read: look({ read: fail }) }, actions: { apply: act({ execute: fail }) } }),
    );
    await printedDuring(async () => {
      for (const name of ["apply", "read"]) {
        const error = errorOf(await registry.invoke({ capabilityId: `view:shop.cart.${name}` }));
        expect(error.code).to.equal("EXECUTION_FAILED");
        expect(error.message).not.to.contain("NOT EXECUTED");
      }
    });
  });

  it("that throws an AgentSurfaceError has its payload passed through, and nothing printed", async () => {
    const { registry } = createSurface();
    const payload = {
      code: "RATE_LIMITED",
      message: "The printer is busy. Try again in a second.",
      retry: "after-delay",
      details: { reason: "rate", retryAfterMs: 1_000 },
    } as const;
    const execute = () => Promise.reject(new AgentSurfaceError(payload, { cause: new Error("inside") }));
    registry.register(cart({ actions: { apply: act({ execute }) } }));
    const printed = await printedDuring(async () => {
      expect(errorOf(await registry.invoke(apply))).to.deep.equal(payload);
    });
    expect(printed).to.deep.equal([]);
  });

  it("that is refused by the core is not printed as an error", async () => {
    const { registry } = createSurface();
    registry.register(cart({ actions: { apply: act({ precondition: () => ({ message: "No." }) }) } }));
    const printed = await printedDuring(async () => {
      await registry.invoke(apply);
      await registry.invoke(read);
      await registry.invoke({ capabilityId: "view:shop.cart.none" });
    });
    expect(printed).to.deep.equal([]);
  });

  it("may call the registry, also for its own component", async () => {
    const { registry } = createSurface();
    const execute = async () => outputOf(await registry.invoke(read)) ?? null;
    registry.register(
      cart({ observations: { read: look({ read: () => "state" }) }, actions: { apply: act({ execute }) } }),
    );
    expect(outputOf(await registry.invoke(apply))).to.equal("state");
  });

  it("may give any thenable", async () => {
    const { registry } = createSurface();
    const thenable = { then: (resolve: (value: string) => void) => resolve("done") };
    registry.register(cart({ actions: { apply: act({ execute: () => thenable as never }) } }));
    expect(outputOf(await registry.invoke(apply))).to.equal("done");
  });
});

describe("a result", () => {
  it("has the ids of its call and the version at its end", async () => {
    const { registry } = createSurface();
    registry.register(cart());
    expect(await registry.invoke(apply)).to.deep.equal({
      status: "ok",
      invocationId: "one",
      capabilityId: apply.capabilityId,
      surfaceVersion: "1",
    });
    expect(await registry.invoke({ ...apply, invocationId: "two", capabilityId: "view:a.b" })).to.include({
      status: "error",
      invocationId: "two",
      capabilityId: "view:a.b",
      surfaceVersion: "1",
    });
  });

  it("says surfaceChanged where the surface changed during the call", async () => {
    const { registry } = createSurface();
    const running = deferred<void>();
    registry.register(cart({ actions: { apply: act({ execute: () => running.promise }) } }));
    const call = registry.invoke(apply);
    registry.register(cart({ instanceId: "b" }));
    running.resolve();
    expect(await call).to.include({ status: "ok", surfaceVersion: "2", surfaceChanged: true });
  });

  it("says so too where the change was its own component's unmount", async () => {
    const { registry } = createSurface();
    const handle = registry.register(
      cart({ actions: { apply: act({ execute: () => deferred<void>().promise }) } }),
    );
    const call = registry.invoke(apply);
    handle.unregister();
    expect(outcome(await call)).to.equal("COMPONENT_UNMOUNTED");
    expect(await call).to.include({ surfaceVersion: "2", surfaceChanged: true });
  });

  it("is JSON", async () => {
    const { registry } = createSurface();
    registry.register(cart({ observations: { read: look({ read: () => ({ a: [1, null] }) }) } }));
    const result = await registry.invoke(read, { consumer: consumer("me") });
    expect(JSON.parse(JSON.stringify(result))).to.deep.equal(result);
  });
});

describe("confirmation never and optional", () => {
  for (const confirmation of ["never", "optional"] as const) {
    it(`${confirmation}: runs without a question`, async () => {
      const { registry } = createSurface();
      registry.register(cart({ actions: { apply: act({ confirmation }) } }));
      expect(outcome(await registry.invoke(apply))).to.equal("ok");
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });
  }
});
