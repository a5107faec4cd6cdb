/** What handlers, policies, preconditions and executors say of a failure goes to agents: within the closed list, and no longer than it may be. */
import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  type AgentInvocationResult,
  type AgentPolicy,
  type AgentPolicyNext,
  type JsonValue,
} from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  errorOf,
  look,
  outputOf,
  printedDuring,
  unfrozen,
} from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const read = { capabilityId: "view:shop.cart.read" };

/** Each throws or gives the payload from another place. */
const places: Record<string, (payload: never) => Promise<AgentInvocationResult>> = {
  handler: async (payload) => {
    const { registry } = createSurface();
    const execute = () => Promise.reject(new AgentSurfaceError(payload));
    registry.register(cart({ actions: { apply: act({ execute }) } }));
    return registry.invoke(apply);
  },
  observation: async (payload) => {
    const { registry } = createSurface();
    const fail = () => Promise.reject(new AgentSurfaceError(payload));
    registry.register(cart({ observations: { read: look({ read: fail }) } }));
    return registry.invoke(read);
  },
  precondition: async (payload) => {
    const { registry } = createSurface();
    const precondition = () => {
      throw new AgentSurfaceError(payload);
    };
    registry.register(cart({ actions: { apply: act({ precondition }) } }));
    return registry.invoke(apply);
  },
  onAuthorize: (payload) =>
    withPolicy({ name: "one", onAuthorize: () => Promise.reject(new AgentSurfaceError(payload)) }),
  onInvoke: (payload) =>
    withPolicy({ name: "one", onInvoke: () => Promise.reject(new AgentSurfaceError(payload)) }),
  "a policy's result": (payload) =>
    withPolicy({
      name: "one",
      onInvoke: async (_context, next) => ({ ...(await next()), status: "error", error: payload }),
    }),
  executor: async (payload) => {
    const { registry } = createDomain(() => Promise.reject(new AgentSurfaceError(payload)));
    registry.register(order([binding()]));
    return registry.invoke({ ...cancel, input: { reason: "late" } });
  },
};

async function withPolicy(policy: AgentPolicy): Promise<AgentInvocationResult> {
  const { registry } = createSurface({ policies: [policy] });
  registry.register(cart());
  return registry.invoke(apply);
}

const good = { code: "NOT_AUTHORIZED", message: "Not yours.", retry: "no", details: { origin: "client" } };

const without = (name: keyof typeof good) => {
  const { [name]: _left, ...rest } = good;
  return rest;
};

/** Not to be told as it is. */
const unreadable: [string, object][] = [
  ["an unknown code", { ...good, code: "TEAPOT" }],
  ["a code of the prototype", { ...good, code: "toString" }],
  ["no code", without("code")],
  ["a code that is a list", { ...good, code: ["NOT_AUTHORIZED"] }],
  ["no message", without("message")],
  ["a message that is no text", { ...good, message: { secret: true } }],
  ["details that are no JSON", { ...good, details: { n: 5n } }],
  [
    "a getter that throws",
    {
      ...good,
      get message(): string {
        throw new Error("secret");
      },
    },
  ],
];

describe("a failure of the host's own words", () => {
  for (const [place, fail] of Object.entries(places)) {
    describe(`from: ${place}`, () => {
      it("is told as it is, as a frozen copy", async () => {
        const payload = structuredClone(good);
        const result = await fail(payload as never);
        expect(errorOf(result)).to.deep.equal(good);
        expect(unfrozen(result)).to.deep.equal([]);
        expect(Object.isFrozen(payload) || Object.isFrozen(payload.details)).to.equal(false);
      });

      it("is told with retry no where its retry is unknown or missing", async () => {
        for (const payload of [{ ...good, retry: "often" }, { ...good, retry: 5 }, without("retry")]) {
          expect(errorOf(await fail(payload as never))).to.deep.equal(good);
        }
      });

      it("is told in 300 characters at most", async () => {
        const { message } = errorOf(await fail({ ...good, message: "x".repeat(1_000) } as never));
        expect(message).to.have.length(300).and.to.match(/^x+…$/);
      });

      it("is told without details where they are no record", async () => {
        for (const details of ["secret", 5, ["secret"], null]) {
          expect(errorOf(await fail({ ...good, details } as never))).to.deep.equal(without("details"));
        }
      });

      for (const [title, payload] of unreadable) {
        it(`is EXECUTION_FAILED in fixed words: ${title}`, async () => {
          let result: AgentInvocationResult | undefined;
          await printedDuring(async () => (result = await fail(payload as never)));
          const error = errorOf(result!);
          // A precondition that breaks is still a refusal.
          expect(error.code).to.be.oneOf(
            place === "precondition" ? ["PRECONDITION_FAILED"] : ["EXECUTION_FAILED"],
          );
          expect(JSON.stringify(error)).not.to.match(/secret|TEAPOT|toString/);
          expect(error.message.length).to.be.at.most(300);
        });
      }
    });
  }
});

describe("a policy that changes the result that next() gave", () => {
  for (const stage of ["onAuthorize", "onInvoke"] as const) {
    it(`changes nothing, in ${stage}: neither an output nor a failure`, async () => {
      for (const [name, execute] of [
        ["output", () => ({ rows: [{ id: "r-1" }] })],
        ["failure", () => Promise.reject(new AgentSurfaceError(good as never))],
      ] as [string, () => JsonValue][]) {
        let tried = 0;
        const meddling = async (_context: unknown, next: AgentPolicyNext) => {
          const result = await next();
          const parts: object[] = [result];
          for (const part of parts) {
            for (const [key, member] of Object.entries(part)) {
              if (Reflect.set(part, key, "changed")) tried = NaN;
              tried += 1;
              if (typeof member === "object" && member !== null) parts.push(member as object);
            }
            if (Reflect.set(part, "more", "secret")) tried = NaN;
          }
          return result;
        };
        const { registry } = createSurface({ policies: [{ name: "meddling", [stage]: meddling }] });
        registry.register(cart({ actions: { apply: act({ execute }) } }));
        const result = await registry.invoke(apply);
        expect(tried, name).to.be.greaterThan(4);
        if (name === "output") expect(outputOf(result)).to.deep.equal({ rows: [{ id: "r-1" }] });
        else expect(errorOf(result)).to.deep.equal(good);
        expect(JSON.stringify(result)).not.to.match(/changed"|secret/);
      }
    });
  }
});
