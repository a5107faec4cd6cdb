import { expect } from "@open-wc/testing";
import {
  AgentSchemaError,
  AgentSurfaceError,
  authenticated,
  fromJsonSchema,
  hasPermission,
  isAgentSurfaceError,
  rateLimit,
  type AgentCapabilityErrorPayload,
  type AgentInvocationResult,
} from "../../src/index.js";
import { anyObject, cart, errorOf, outcome, printedDuring, questionId } from "../helpers/surface.js";
import { apply, layer, openBusyShop, openShop, type Shop } from "./shop.js";

const one = { invocationId: "one" };
const strict = fromJsonSchema<{ amount: number }>({
  type: "object",
  properties: { amount: { type: "number" } },
  required: ["amount"],
}) as never;
const list = fromJsonSchema({ type: "array", items: { type: "number" } }) as never;
const thrown = (payload: AgentCapabilityErrorPayload) => () => {
  throw new AgentSurfaceError(payload);
};
const notAuthorized = {
  code: "NOT_AUTHORIZED",
  message: "Not for you.",
  retry: "no",
  details: { origin: "client" },
} as const;

type Provoked = readonly [shop: Shop, own?: object, options?: object];

/** One way to each code that the core gives by itself; all under the invocation id "one". */
const ways = {
  CAPABILITY_NOT_FOUND: () => [openShop(), { capabilityId: "view:shop.list.none" }],
  CAPABILITY_NOT_AVAILABLE: () => [openShop({ action: { when: () => false, unavailableReason: "empty" } })],
  AMBIGUOUS_INSTANCE: () => {
    const shop = openShop();
    shop.registry.register(cart({ instanceId: "b" }));
    return [shop];
  },
  COMPONENT_UNMOUNTED: () => {
    const shop = openShop();
    shop.handle.unregister();
    return [shop];
  },
  STALE_CAPABILITY: () => [openShop(), { registrationId: "reg_9_unknown" }],
  INVOCATION_CONFLICT: () => {
    const shop = openBusyShop();
    void shop.call({ ...one, input: { other: true } });
    return [shop];
  },
  INVALID_INPUT: () => [openShop({ action: { input: strict } }), { input: { amount: "x" } }],
  PRECONDITION_FAILED: () => [
    openShop({ action: { precondition: () => ({ message: "It is empty.", details: { rows: 0 } }) } }),
  ],
  CONFIRMATION_REQUIRED: () => [openShop({ action: { confirmation: "required" } })],
  CONFIRMATION_INVALID: () => [
    openShop({ action: { confirmation: "required" } }),
    { confirmationId: "cnf_unknown00000" },
  ],
  RATE_LIMITED: () => {
    const shop = openBusyShop({ limits: { actionQueueDepth: 0 } });
    void shop.call();
    return [shop];
  },
  TIMEOUT: () => [openBusyShop({ action: { timeoutMs: 10 } })],
  CANCELLED: () => [openShop(), {}, { signal: AbortSignal.abort() }],
  EXECUTION_FAILED: () => [
    openShop({
      action: {
        execute: () => {
          throw new Error("SELECT secret FROM https://internal");
        },
      },
    }),
  ],
} as const satisfies Record<string, () => Provoked>;

type Code = keyof typeof ways;
const codes = Object.keys(ways) as Code[];

async function provoke(
  code: Code,
): Promise<{ result: AgentInvocationResult; again: Promise<AgentInvocationResult> }> {
  const [shop, own = {}, options = {}]: Provoked = ways[code]();
  let result!: AgentInvocationResult;
  let again!: Promise<AgentInvocationResult>;
  await printedDuring(async () => {
    const first = shop.call({ ...one, ...own }, options);
    await shop.time.advance(code === "TIMEOUT" ? 10 : 0);
    result = await first;
    again = shop.call({ ...one, ...own }, options);
    await shop.time.advance(code === "TIMEOUT" ? 10 : 0);
    await again;
  });
  return { result, again };
}

const errorBy = async (code: Code) => errorOf((await provoke(code)).result);

