import { expect } from "@open-wc/testing";
import { AgentSurfaceError, type AgentReadContext, type JsonValue } from "../../src/index.js";
import {
  act,
  cart,
  consumer,
  createSurface,
  deferred,
  errorOf,
  outcome,
  printedDuring,
  questionId,
} from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";

const apply = { capabilityId: "view:shop.cart.apply" };

function refusing(precondition: () => unknown, own: Parameters<typeof act>[0] = {}) {
  const surface = createSurface({ environment: "test" });
  let runs = 0;
  const action = act({ precondition: precondition as never, execute: () => void (runs += 1), ...own });
  surface.registry.register(cart({ actions: { apply: action } }));
  return { ...surface, runs: () => runs };
}

describe("a precondition", () => {
  it("that returns nothing lets the action run", async () => {
    const { registry, runs } = refusing(() => undefined);
    expect(outcome(await registry.invoke(apply))).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  for (const [title, refuse] of [
    ["returns", (failure: unknown) => failure],
    [
      "throws",
      (failure: unknown) => {
        throw failure;
      },
    ],
  ] as const) {
    it(`that ${title} a failure gives PRECONDITION_FAILED with the author's words and details`, async () => {
      const failure = { message: "Row 7 is gone. Read the table again.", details: { missing: ["7"] } };
      const { registry, runs } = refusing(() => refuse(failure));
      expect(errorOf(await registry.invoke(apply))).to.deep.equal({
        code: "PRECONDITION_FAILED",
        message: failure.message,
        retry: "with-changes",
        details: failure.details,
      });
      expect(runs()).to.equal(0);
    });
  }

  it("that breaks gives PRECONDITION_FAILED without the text of the defect", async () => {
    const { registry, runs } = refusing(() => {
      throw new TypeError("secret of undefined");
    });
    let error!: ReturnType<typeof errorOf>;
    await printedDuring(async () => {
      error = errorOf(await registry.invoke(apply));
    });
    expect(error.code).to.equal("PRECONDITION_FAILED");
    expect(JSON.stringify(error)).not.to.contain("secret");
    expect(runs()).to.equal(0);
  });

  it("that throws an AgentSurfaceError has it passed through", async () => {
    const payload = { code: "NOT_AUTHORIZED", message: "Not yours.", retry: "no" } as const;
    const { registry } = refusing(() => {
      throw new AgentSurfaceError(payload);
    });
    expect(errorOf(await registry.invoke(apply))).to.deep.equal(payload);
  });

  it("keeps its words where its details are no JSON, which the operator is told", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    for (const details of [
      { f: () => 1 },
      { n: 5n },
      cyclic,
      {
        get a() {
          throw new Error("secret");
        },
      },
    ]) {
      for (const isThrown of [false, true]) {
        const refusal = { message: "Not yet.", details };
        const { registry, runs } = refusing(() => {
          if (isThrown) throw refusal; // eslint-disable-line @typescript-eslint/only-throw-error -- a PreconditionFailure
          return refusal;
        });
        const printed = await printedDuring(async () => {
          expect(errorOf(await registry.invoke(apply))).to.deep.equal({
            code: "PRECONDITION_FAILED",
            message: "Not yet.",
            retry: "with-changes",
          });
        });
        expect(printed).to.have.length(1);
        expect(runs()).to.equal(0);
      }
    }
  });

  it("whose message is no text refuses in fixed words", async () => {
    for (const message of [undefined, "", 5, { secret: true }, 5n]) {
      const { registry, runs } = refusing(() => ({ message, details: { a: 1 } }));
      const error = errorOf(await registry.invoke(apply));
      expect(error).to.deep.include({ code: "PRECONDITION_FAILED", details: { a: 1 } });
      expect(error.message).to.equal('"view:shop.cart.apply" was refused by the page.');
      expect(runs()).to.equal(0);
    }
  });

  it("sees the parsed input and the context of a reader", async () => {
    const seen: [JsonValue, AgentReadContext][] = [];
    const { registry } = createSurface({ context: () => ({ user: "ann" }) });
    const precondition = (input: JsonValue, context: AgentReadContext) => void seen.push([input, context]);
    const { registrationId } = registry.register(cart({ actions: { apply: act({ precondition }) } }));
    await registry.invoke({ ...apply, input: { a: 1 } }, { consumer: consumer("me") });
    expect(seen).to.deep.equal([
      [
        { a: 1 },
        {
          capabilityId: "view:shop.cart.apply",
          registrationId,
          consumer: { id: "me", kind: "test" },
          host: { user: "ann" },
        },
      ],
    ]);
  });

  it("is asked after the confirmation, and its refusal leaves the approval for another try", async () => {
    let open = false;
    const { registry, runs } = refusing(() => (open ? undefined : { message: "Closed." }), {
      confirmation: "required",
    });
    const confirmationId = questionId(await registry.invoke(apply));
    registry.confirmations.resolve(confirmationId, { approved: true });
    expect(outcome(await registry.invoke({ ...apply, confirmationId }))).to.equal("PRECONDITION_FAILED");
    open = true;
    expect(outcome(await registry.invoke({ ...apply, confirmationId }))).to.equal("ok");
    expect(runs()).to.equal(1);
  });

  it("is asked again when a queued action gets its slot", async () => {
    const running = deferred<void>();
    let open = true;
    const { registry, runs } = refusing(() => (open ? undefined : { message: "Closed." }));
    registry.register(
      cart({
        instanceId: "slow",
        actions: {
          apply: act({ execute: () => running.promise, concurrency: { mode: "key", key: "k" } }),
          next: act({
            precondition: () => (open ? undefined : { message: "Closed." }),
            concurrency: { mode: "key", key: "k" },
          }),
        },
      }),
    );
    void registry.invoke({ ...apply, instanceId: "slow" });
    const waiting = registry.invoke({ capabilityId: "view:shop.cart.next" });
    await turn();
    open = false;
    running.resolve();
    expect(outcome(await waiting)).to.equal("PRECONDITION_FAILED");
    expect(runs()).to.equal(0);
  });
});
