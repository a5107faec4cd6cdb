import { expect } from "@open-wc/testing";
import { AgentSurfaceError, fromJsonSchema, type AgentProcedureExecutor } from "../../src/index.js";
import {
  consumer,
  deferred,
  errorOf,
  outcome,
  outputOf,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const call = { ...cancel, input: { reason: "late" } };

describe("the executor", () => {
  it("gets the path, the effective input and who calls, and gives the output", async () => {
    const { registry, asked } = createDomain(() => ({ refunded: 5 }));
    registry.register(order());
    const agent = consumer("agent");
    const result = await registry.invoke({ ...call, invocationId: "one" }, { consumer: agent });
    expect(outputOf(result)).to.deep.equal({ refunded: 5 });
    const [{ path, input, info, ...rest }] = asked as [(typeof asked)[0]];
    expect({ path, input, rest }).to.deep.equal({
      path: "orders.cancel",
      input: { orderId: "o-1", reason: "late", notify: true },
      rest: {},
    });
    const { signal, ...told } = info;
    expect(told).to.deep.equal({ invocationId: "one", consumer: agent });
    expect(signal).to.be.instanceOf(AbortSignal);
    expect(signal.aborted).to.equal(false);
  });

  it("is the one that is installed when the call is dispatched", async () => {
    const { registry } = createDomain(() => "first");
    registry.register(order());
    registry.setProcedureExecutor({ execute: () => Promise.resolve("second") });
    expect(outputOf(await registry.invoke(call))).to.equal("second");
  });

  it("is called on its own record", async () => {
    const { registry } = createDomain();
    const executor = {
      answer: "mine",
      execute() {
        return Promise.resolve(this.answer);
      },
    };
    registry.setProcedureExecutor(executor);
    registry.register(order());
    expect(outputOf(await registry.invoke(call))).to.equal("mine");
  });

  it("that is gone is EXECUTION_FAILED {transport}, and spends no approval", async () => {
    const { registry } = createDomain();
    registry.register(order([binding({ bind: () => ({ orderId: "o-1" }), confirmation: "required" })]));
    const confirmationId = questionId(await registry.invoke({ ...call, invocationId: "one" }));
    registry.confirmations.resolve(confirmationId, { approved: true });
    registry.setProcedureExecutor(undefined);
    const result = await registry.invoke({ ...call, invocationId: "one", confirmationId });
    expect(errorOf(result)).to.deep.include({
      code: "EXECUTION_FAILED",
      retry: "no",
      details: { reason: "transport" },
    });
    registry.setProcedureExecutor({ execute: () => Promise.resolve("done") });
    const again = await registry.invoke({ ...call, invocationId: "two", confirmationId });
    expect(outputOf(again)).to.equal("done");
  });

  it("that fails in its own way is EXECUTION_FAILED {transport}; the operator alone learns the cause", async () => {
    const thrown: unknown[] = [
      new Error("SELECT * FROM orders at https://db.internal/?key=secret"),
      new TypeError("secret"),
      "secret",
      { message: "secret", code: "NOT_AUTHORIZED" },
      undefined,
    ];
    for (const error of thrown) {
      for (const execute of [
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- anything may come
        () => Promise.reject(error),
        () => {
          throw error;
        },
      ]) {
        const { registry } = createDomain();
        registry.setProcedureExecutor({ execute });
        registry.register(order());
        const printed = await printedDuring(async () => {
          const failed = errorOf(await registry.invoke(call));
          expect(failed).to.deep.include({ code: "EXECUTION_FAILED", retry: "no" });
          expect(failed.details).to.deep.equal({ reason: "transport" });
          expect(failed.message).not.to.match(/secret|SELECT|https/);
        });
        expect(printed.join()).to.contain("domain:orders.cancel");
      }
    }
  });

  it("may say what the agent is to learn: an AgentSurfaceError passes as it is, and is not printed", async () => {
    const payloads = [
      {
        code: "CONFIRMATION_REQUIRED",
        retry: "with-confirmation",
        message: "Approve it in the app.",
        details: { origin: "server", confirmationId: "srv_1" },
      },
      { code: "NOT_AUTHORIZED", retry: "no", message: "Not yours.", details: { origin: "server" } },
      {
        code: "EXECUTION_FAILED",
        retry: "after-delay",
        message: "The server is busy.",
        details: { reason: "transport", transient: true, retryAfterMs: 1_000 },
      },
    ] as const;
    for (const payload of payloads) {
      const { registry } = createDomain(() => {
        throw new AgentSurfaceError(payload, { cause: new Error("secret") });
      });
      registry.register(order());
      const printed = await printedDuring(async () => {
        expect(errorOf(await registry.invoke(call))).to.deep.equal(payload);
      });
      expect(printed).to.deep.equal([]);
    }
  });

  it("whose server asks for its own approval may be called again under the same id", async () => {
    let isApproved = false;
    const { registry } = createDomain(() => {
      if (isApproved) return "done";
      const message = "Approve it in the app.";
      throw new AgentSurfaceError({ code: "CONFIRMATION_REQUIRED", retry: "with-confirmation", message });
    });
    registry.register(order());
    expect(outcome(await registry.invoke({ ...call, invocationId: "one" }))).to.equal(
      "CONFIRMATION_REQUIRED",
    );
    isApproved = true;
    expect(outcome(await registry.invoke({ ...call, invocationId: "one" }))).to.equal("ok");
  });

  it("gives an output that the reference declares, or EXECUTION_FAILED {output-invalid}", async () => {
    const outputSchema = fromJsonSchema({ type: "object", properties: { refunded: { type: "number" } } });
    for (const [output, expected] of [
      [{ refunded: 5 }, "ok"],
      [{ refunded: "5" }, "output-invalid"],
      [undefined, "output-invalid"],
      ["x".repeat(40_000), "output-invalid"],
    ] as const) {
      const { registry } = createDomain(() => output);
      registry.register(order([binding(undefined, { outputSchema })]));
      const result = await registry.invoke(call);
      const reason = result.status === "ok" ? "ok" : result.error.details!["reason"];
      expect(reason).to.equal(expected);
    }
  });
});

describe("a procedure that runs", () => {
  const running = (options = {}) => {
    const answer = deferred<string>();
    const domain = createDomain(() => answer.promise, options);
    const handle = domain.registry.register(order());
    return { ...domain, answer, handle };
  };

  it("has 30 seconds, or what the registry or the call says; then its signal aborts", async () => {
    for (const [limits, options, milliseconds] of [
      [{}, {}, 30_000],
      [{ procedureTimeoutMs: 500 }, {}, 500],
      [{}, { timeoutMs: 70 }, 70],
    ] as const) {
      const { registry, time, asked } = running({ limits });
      const result = registry.invoke(call, options);
      await time.advance(milliseconds - 1);
      expect(asked[0]!.info.signal.aborted).to.equal(false);
      await time.advance(1);
      expect(errorOf(await result)).to.deep.include({
        code: "TIMEOUT",
        retry: "no",
        details: { timeoutMs: milliseconds, idempotent: false },
      });
      expect(asked[0]!.info.signal.aborted).to.equal(true);
    }
  });

  it("may be called again after a time-out where it is a query", async () => {
    const { registry, time } = createDomain(() => new Promise(() => undefined));
    registry.register(order([binding(undefined, { effect: "server-query" })]));
    const result = registry.invoke(call);
    await time.advance(30_000);
    expect(errorOf(await result)).to.deep.include({ code: "TIMEOUT", retry: "yes" });
  });

  it("ends as CANCELLED or COMPONENT_UNMOUNTED, with its signal aborted", async () => {
    const abort = new AbortController();
    const first = running();
    const cancelled = first.registry.invoke(call, { signal: abort.signal });
    await turn();
    abort.abort();
    expect(errorOf(await cancelled)).to.deep.include({ code: "CANCELLED", details: { dispatched: true } });
    expect(first.asked[0]!.info.signal.aborted).to.equal(true);

    const second = running();
    const unmounted = second.registry.invoke(call);
    await turn();
    second.handle.unregister();
    expect(errorOf(await unmounted).details).to.deep.equal({ phase: "mid-flight" });
    expect(second.asked[0]!.info.signal.aborted).to.equal(true);
  });

  it("does not wait for others: neither in the queue of actions nor in that of observations", async () => {
    const { registry, asked, answer } = running();
    const calls = Array.from({ length: 40 }, (_, index) =>
      registry.invoke({ ...call, input: { reason: String(index) } }),
    );
    await turn();
    expect(asked).to.have.length(40);
    answer.resolve("done");
    for (const result of await Promise.all(calls)) expect(outcome(result)).to.equal("ok");
  });

  it("runs once for a call that is repeated", async () => {
    const { registry, asked, answer } = running();
    const calls = [1, 2].map(() => registry.invoke({ ...call, invocationId: "one" }));
    answer.resolve("done");
    const results = await Promise.all(calls);
    results.push(await registry.invoke({ ...call, invocationId: "one" }));
    expect(results.map(outcome)).to.deep.equal(["ok", "ok", "ok"]);
    expect(asked).to.have.length(1);
  });

  it("starts in the task of its call where no policy is in the way", () => {
    const { registry, asked } = running();
    void registry.invoke(call);
    expect(asked).to.have.length(1);
  });
});

describe("what is audited of a procedure", () => {
  for (const [effect, hasPayload] of [
    ["server-query", false],
    ["server-mutation", false],
    ["external-side-effect", true],
    ["destructive", true],
  ] as const) {
    it(`${effect}: ${hasPayload ? "everything" : "metadata"}`, async () => {
      const { registry, audit } = createDomain();
      registry.register(order([binding(undefined, { effect })]));
      let result = await registry.invoke({ ...call, invocationId: "one" });
      const [question] = registry.confirmations.pending();
      if (question) {
        const { confirmationId } = question;
        registry.confirmations.resolve(confirmationId, { approved: true });
        result = await registry.invoke({ ...call, invocationId: "one", confirmationId });
      }
      expect(outcome(result)).to.equal("ok");
      const settled = audit
        .events()
        .filter(({ type }) => type === "invocation-settled")
        .at(-1);
      expect(settled?.payload).to.deep.equal(
        hasPayload ? { input: { orderId: "o-1", reason: "late", notify: true }, output: "done" } : undefined,
      );
    });
  }
});

// What a host may write: the seam is two fields.
({ execute: () => Promise.resolve(null), paths: ["orders.cancel"] }) satisfies AgentProcedureExecutor;