describe("errors (contract 6; core API, Invocation, semantics)", () => {
  describe("retry and details of each code", () => {
    it("CAPABILITY_NOT_FOUND is after-refresh, without details", async () => {
      const error = await errorBy("CAPABILITY_NOT_FOUND");
      expect(error).to.include({ code: "CAPABILITY_NOT_FOUND", retry: "after-refresh" });
      expect(error).not.to.have.property("details");
    });

    it("CAPABILITY_NOT_AVAILABLE is after-refresh, with the reason", async () => {
      expect(await errorBy("CAPABILITY_NOT_AVAILABLE")).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        retry: "after-refresh",
        details: { reason: "empty" },
      });
    });

    it("CAPABILITY_NOT_AVAILABLE of a blocked window has the reason blocked_by_modal and the ids of the windows", async () => {
      const { registry, call } = openShop();
      registry.setOperability({ blockedBy: () => ["confirm", "login"], versionOf: () => undefined });
      const { details, message } = errorOf(await call());
      expect(details).to.deep.equal({ reason: "blocked_by_modal", blockedBy: ["confirm", "login"] });
      expect(message).to.contain('"confirm"');
    });

    it("AMBIGUOUS_INSTANCE is with-changes, with instances and candidates", async () => {
      const error = await errorBy("AMBIGUOUS_INSTANCE");
      expect(error).to.include({ code: "AMBIGUOUS_INSTANCE", retry: "with-changes" });
      expect(error.details).to.have.all.keys("instances", "candidates");
    });

    it("COMPONENT_UNMOUNTED is after-refresh, with the phase resolve", async () => {
      expect(await errorBy("COMPONENT_UNMOUNTED")).to.deep.include({
        code: "COMPONENT_UNMOUNTED",
        retry: "after-refresh",
        details: { phase: "resolve" },
      });
    });

    it("COMPONENT_UNMOUNTED of a running call has the phase mid-flight", async () => {
      const { call, handle } = openBusyShop();
      const result = call();
      handle.unregister();
      expect(errorOf(await result).details).to.deep.equal({ phase: "mid-flight" });
    });

    it("STALE_CAPABILITY is after-refresh, with reason and liveRegistrationId", async () => {
      const error = await errorBy("STALE_CAPABILITY");
      expect(error).to.include({ code: "STALE_CAPABILITY", retry: "after-refresh" });
      expect(error.details).to.have.all.keys("reason", "liveRegistrationId");
    });

    it("INVOCATION_CONFLICT is with-changes, with the reason and nothing else", async () => {
      expect(await errorBy("INVOCATION_CONFLICT")).to.deep.include({
        code: "INVOCATION_CONFLICT",
        retry: "with-changes",
        details: { reason: "id-reused-with-different-request" },
      });
    });

    it("INVALID_INPUT is with-changes, with issues of path and message", async () => {
      const error = await errorBy("INVALID_INPUT");
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      const [issue, ...others] = error.details!["issues"] as object[];
      expect(issue).to.have.all.keys("path", "message").and.to.include({ path: "amount" });
      expect(others).to.deep.equal([]);
    });

    it("PRECONDITION_FAILED is with-changes, with the author's message and details", async () => {
      expect(await errorBy("PRECONDITION_FAILED")).to.deep.equal({
        code: "PRECONDITION_FAILED",
        retry: "with-changes",
        message: "It is empty.",
        details: { rows: 0 },
      });
    });

    it("CONFIRMATION_REQUIRED is with-confirmation, with confirmationId, summary, expiresAt, effect and origin", async () => {
      const error = await errorBy("CONFIRMATION_REQUIRED");
      expect(error).to.include({ code: "CONFIRMATION_REQUIRED", retry: "with-confirmation" });
      expect(error.details).to.have.all.keys("confirmationId", "summary", "expiresAt", "effect", "origin");
      expect(error.details).to.include({ effect: "local-state", origin: "client" });
    });

    it("CONFIRMATION_INVALID by mismatch is no", async () => {
      expect(await errorBy("CONFIRMATION_INVALID")).to.deep.include({
        code: "CONFIRMATION_INVALID",
        retry: "no",
        details: { reason: "mismatch" },
      });
    });

    it("NOT_AUTHENTICATED is no, without details", async () => {
      const { call } = openShop({ policies: [authenticated({ discovery: "expose" })] });
      const error = errorOf(await call());
      expect(error).to.include({ code: "NOT_AUTHENTICATED", retry: "no" });
      expect(error).not.to.have.property("details");
    });

    it("NOT_AUTHORIZED is no, with the origin and nothing else", async () => {
      const { call } = openShop({ policies: [hasPermission("p", () => false, { discovery: "expose" })] });
      expect(errorOf(await call())).to.deep.include({
        code: "NOT_AUTHORIZED",
        retry: "no",
        details: { origin: "client" },
      });
    });

    it("PRECONDITION_FAILED by a precondition that throws an Error is with-changes, without its text", async () => {
      const broken = () => {
        throw new Error("secret");
      };
      const error = errorOf(await openShop({ action: { precondition: broken } }).call());
      expect(error).to.include({ code: "PRECONDITION_FAILED", retry: "with-changes" });
      expect(error.message).not.to.contain("secret");
    });

    it("CONFIRMATION_INVALID by a consumed approval is no", async () => {
      const { registry, call } = openShop({ action: { confirmation: "required" } });
      const confirmationId = questionId(await call({ invocationId: "one" }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      await call({ invocationId: "one", confirmationId });
      expect(errorOf(await call({ invocationId: "two", confirmationId }))).to.deep.include({
        code: "CONFIRMATION_INVALID",
        retry: "no",
        details: { reason: "consumed" },
      });
    });

    it("RATE_LIMITED by a rate is after-delay, with the reason rate and the time that is left", async () => {
      const { call, time } = openShop({ policies: [rateLimit({ limit: 1, windowMs: 1_000 })] });
      await call();
      await time.advance(400);
      expect(errorOf(await call())).to.deep.include({
        code: "RATE_LIMITED",
        retry: "after-delay",
        details: { reason: "rate", retryAfterMs: 600 },
      });
    });

    it("RATE_LIMITED by a full queue is after-delay, with retryAfterMs 250", async () => {
      expect(await errorBy("RATE_LIMITED")).to.deep.include({
        code: "RATE_LIMITED",
        retry: "after-delay",
        details: { reason: "queue-full", retryAfterMs: 250 },
      });
    });

    it("RATE_LIMITED by too many questions has retryAfterMs 1000", async () => {
      const { call } = openShop({
        action: { confirmation: "required" },
        limits: { maxPendingConfirmations: 1 },
      });
      await call({ input: { a: 1 } });
      expect(errorOf(await call({ input: { a: 2 } }))).to.deep.include({
        code: "RATE_LIMITED",
        details: { reason: "queue-full", retryAfterMs: 1_000 },
      });
    });

    it("TIMEOUT is no where it is not idempotent, with timeoutMs and idempotent", async () => {
      expect(await errorBy("TIMEOUT")).to.deep.include({
        code: "TIMEOUT",
        retry: "no",
        details: { timeoutMs: 10, idempotent: false },
      });
    });

    it("TIMEOUT is yes where it is idempotent", async () => {
      const { call, time } = openBusyShop({ action: { idempotent: true } });
      const result = call();
      await time.advance(10_000);
      expect(errorOf(await result)).to.deep.include({
        retry: "yes",
        details: { timeoutMs: 10_000, idempotent: true },
      });
    });

    it("CANCELLED before the dispatch is yes, with dispatched false", async () => {
      expect(await errorBy("CANCELLED")).to.deep.include({
        code: "CANCELLED",
        retry: "yes",
        details: { dispatched: false },
      });
    });

    const afterDispatch = [
      ["yes where it is idempotent", true, "yes"],
      ["no where it is not idempotent", false, "no"],
    ] as const;
    for (const [title, idempotent, retry] of afterDispatch) {
      it(`CANCELLED after the dispatch is ${title}, with dispatched true`, async () => {
        const { call } = openBusyShop({ action: { idempotent } });
        const controller = new AbortController();
        const result = call({}, { signal: controller.signal });
        controller.abort();
        expect(errorOf(await result)).to.deep.include({ retry, details: { dispatched: true } });
      });
    }

    it("CANCELLED by dispose is no, even for what is idempotent", async () => {
      const { call, registry } = openBusyShop({ action: { idempotent: true } });
      const result = call();
      registry.dispose();
      expect(errorOf(await result)).to.include({ code: "CANCELLED", retry: "no" });
    });

    it("EXECUTION_FAILED by the handler is no, with the reason handler-error", async () => {
      expect(await errorBy("EXECUTION_FAILED")).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "handler-error" },
      });
    });
  });

  describe("the cache", () => {
    const cached: Code[] = [
      "CAPABILITY_NOT_FOUND",
      "CAPABILITY_NOT_AVAILABLE",
      "AMBIGUOUS_INSTANCE",
      "COMPONENT_UNMOUNTED",
      "STALE_CAPABILITY",
      "INVALID_INPUT",
      "PRECONDITION_FAILED",
      "CONFIRMATION_INVALID",
      "TIMEOUT",
      "CANCELLED",
      "EXECUTION_FAILED",
    ];
    for (const code of cached) {
      it(`keeps ${code}: the same id gets the same result`, async () => {
        const { result, again } = await provoke(code);
        expect(outcome(result)).to.equal(code);
        expect(await again).to.equal(result);
      });
    }

    const uncached: Code[] = ["INVOCATION_CONFLICT", "CONFIRMATION_REQUIRED", "RATE_LIMITED"];
    for (const code of uncached) {
      it(`does not keep ${code}: the same id is looked at again`, async () => {
        const { result, again } = await provoke(code);
        expect(outcome(result)).to.equal(code);
        expect(await again).not.to.equal(result);
      });
    }

    for (const code of ["NOT_AUTHENTICATED", "NOT_AUTHORIZED"] as const) {
      it(`keeps ${code} of a policy: the same id gets the same result`, async () => {
        const refuse = layer("onAuthorize", async () => thrown({ ...notAuthorized, code })());
        const { call } = openShop({ policies: [refuse] });
        const first = await call(one);
        expect(outcome(first)).to.equal(code);
        expect(await call(one)).to.equal(first);
      });
    }
  });

  describe("the cache, where a policy or a server answers", () => {
    for (const code of ["INVOCATION_CONFLICT", "CONFIRMATION_REQUIRED", "RATE_LIMITED"] as const) {
      it(`does not keep ${code} of a handler: the same id runs again`, async () => {
        let ran = 0;
        const execute = () => {
          ran += 1;
          throw new AgentSurfaceError({ code, message: "Not now.", retry: "no" });
        };
        const { call } = openShop({ action: { execute } });
        expect([outcome(await call(one)), outcome(await call(one)), ran]).to.deep.equal([code, code, 2]);
      });
    }
  });

  describe("messages", () => {
    it("say what is called, in one sentence or two of at most 300 characters, for every code but the author's", async () => {
      for (const code of codes.filter((name) => name !== "PRECONDITION_FAILED")) {
        const { message } = await errorBy(code);
        const called = code === "CAPABILITY_NOT_FOUND" ? "view:shop.list.none" : apply;
        expect(message, code).to.contain(called);
        expect(message.length, code).to.be.lessThan(301);
        expect(message, code).to.match(/\.$/);
      }
    });

    it("tell in the imperative what to do next", async () => {
      const next =
        /Discover|Call|Use a new|Correct|Try again|Read the state|call (it )?again|go on without|safe to call/i;
      for (const code of codes.filter((name) => name !== "PRECONDITION_FAILED"))
        expect((await errorBy(code)).message, code).to.match(next);
    });

    it("stay within 300 characters whatever was sent", async () => {
      const long = "x".repeat(5_000);
      const { registry, call } = openShop({ action: { input: strict } });
      const results = [
        await registry.invoke({ capabilityId: long }),
        await call({ input: { amount: long } }),
        await call({ ...one, invocationId: long }),
        await call({ ...one, invocationId: long, input: {} }),
        await openShop({ action: { input: list } }).call({ input: Array.from({ length: 99 }, () => "x") }),
      ];
      for (const result of results) expect(errorOf(result).message.length).to.be.lessThan(301);
    });

    it("say NOT EXECUTED wherever a call with a question did not run", async () => {
      for (const code of [
        "CONFIRMATION_REQUIRED",
        "CONFIRMATION_INVALID",
        "COMPONENT_UNMOUNTED",
        "STALE_CAPABILITY",
        "RATE_LIMITED",
        "CANCELLED",
      ] as const)
        expect((await errorBy(code)).message, code).to.contain("NOT EXECUTED");
    });

    it("of TIMEOUT tell apart what never got its turn and what may have taken effect", async () => {
      const { call, time } = openBusyShop({ action: { timeoutMs: 10 } });
      const results = [call(), call({}, { timeoutMs: 5 })];
      await time.advance(10);
      const [ran, waited] = (await Promise.all(results)).map((result) => errorOf(result).message);
      expect(ran).to.contain("may have taken effect").and.not.to.contain("NOT EXECUTED");
      expect(waited).to.contain("NOT EXECUTED").and.not.to.contain("may have taken effect");
    });

    it("never say NOT EXECUTED once the handler was called", async () => {
      const { call, handle } = openBusyShop();
      const unmounted = call();
      handle.unregister();
      expect(errorOf(await unmounted).message).not.to.contain("NOT EXECUTED");
      expect((await errorBy("TIMEOUT")).message).not.to.contain("NOT EXECUTED");
      expect((await errorBy("EXECUTION_FAILED")).message).not.to.contain("NOT EXECUTED");
    });
  });

  describe("the two channels", () => {
    it("never carry the message or stack of an unknown cause to the agent", async () => {
      const error = await errorBy("EXECUTION_FAILED");
      expect(JSON.stringify(error)).not.to.match(/SELECT|secret|https|errors\.test|\bat /);
    });

    it("print a handler's cause for the operator", async () => {
      const cause = new Error("for operators");
      const { call } = openShop({ action: { execute: () => Promise.reject(cause) } });
      const printed = await printedDuring(() => call());
      expect(printed.join()).to.contain("for operators");
    });

    it("never print refusals", async () => {
      const refusing = layer("onAuthorize", async () => thrown(notAuthorized)());
      const printed = await printedDuring(async () => {
        await openShop({ policies: [refusing] }).call();
        await openShop({ action: { execute: thrown(notAuthorized) } }).call();
        await openShop({ action: { precondition: () => ({ message: "No." }) } }).call();
        await openShop({ action: { input: strict } }).call();
      });
      expect(printed).to.deep.equal([]);
    });
  });

  describe("AgentSurfaceError", () => {
    const sources = [
      ["policy at authorization", { policies: [layer("onAuthorize", async () => thrown(notAuthorized)())] }],
      ["policy at invocation", { policies: [layer("onInvoke", async () => thrown(notAuthorized)())] }],
      ["precondition", { action: { precondition: thrown(notAuthorized) } }],
      ["handler", { action: { execute: thrown(notAuthorized) } }],
    ] as const;
    for (const [source, options] of sources) {
      it(`thrown by a ${source} passes through as it is`, async () => {
        const { policies, action }: { policies?: readonly never[]; action?: object } = options as never;
        const { call } = openShop({
          ...(policies && { policies: [...policies] }),
          ...(action && { action }),
        });
        expect(errorOf(await call())).to.deep.equal(notAuthorized);
      });
    }

    it("thrown by an observation passes through as it is", async () => {
      const { look } = openShop({ observation: { read: thrown(notAuthorized) } });
      expect(errorOf(await look())).to.deep.equal(notAuthorized);
    });

    it("carries its payload, and the operator's cause apart from it", () => {
      const cause = new Error("inner");
      const error = new AgentSurfaceError(notAuthorized, { cause });
      expect(error).to.be.instanceOf(Error);
      expect(error.payload).to.deep.equal(notAuthorized);
      expect(error.cause).to.equal(cause);
      expect(JSON.stringify(error.payload)).not.to.contain("inner");
    });

    it("is known by a brand, so that two copies of the library agree", () => {
      const foreign = Object.assign(new Error("x"), { payload: notAuthorized });
      expect(isAgentSurfaceError(foreign)).to.equal(false);
      const brand = Object.getOwnPropertySymbols(new AgentSurfaceError(notAuthorized))[0]!;
      expect(Symbol.keyFor(brand), "shared between copies").to.be.a("string");
      Object.defineProperty(foreign, brand, { value: true });
      expect(isAgentSurfaceError(foreign)).to.equal(true);
    });

    it("is nothing else: isAgentSurfaceError takes any value", () => {
      for (const value of [undefined, null, 5, "x", {}, new Error("x"), () => undefined])
        expect(isAgentSurfaceError(value)).to.equal(false);
    });
  });

  it("AgentSchemaError carries the issues with path and message", () => {
    try {
      fromJsonSchema({ type: "object", required: ["a"] }).parse({});
    } catch (error) {
      expect(error).to.be.instanceOf(AgentSchemaError);
      expect((error as AgentSchemaError).issues[0]).to.include({ path: "a" });
      return;
    }
    throw new Error("expected it to throw");
  });

  it("every refusal is a serializable result, never a rejection", async () => {
    for (const code of codes) {
      const { result } = await provoke(code);
      expect(result, code).to.include({ status: "error", ...one });
      expect(JSON.parse(JSON.stringify(result)), code).to.deep.equal(result);
    }
  });

  it("a result has either an output or an error", async () => {
    const failed = (await provoke("INVALID_INPUT")).result;
    expect(failed).not.to.have.property("output");
    const ok = await openShop({ action: { input: anyObject, execute: () => 1 } }).call();
    expect(ok).to.deep.equal({
      status: "ok",
      invocationId: ok.invocationId,
      capabilityId: apply,
      output: 1,
      surfaceVersion: "1",
    });
  });
});
