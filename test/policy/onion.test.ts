import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  fromJsonSchema,
  type AgentInvocationResult,
  type AgentPolicy,
  type AgentPolicyNext,
} from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  errorOf,
  eventsOf,
  look,
  outcome,
  outputOf,
  printedDuring,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply", invocationId: "one" };

type Stage = "onAuthorize" | "onInvoke";
const stages: readonly Stage[] = ["onAuthorize", "onInvoke"];

const around = (
  stage: Stage,
  body: (next: AgentPolicyNext, context: object) => Promise<AgentInvocationResult>,
  name = "policy",
): AgentPolicy => ({ name, [stage]: (context: object, next: AgentPolicyNext) => body(next, context) });

function guarded(policies: AgentPolicy[]) {
  const surface = createSurface({ policies });
  let runs = 0;
  surface.registry.register(cart({ actions: { apply: act({ execute: () => (runs += 1) }) } }));
  return { ...surface, runs: () => runs };
}

describe("policies around a call", () => {
  it("stand in the order registry, component, capability, first all onAuthorize, inside them all onInvoke", async () => {
    const log: string[] = [];
    const noting = (name: string): AgentPolicy => ({
      name,
      async onAuthorize(_context, next) {
        log.push(`${name} authorize`);
        const result = await next();
        log.push(`${name} authorized`);
        return result;
      },
      async onInvoke(_context, next) {
        log.push(`${name} invoke`);
        const result = await next();
        log.push(`${name} invoked`);
        return result;
      },
    });
    const { registry } = createSurface({ policies: [noting("registry")] });
    registry.register(
      cart({
        policies: [noting("component")],
        actions: { apply: act({ policies: [noting("capability")], execute: () => void log.push("run") }) },
      }),
    );
    await registry.invoke(apply);
    expect(log).to.deep.equal([
      "registry authorize",
      "component authorize",
      "capability authorize",
      "registry invoke",
      "component invoke",
      "capability invoke",
      "run",
      "capability invoked",
      "component invoked",
      "registry invoked",
      "capability authorized",
      "component authorized",
      "registry authorized",
    ]);
  });

  it("stand around observations too", async () => {
    const log: string[] = [];
    const policies = stages.map((stage) =>
      around(stage, (next) => {
        log.push(stage);
        return next();
      }),
    );
    const { registry } = createSurface({ policies });
    registry.register(cart({ observations: { read: look({ read: () => "state" }) } }));
    expect(outputOf(await registry.invoke({ capabilityId: "view:shop.cart.read" }))).to.equal("state");
    expect(log).to.deep.equal(["onAuthorize", "onInvoke"]);
  });

  it("see no input when they authorize, and the whole of it when they invoke", async () => {
    const seen: object[] = [];
    const keep = (stage: Stage) =>
      around(stage, (next, context) => {
        seen.push(context);
        return next();
      });
    const { registry } = guarded([keep("onAuthorize"), keep("onInvoke")]);
    await registry.invoke({ ...apply, input: { a: 1 } }, { consumer: consumer("me") });
    expect(JSON.stringify(seen[0])).not.to.contain('"a":1');
    expect(seen[0]).not.to.have.any.keys("effectiveInput", "input");
    expect(seen[1]).to.deep.include({ invocationId: "one", effectiveInput: { a: 1 } });
    for (const context of seen) {
      expect(context).to.deep.include({
        capabilityId: apply.capabilityId,
        plane: "view",
        kind: "action",
        effect: "local-state",
        consumer: { id: "me", kind: "test" },
        host: {},
      });
    }
  });

  it("cannot change the input", async () => {
    const seen: unknown[] = [];
    const policy = around("onInvoke", (next, context) => {
      try {
        Object.assign((context as { effectiveInput: object }).effectiveInput, { a: 2 });
      } catch {
        // It is frozen.
      }
      Object.assign(context, { effectiveInput: { a: 3 } });
      return next();
    });
    const { registry } = createSurface({ policies: [policy] });
    registry.register(cart({ actions: { apply: act({ execute: (input) => void seen.push(input) }) } }));
    await registry.invoke({ ...apply, input: { a: 1 } }).catch(() => undefined);
    for (const input of seen) expect(input).to.deep.equal({ a: 1 });
  });

  for (const stage of stages) {
    describe(`in ${stage}`, () => {
      it("a thrown AgentSurfaceError is the answer, and nothing runs", async () => {
        const payload = {
          code: "NOT_AUTHORIZED",
          message: "Not for you.",
          retry: "no",
          details: { origin: "client" },
        } as const;
        const { registry, runs } = guarded([
          around(stage, () => Promise.reject(new AgentSurfaceError(payload))),
        ]);
        expect(errorOf(await registry.invoke(apply))).to.deep.equal(payload);
        expect(runs()).to.equal(0);
      });

      it("any other exception is EXECUTION_FAILED in fixed words, and nothing runs", async () => {
        const { registry, runs } = guarded([
          around(stage, () => {
            throw new Error("secret query");
          }),
        ]);
        await printedDuring(async () => {
          const error = errorOf(await registry.invoke(apply));
          expect(error.code).to.equal("EXECUTION_FAILED");
          expect(JSON.stringify(error)).not.to.contain("secret");
        });
        expect(runs()).to.equal(0);
      });

      it("one that fails says NOT EXECUTED before the handler, and not after it", async () => {
        const failures: [(next: AgentPolicyNext) => Promise<AgentInvocationResult>, boolean][] = [
          [() => Promise.reject(new Error("secret")), false],
          [async () => null as never, false],
          [async () => ({ status: "ok?" }) as never, false],
          [
            async (next) => {
              await next();
              throw new Error("secret");
            },
            true,
          ],
          [
            async (next) => {
              await next();
              return undefined as never;
            },
            true,
          ],
        ];
        for (const [index, [fail, isExecuted]] of failures.entries()) {
          const { registry, runs } = guarded([around(stage, fail)]);
          await printedDuring(async () => {
            const { code, message, retry } = errorOf(await registry.invoke(apply));
            expect(code, String(index)).to.equal("EXECUTION_FAILED");
            expect(retry).to.equal("no");
            expect(message.includes("NOT EXECUTED"), String(index)).to.equal(!isExecuted);
          });
          expect(runs(), String(index)).to.equal(isExecuted ? 1 : 0);
        }
      });

      it("next() twice runs nothing twice, and the second rejects", async () => {
        let second: unknown;
        const { registry, runs } = guarded([
          around(stage, async (next) => {
            const result = await next();
            await next().catch((error: unknown) => (second = error));
            return result;
          }),
        ]);
        expect(outcome(await registry.invoke(apply))).to.equal("ok");
        expect(runs()).to.equal(1);
        expect(second).to.be.instanceOf(Error);
      });

      it("next() never, with an own result, runs nothing", async () => {
        const { registry, runs } = guarded([
          around(stage, async () => ({
            status: "error",
            invocationId: apply.invocationId,
            capabilityId: apply.capabilityId,
            surfaceVersion: "1",
            error: { code: "RATE_LIMITED", message: "Later.", retry: "after-delay" },
          })),
        ]);
        expect(outcome(await registry.invoke(apply))).to.equal("RATE_LIMITED");
        expect(runs()).to.equal(0);
      });

      it("an own result with foreign ids still answers this call, and ends it", async () => {
        let limited = true;
        const { registry, runs } = guarded([
          around(stage, async (next) =>
            limited
              ? {
                  status: "error",
                  invocationId: "",
                  capabilityId: "",
                  surfaceVersion: "",
                  error: { code: "RATE_LIMITED", message: "Later.", retry: "after-delay" },
                }
              : next(),
          ),
        ]);
        const first = await registry.invoke(apply);
        expect(first).to.include({
          invocationId: "one",
          capabilityId: apply.capabilityId,
          surfaceVersion: "1",
        });
        limited = false;
        expect(outcome(await registry.invoke(apply))).to.equal("ok");
        expect(runs()).to.equal(1);
      });

      for (const [title, value] of [
        ["undefined", undefined],
        ["null", null],
        ["a text", "ok"],
        ["an empty object", {}],
        ["an unknown status", { status: "fine" }],
      ] as [string, never][]) {
        it(`an answer that is no result (${title}) is EXECUTION_FAILED`, async () => {
          const { registry, events, time } = guarded([around(stage, async () => value)]);
          let result: AgentInvocationResult | undefined;
          void registry.invoke(apply).then((settled) => (result = settled));
          await time.advance(60_000);
          expect(result && outcome(result)).to.equal("EXECUTION_FAILED");
          expect(eventsOf(events, "invocation-settled")).to.have.length(1);
        });
      }

      it("the answer may be another than the handler's", async () => {
        const { registry } = guarded([
          around(stage, async (next) => {
            const result = await next();
            return result.status === "ok" ? { ...result, output: "masked" } : result;
          }),
        ]);
        expect(outputOf(await registry.invoke(apply))).to.equal("masked");
      });

      it("another answer must fit the capability as the handler's must", async () => {
        const output = fromJsonSchema({ type: "string" });
        for (const given of [5, "x".repeat(40_000)]) {
          const answer = async (next: AgentPolicyNext) => ({ ...(await next()), output: given });
          const { registry } = createSurface({ policies: [around(stage, answer)] });
          registry.register(cart({ actions: { apply: act({ output, execute: () => "" }) } }));
          expect(outcome(await registry.invoke(apply))).to.equal("EXECUTION_FAILED");
        }
      });

      it("a policy that is no async function works as well", async () => {
        const { registry } = guarded([
          { name: "plain", [stage]: (_context: object, next: AgentPolicyNext) => next() },
        ]);
        expect(outcome(await registry.invoke(apply))).to.equal("ok");
      });
    });
  }

  it("ask the host anew at every evaluation", async () => {
    let user = "ann";
    const seen: unknown[] = [];
    const policy: AgentPolicy = {
      name: "noting",
      onAuthorize({ host }, next) {
        seen.push(host["user"]);
        user = "bob";
        return next();
      },
      onInvoke({ host }, next) {
        seen.push(host["user"]);
        return next();
      },
    };
    const { registry } = createSurface({ policies: [policy], context: () => ({ user }) });
    registry.register(cart());
    await registry.invoke(apply);
    expect(seen).to.deep.equal(["ann", "bob"]);
  });

  it("read the registry's clock", async () => {
    const times: number[] = [];
    const policy: AgentPolicy = {
      name: "clock",
      onAuthorize(context, next) {
        times.push(context.now());
        return next();
      },
    };
    const { registry, time } = guarded([policy]);
    await registry.invoke(apply);
    await time.advance(5);
    await registry.invoke({ ...apply, invocationId: "two" });
    expect(times[1]! - times[0]!).to.equal(5);
  });
});
