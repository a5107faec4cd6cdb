import { expect } from "@open-wc/testing";
import {
  AgentSurfaceError,
  createAgentToolset,
  fromJsonSchema,
  requireConfirmation,
  type AgentCapabilityErrorPayload,
  type AgentInvocation,
  type AgentPolicy,
  type AgentServerEffect,
  type JsonSchema,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import {
  act,
  consumer,
  createSurface,
  deferred,
  errorOf,
  eventsOf,
  outcome,
  outputOf,
  printedDuring,
  questionId,
  thrownBy,
} from "../helpers/surface.js";
import { binding, cancel, cancelInput, createDomain, order, type Binding } from "../helpers/procedures.js";
import { turn } from "../helpers/fake-time.js";
import { reasonOf } from "./shop.js";

type Config = Binding["config"];
type Ref = NonNullable<Parameters<typeof binding>[1]>;

const bind = () => ({ orderId: "o-1" });
const call = { ...cancel, input: { reason: "late" } };
const effects: AgentServerEffect[] = [
  "server-query",
  "server-mutation",
  "external-side-effect",
  "destructive",
];

/** A surface with one live reference to `orders.cancel`, bound to order `o-1`. */
function ordered(
  config: Config = {},
  ref: Ref = {},
  execute?: Parameters<typeof createDomain>[0],
  options: RegistryOptions = {},
) {
  const domain = createDomain(execute, options);
  const handle = domain.registry.register(order([binding({ bind, ...config }, ref)]));
  const send = (own: Partial<AgentInvocation> = {}) => domain.registry.invoke({ ...call, ...own });
  const described = () => domain.registry.snapshot().procedures[0]!;
  return { ...domain, handle, send, described };
}

/** Lets a person approve the first attempt, then calls again with the evidence. */
async function approved({ registry, send }: ReturnType<typeof ordered>, own: Partial<AgentInvocation> = {}) {
  const confirmationId = questionId(await send({ ...own, invocationId: "one" }));
  registry.confirmations.resolve(confirmationId, { approved: true });
  return send({ ...own, invocationId: "one", confirmationId });
}

/** The code with which `register` refuses, or "ok". */
function codeOf(procedures: unknown[], registry = createDomain().registry): string {
  try {
    registry.register(order(procedures as Binding[]));
    return "ok";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const withRef = (own: object) => ({ ...binding(), ref: { ...binding().ref, ...own } });
const withConfig = (config: object) => ({ ...binding(), config });

/** `count` components `orders.detail`, each with a reference of its own. */
function rows(instances: string[], options: RegistryOptions = {}) {
  const domain = createDomain(undefined, options);
  const handles = instances.map((id) =>
    domain.registry.register(order([binding({ bind: () => ({ orderId: id }) })], { instanceId: id })),
  );
  const ran = () => domain.asked.map(({ input }) => (input as { orderId: string }).orderId);
  return { ...domain, handles, ran };
}

const shownFor = (config: Config, inputSchema: JsonSchema = cancelInput) =>
  ordered(config, { inputSchema }).described();

describe("procedures (contract 2, 4, 6, 7, 8 and 11; core API, Availability to Snapshot, Concurrency)", () => {
  describe("a reference", () => {
    it("needs an installed executor: without one it is PLANE_VIOLATION", () => {
      expect(codeOf([binding()], createSurface().registry)).to.equal("PLANE_VIOLATION");
    });

    it("is PLANE_VIOLATION again once the executor was taken away", () => {
      const { registry } = createDomain();
      registry.setProcedureExecutor(undefined);
      expect(codeOf([binding()], registry)).to.equal("PLANE_VIOLATION");
    });

    it("is not there in an empty list, which needs no executor", () => {
      expect(codeOf([], createSurface().registry)).to.equal("ok");
    });

    it("has the id of domain: and its path, and no other", () => {
      for (const id of ["domain:orders.delete", "view:orders.cancel", "orders.cancel", undefined]) {
        expect(codeOf([withRef({ id })]), String(id)).to.equal("INVALID_ID");
      }
    });

    it("has an opaque path: what follows domain: needs no grammar", () => {
      for (const path of ["Orders/cancel v2", "POST /orders/{id}", "a..b", "ö"]) {
        expect(codeOf([binding({}, { path })]), path).to.equal("ok");
      }
    });

    it("has an id of 128 characters at most", () => {
      expect(codeOf([binding({}, { path: "x".repeat(121) })])).to.equal("ok");
      expect(codeOf([binding({}, { path: "x".repeat(122) })])).to.equal("INVALID_ID");
    });

    it("has a description of 300 characters at most, as every capability", () => {
      expect(codeOf([withRef({ description: "d".repeat(300) })])).to.equal("ok");
      expect(codeOf([withRef({ description: "d".repeat(301) })])).to.equal("LIMIT_EXCEEDED");
      expect(codeOf([withRef({ description: " " })])).to.equal("INVALID_DEFINITION");
    });

    it("has meta of 2048 bytes at most", () => {
      const meta = { text: "m".repeat(2_048 - '{"text":""}'.length) };
      expect(codeOf([binding({ meta })])).to.equal("ok");
      expect(codeOf([binding({ meta: { text: `${meta.text}m` } })])).to.equal("LIMIT_EXCEEDED");
    });

    it("needs kind, reference, configuration, input schema and effect", () => {
      for (const field of ["kind", "ref", "config"]) {
        expect(codeOf([{ ...binding(), [field]: undefined }]), field).to.equal("INVALID_DEFINITION");
      }
      for (const field of ["description", "inputSchema", "effect"]) {
        expect(codeOf([withRef({ [field]: undefined })]), field).to.equal("INVALID_DEFINITION");
      }
    });

    it("has no field that nobody knows, in none of its parts", () => {
      const unknown = { timeout: 1 };
      for (const one of [{ ...binding(), ...unknown }, withRef(unknown), withConfig(unknown)]) {
        expect(codeOf([one])).to.equal("INVALID_DEFINITION");
      }
    });

    it("has the effect of a server, none of a view", () => {
      for (const effect of effects) expect(codeOf([withRef({ effect })]), effect).to.equal("ok");
      for (const effect of ["local-state", "navigation", "read", "delete"]) {
        expect(codeOf([withRef({ effect })]), effect).to.equal("INVALID_DEFINITION");
      }
    });

    it("has schemas of the subset, checked whole at the registration", () => {
      const inputSchema = {
        jsonSchema: { properties: { a: { not: {} } } },
        parse: (value: unknown) => value,
      };
      for (const own of [{ inputSchema }, { outputSchema: inputSchema }]) {
        expect(codeOf([withRef(own)])).to.equal("INVALID_DEFINITION");
      }
    });

    it("stands once in a component: twice is DUPLICATE_CAPABILITY", () => {
      expect(codeOf([binding(), binding({})])).to.equal("DUPLICATE_CAPABILITY");
    });

    it("may stand in any number of components", () => {
      expect(rows(["a", "b", "c"]).registry.snapshot().procedures).to.have.length(3);
    });

    it("is frozen at the registration but for its functions", async () => {
      const { registry, asked } = createDomain();
      const one = binding({ bind });
      registry.register(order([one]));
      one.ref.description = "Pays an order.";
      one.ref.path = "orders.pay";
      one.config.bind = () => ({ orderId: "o-2" });
      await registry.invoke(call);
      expect(registry.snapshot().procedures[0]!.description).to.equal("Cancels an order.");
      expect(asked[0]).to.deep.include({ path: "orders.cancel" });
      expect(asked[0]!.input).to.include({ orderId: "o-2" });
    });
  });

  describe("the defaults of an effect", () => {
    const defaults = [
      ["server-query", { idempotent: true, confirmation: "never", payload: false }],
      ["server-mutation", { idempotent: false, confirmation: "optional", payload: false }],
      ["external-side-effect", { idempotent: false, confirmation: "required", payload: true }],
      ["destructive", { idempotent: false, confirmation: "required", payload: true }],
    ] as const;

    for (const [effect, { idempotent, confirmation, payload }] of defaults) {
      it(`holds ${effect} to be ${idempotent ? "idempotent" : "not idempotent"}, its confirmation ${confirmation}`, async () => {
        const domain = ordered({}, { effect }, () => new Promise(() => undefined));
        expect(domain.described().confirmation).to.equal(confirmation);
        const running = confirmation === "required" ? approved(domain) : domain.send();
        await turn();
        await domain.time.advance(30_000);
        const { retry, details } = errorOf(await running);
        expect([retry, details]).to.deep.equal([
          idempotent ? "yes" : "no",
          { timeoutMs: 30_000, idempotent },
        ]);
      });

      it(`audits ${effect} as ${payload ? "full, with its payload" : "metadata, without its payload"}`, async () => {
        const domain = ordered({}, { effect });
        await (confirmation === "required" ? approved(domain) : domain.send());
        const last = domain.audit.events().at(-1)!;
        expect(last).to.include({ type: "invocation-settled", status: "ok" });
        expect(last.payload !== undefined).to.equal(payload);
      });
    }

    it("ask nobody by themselves where the confirmation is never or optional", async () => {
      for (const effect of ["server-query", "server-mutation"] as const) {
        expect(outcome(await ordered({}, { effect }).send()), effect).to.equal("ok");
      }
    });

    it("ask a person where the confirmation is required", async () => {
      for (const effect of ["external-side-effect", "destructive"] as const) {
        const { send, asked } = ordered({}, { effect });
        expect(outcome(await send()), effect).to.equal("CONFIRMATION_REQUIRED");
        expect(asked).to.deep.equal([]);
      }
    });

    it("hold a mutation to be irreversible and a query to be reversible", () => {
      const isReversible = (effect: AgentServerEffect) => {
        const toolset = createAgentToolset(ordered({}, { effect }).registry, {
          consumer: consumer("me"),
          topology: "remote",
        });
        return !toolset.tools()[0]!.annotations.destructive;
      };
      expect(effects.map(isReversible)).to.deep.equal([true, false, false, false]);
    });
  });

  describe("the confirmation", () => {
    it("is tightened by the binding", () => {
      expect(shownFor({ confirmation: "required" }).confirmation).to.equal("required");
      expect(ordered({ confirmation: "optional" }, { effect: "server-query" }).described().confirmation)
        .to //
        .equal("optional");
    });

    it("is required where the server says requiresApproval", async () => {
      const { described, send } = ordered({}, { effect: "server-query", requiresApproval: true });
      expect(described().confirmation).to.equal("required");
      expect(outcome(await send())).to.equal("CONFIRMATION_REQUIRED");
    });

    it("is raised by a policy", async () => {
      const { described, send } = ordered({ policies: [requireConfirmation()] });
      expect(described().confirmation).to.equal("required");
      expect(outcome(await send())).to.equal("CONFIRMATION_REQUIRED");
    });

    it("of a destructive procedure stays required, whatever its binding says", async () => {
      const domain = ordered(
        { confirmation: "optional" },
        { effect: "destructive", requiresApproval: false },
      );
      expect(domain.described().confirmation).to.equal("required");
      expect(outcome(await domain.send())).to.equal("CONFIRMATION_REQUIRED");
    });

    it("of a binding is never never: a binding only tightens", () => {
      expect(codeOf([withConfig({ confirmation: "never" })])).to.equal("INVALID_DEFINITION");
    });

    it("shows the person the bound values and the whole schema", async () => {
      const { registry, send } = ordered({ confirmation: "required" });
      await send();
      const [question] = registry.confirmations.pending();
      expect(question).to.deep.include({
        input: { orderId: "o-1", reason: "late", notify: true },
        inputSchema: cancelInput,
        effect: "server-mutation",
        capabilityId: cancel.capabilityId,
      });
    });

    it("binds the bound values: an approval for one order is none for the next", async () => {
      let orderId = "o-1";
      const { registry, send, asked } = ordered({ bind: () => ({ orderId }), confirmation: "required" });
      const confirmationId = questionId(await send({ invocationId: "one" }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      orderId = "o-2";
      expect(reasonOf(await send({ invocationId: "one", confirmationId }))).to.equal("mismatch");
      expect(asked).to.deep.equal([]);
    });
  });

  describe("the schema that agents see", () => {
    it("is the original without the locked keys, in properties and in required", () => {
      const { properties } = cancelInput as { properties: Record<string, unknown> };
      const { orderId: _orderId, ...others } = properties;
      expect(shownFor({}).inputSchema).to.deep.equal({
        type: "object",
        properties: others,
        required: ["reason", "notify"],
        additionalProperties: false,
      });
    });

    it("is the original where nothing is bound", () => {
      expect(shownFor({ bind: () => ({}) }).inputSchema).to.deep.equal(cancelInput);
    });

    it("is a closed empty object where all is bound", () => {
      const open = { type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] };
      expect(shownFor({}, open).inputSchema).to.deep.equal({
        type: "object",
        properties: {},
        additionalProperties: false,
      });
    });

    it("keeps overridable keys, not required, and says that they default to the UI's value", () => {
      const { inputSchema } = shownFor({ overridableFields: ["orderId"] });
      const { properties, required } = inputSchema as {
        properties: Record<string, { description: string }>;
        required: string[];
      };
      expect(required).to.deep.equal(["reason", "notify"]);
      expect(properties["orderId"]!.description).to.contain("UI's value");
    });

    it("comes with the bound fields, locked or not, and where they come from", () => {
      const both = () => ({ orderId: "o-1", notify: true });
      expect(shownFor({ bind: both, overridableFields: ["notify"] }).boundFields).to.deep.equal([
        { path: "notify", locked: false, source: "ui-state" },
        { path: "orderId", locked: true, source: "ui-state" },
      ]);
    });

    it("never has a bound value in it, nor has anything else of a snapshot", () => {
      const { registry } = ordered({ bind: () => ({ orderId: "secret-1" }), overridableFields: ["orderId"] });
      expect(JSON.stringify(registry.snapshot())).to.contain("orderId").and.not.to.contain("secret-1");
    });

    it("leaves the author's own schema as it is", () => {
      const own = binding({ bind });
      const before = JSON.stringify(own.ref.inputSchema.jsonSchema);
      createDomain().registry.register(order([own]));
      expect(JSON.stringify(own.ref.inputSchema.jsonSchema)).to.equal(before);
    });
  });

  describe("a locked key", () => {
    const lockedIn = async (input: JsonValue, config: Config = {}, inputSchema: JsonSchema = cancelInput) => {
      const { send, asked } = ordered(config, { inputSchema });
      const error = errorOf(await send({ input }));
      expect(asked).to.deep.equal([]);
      expect(error).to.include({ code: "INVALID_INPUT", retry: "with-changes" });
      return error.details;
    };

    it("that is supplied is INVALID_INPUT {lockedFields}, even with the page's own value", async () => {
      const expected = { lockedFields: ["orderId"] };
      expect(await lockedIn({ orderId: "o-2", reason: "late" })).to.deep.equal(expected);
      expect(await lockedIn({ orderId: "o-1", reason: "late" })).to.deep.equal(expected);
    });

    it("is told before any other issue of the input", async () => {
      expect(await lockedIn({ orderId: 5, nonsense: true })).to.deep.equal({ lockedFields: ["orderId"] });
    });

    it("is found where it is spelled by way of __proto__", async () => {
      const input = JSON.parse('{"reason":"late","__proto__":{"orderId":"o-2"}}') as JsonValue;
      expect(await lockedIn(input)).to.deep.equal({ lockedFields: ["orderId"] });
      expect(await lockedIn(input, {}, { type: "object" })).to.deep.equal({ lockedFields: ["orderId"] });
    });

    it("is locked in an open schema too", async () => {
      expect(await lockedIn({ orderId: "x" }, {}, { type: "object" })).to.deep.equal({
        lockedFields: ["orderId"],
      });
    });

    it("is told without calling bind()", async () => {
      let asked = 0;
      const counted = () => ((asked += 1), { orderId: "o-1" });
      await lockedIn({ orderId: "x" }, { bind: counted });
      expect(asked, "at the registration").to.equal(1);
    });

    it("is one that bind() gives only at the call, too", async () => {
      let given: Record<string, JsonValue> = {};
      const { send, asked } = ordered({ bind: () => given });
      given = { orderId: "o-1" };
      expect(errorOf(await send({ input: { orderId: "x", reason: "late", notify: true } })).details)
        .to //
        .deep.equal({ lockedFields: ["orderId"] });
      expect(asked).to.deep.equal([]);
    });
  });

  describe("the effective input of a procedure", () => {
    const inputOf = async (config: Config, input: JsonValue = { reason: "late" }, ref: Ref = {}) => {
      const { send, asked } = ordered(config, ref);
      expect(outcome(await send({ input }))).to.equal("ok");
      return asked[0]!.input;
    };

    it("is what the agent sent with what the page gives, and defaults", async () => {
      expect(await inputOf({})).to.deep.equal({ orderId: "o-1", reason: "late", notify: true });
    });

    it("has the values of bind() at the call, not of the registration", async () => {
      let orderId = "o-1";
      const { send, asked } = ordered({ bind: () => ({ orderId }) });
      orderId = "o-2";
      await send();
      expect(asked[0]!.input).to.include({ orderId: "o-2" });
    });

    it("has the agent's value of an overridable key, and else the page's", async () => {
      const config = { bind: () => ({ orderId: "o-1", reason: "page" }), overridableFields: ["reason"] };
      expect(await inputOf(config, { reason: "agent" })).to.include({ reason: "agent" });
      expect(await inputOf(config, {})).to.include({ reason: "page" });
    });

    it("is bound by top-level keys only: what the page gives under one is whole", async () => {
      const inputSchema: JsonSchema = { type: "object", properties: { at: { type: "object" } } };
      const config = { bind: () => ({ at: { street: "A" } }), overridableFields: ["at"] };
      expect(await inputOf(config, { at: { zip: "1" } }, { inputSchema })).to.deep.equal({
        at: { zip: "1" },
      });
    });

    it("is seen whole by policies at the invocation, and not at all at authorization", async () => {
      const seen: unknown[] = [];
      const policy: AgentPolicy = {
        name: "seen",
        onAuthorize: (context, next) => (seen.push("effectiveInput" in context), next()),
        onInvoke: ({ effectiveInput }, next) => (seen.push(effectiveInput), next()),
      };
      await ordered({ policies: [policy] }).send();
      expect(seen).to.deep.equal([false, { orderId: "o-1", reason: "late", notify: true }]);
    });

    it("is made after authorization: bind() is not called for who may not", async () => {
      let asked = 0;
      const refuse: AgentPolicy = {
        name: "refuse",
        onAuthorize: () =>
          Promise.reject(new AgentSurfaceError({ code: "NOT_AUTHORIZED", message: "No.", retry: "no" })),
      };
      const { send } = ordered({ bind: () => ((asked += 1), { orderId: "o-1" }), policies: [refuse] });
      expect(outcome(await send())).to.equal("NOT_AUTHORIZED");
      expect(asked, "at the registration").to.equal(1);
    });

    it("that the agent's part makes invalid is INVALID_INPUT with issues", async () => {
      const { send, asked } = ordered();
      const error = errorOf(await send({ input: { reason: 5 } }));
      expect(error).to.include({ code: "INVALID_INPUT" });
      expect((error.details!["issues"] as { path: string }[]).map(({ path }) => path)).to.include("reason");
      expect(asked).to.deep.equal([]);
    });

    it("has the agent's part parsed first: what is wrong there is told before a binding that fails", async () => {
      let isLive = false;
      const { send } = ordered({
        bind: () => {
          if (isLive) throw new Error("gone");
          return { orderId: "o-1" };
        },
      });
      isLive = true;
      expect(outcome(await send({ input: { reason: 5 } }))).to.equal("INVALID_INPUT");
    });

    it("that is no object is INVALID_INPUT", async () => {
      for (const input of ["text", 5, [], true]) {
        expect(outcome(await ordered().send({ input })), String(input)).to.equal("INVALID_INPUT");
      }
    });

    it("that reaches nobody leaves no question", async () => {
      const { registry, send } = ordered({ confirmation: "required" });
      await send({ input: { orderId: "x", reason: "late" } });
      await send({ input: {} });
      expect(registry.confirmations.pending()).to.deep.equal([]);
    });
  });

  describe("a binding that fails", () => {
    /** By default of a key that the schema does not require: it would be an input without it. */
    const failing = async (give: () => unknown, required: string[] = []) => {
      let isLive = false;
      const { send, asked, registry } = ordered(
        {
          bind: () => (isLive ? (give() as Record<string, JsonValue>) : { orderId: "o-1" }),
          confirmation: "required",
        },
        { inputSchema: { ...cancelInput, required } },
      );
      isLive = true;
      const error = errorOf(await send());
      expect([asked, registry.confirmations.pending()]).to.deep.equal([[], []]);
      return error;
    };
    const expected = {
      code: "PRECONDITION_FAILED",
      retry: "after-refresh",
      details: { reason: "binding-failed" },
    };

    it("by throwing is PRECONDITION_FAILED {binding-failed}, after-refresh, without what was thrown", async () => {
      const error = await failing(() => {
        throw new Error("secret");
      });
      expect(error).to.deep.include(expected);
      expect(error.message).not.to.contain("secret");
    });

    it("by values that do not fit the schema is binding-failed, without the values", async () => {
      const error = await failing(() => ({ orderId: 4711 }));
      expect(error).to.deep.include(expected);
      expect(JSON.stringify(error)).not.to.contain("4711");
    });

    it("by values that are no JSON is binding-failed", async () => {
      expect(await failing(() => ({ orderId: () => "o-1" }))).to.deep.include(expected);
    });

    it("by a promise or by no object is binding-failed", async () => {
      expect(await failing(() => Promise.resolve({ orderId: "o-1" }))).to.deep.include(expected);
      expect(await failing(() => null)).to.deep.include(expected);
    });

    it("by leaving out what the schema requires is binding-failed, never the agent's to fill in", async () => {
      expect(await failing(() => ({}), ["orderId"])).to.deep.include(expected);
    });

    it("at the registration stops no component, and is printed in development", async () => {
      const { registry } = createDomain(undefined, { environment: "development" });
      const broken = () => {
        throw new Error("not loaded yet");
      };
      const printed = await printedDuring(() => registry.register(order([binding({ bind: broken })])));
      expect(registry.snapshot().procedures).to.have.length(1);
      expect(printed.join()).to.contain("domain:orders.cancel");
    });
  });

  describe("the executor", () => {
    it("gets the path, the effective input, the invocation's id, the consumer and a signal", async () => {
      const { registry, asked } = ordered();
      const agent = consumer("agent");
      await registry.invoke({ ...call, invocationId: "one" }, { consumer: agent });
      const [{ path, input, info }] = asked as [(typeof asked)[0]];
      expect([path, input]).to.deep.equal([
        "orders.cancel",
        { orderId: "o-1", reason: "late", notify: true },
      ]);
      expect(info).to.deep.include({ invocationId: "one", consumer: agent });
      expect(info.signal).to.be.instanceOf(AbortSignal);
    });

    it("gets the confirmation of an approved call, and of no other", async () => {
      const plain = ordered();
      await plain.send();
      expect(plain.asked[0]!.info).not.to.have.property("confirmation");
      const domain = ordered({ confirmation: "required" });
      await approved(domain);
      const { id, approvedAt } = domain.asked[0]!.info.confirmation!;
      expect(id).to.match(/^cnf_/);
      expect(approvedAt).to.equal("2026-01-01T00:00:00.000Z");
    });

    it("gives the output", async () => {
      const { send } = ordered({}, {}, () => ({ refunded: 5 }));
      expect(outputOf(await send())).to.deep.equal({ refunded: 5 });
    });

    it("is the one that is installed at the call", async () => {
      const { registry, send } = ordered();
      registry.setProcedureExecutor({ execute: () => Promise.resolve("second") });
      expect(outputOf(await send())).to.equal("second");
    });

    it("that is gone at the call makes it EXECUTION_FAILED {transport}", async () => {
      const { registry, send } = ordered();
      registry.setProcedureExecutor(undefined);
      const error = errorOf(await send());
      expect(error).to.deep.include({
        code: "EXECUTION_FAILED",
        retry: "no",
        details: { reason: "transport" },
      });
    });

    it("that is gone at the call spends no approval", async () => {
      const { registry, send, asked } = ordered({ confirmation: "required" });
      const confirmationId = questionId(await send({ invocationId: "one" }));
      registry.confirmations.resolve(confirmationId, { approved: true });
      registry.setProcedureExecutor(undefined);
      await send({ invocationId: "one", confirmationId });
      registry.setProcedureExecutor({ execute: () => Promise.resolve("done") });
      expect(outcome(await send({ invocationId: "two", confirmationId }))).to.equal("ok");
      expect(asked).to.deep.equal([]);
    });

    it("that fails in an unknown way makes it EXECUTION_FAILED {transport}, sanitised", async () => {
      for (const thrown of [new Error("SELECT secret FROM https://db"), "secret", undefined]) {
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- anything may come
        const { send } = ordered({}, {}, () => Promise.reject(thrown));
        await printedDuring(async () => {
          const error = errorOf(await send());
          expect(error).to.deep.include({ code: "EXECUTION_FAILED", details: { reason: "transport" } });
          expect(error.message).not.to.match(/secret|SELECT|https/);
        });
      }
    });

    it("that fails in an unknown way has its cause printed for the operator", async () => {
      const { send } = ordered({}, {}, () => {
        throw new Error("connection reset");
      });
      const printed = await printedDuring(send);
      expect(printed.join()).to.contain("connection reset");
    });

    const passed: [string, AgentCapabilityErrorPayload][] = [
      [
        "NOT_AUTHORIZED {origin: server}",
        { code: "NOT_AUTHORIZED", message: "Not yours.", retry: "no", details: { origin: "server" } },
      ],
      [
        "the server's own approval, CONFIRMATION_REQUIRED {origin: server}",
        {
          code: "CONFIRMATION_REQUIRED",
          message: "Approve it in the app.",
          retry: "with-confirmation",
          details: { origin: "server", confirmationId: "srv_1" },
        },
      ],
      [
        "EXECUTION_FAILED with transient and retryAfterMs",
        {
          code: "EXECUTION_FAILED",
          message: "The server is busy.",
          retry: "after-delay",
          details: { reason: "transport", transient: true, retryAfterMs: 1_000 },
        },
      ],
    ];
    for (const [title, payload] of passed) {
      it(`passes on what it throws as AgentSurfaceError: ${title}`, async () => {
        const { send } = ordered({}, {}, () => {
          throw new AgentSurfaceError(payload);
        });
        expect(errorOf(await send())).to.deep.equal(payload);
      });
    }

    it("whose server asks for its own approval is called again under the same id", async () => {
      let isApproved = false;
      const { send } = ordered({}, {}, () => {
        if (isApproved) return "done";
        throw new AgentSurfaceError(passed[1]![1]);
      });
      expect(outcome(await send({ invocationId: "one" }))).to.equal("CONFIRMATION_REQUIRED");
      isApproved = true;
      expect(outcome(await send({ invocationId: "one" }))).to.equal("ok");
    });

    it("whose server asks for its own approval is waited for by no tool", async () => {
      const { registry, asked } = ordered({}, {}, () => {
        throw new AgentSurfaceError(passed[1]![1]);
      });
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), confirmations: "wait" });
      expect(outcome(await toolset.tools()[0]!.execute({ reason: "late" }))).to.equal(
        "CONFIRMATION_REQUIRED",
      );
      expect(asked).to.have.length(1);
    });

    it("whose output is not what the reference declares makes it EXECUTION_FAILED {output-invalid}", async () => {
      const outputSchema = fromJsonSchema({ type: "object" });
      for (const output of ["text", undefined, 5n]) {
        const { send } = ordered({}, { outputSchema }, () => output);
        expect(reasonOf(await send()), typeof output).to.equal("output-invalid");
      }
    });

    it("whose output is too large makes it EXECUTION_FAILED {output-too-large}", async () => {
      const { send } = ordered({}, {}, () => "x".repeat(32_767));
      expect(reasonOf(await send())).to.equal("output-too-large");
    });

    it("starts in the task of the invoke where no policy is in the way", () => {
      const { send, asked } = ordered();
      void send();
      expect(asked).to.have.length(1);
    });
  });

  describe("a running procedure", () => {
    const hanging = (ref: Ref = {}, options: RegistryOptions = {}) => {
      const answer = deferred<string>();
      return { ...ordered({}, ref, () => answer.promise, options), answer };
    };

    it("queues for nothing: 50 calls run side by side", async () => {
      const { send, asked } = hanging();
      for (let index = 0; index < 50; index++) void send();
      await turn();
      expect(asked).to.have.length(50);
    });

    it("holds up no action of its component, and is held up by none", async () => {
      const { registry, asked } = createDomain(() => new Promise(() => undefined));
      let ran = 0;
      const apply = act({ execute: () => ((ran += 1), new Promise<undefined>(() => undefined)) });
      registry.register(order([binding()], { actions: { apply } }));
      void registry.invoke(call);
      void registry.invoke({ capabilityId: "view:orders.detail.apply" });
      void registry.invoke(call);
      await turn();
      expect([ran, asked.length]).to.deep.equal([1, 2]);
    });

    it("takes the timeout of the call before that of the limits", async () => {
      const { registry, time } = hanging({}, { limits: { procedureTimeoutMs: 500 } });
      const result = registry.invoke(call, { timeoutMs: 70 });
      await time.advance(70);
      expect(errorOf(await result).details).to.deep.include({ timeoutMs: 70 });
    });

    it("has its signal aborted at the time-out", async () => {
      const { send, asked, time } = hanging();
      void send();
      await time.advance(29_999);
      expect(asked[0]!.info.signal.aborted).to.equal(false);
      await time.advance(1);
      expect(asked[0]!.info.signal.aborted).to.equal(true);
    });

    it("is CANCELLED by its caller, no retry where it is not idempotent, with its signal aborted", async () => {
      const { registry, asked } = hanging();
      const abort = new AbortController();
      const result = registry.invoke(call, { signal: abort.signal });
      abort.abort();
      expect(errorOf(await result)).to.deep.include({
        code: "CANCELLED",
        retry: "no",
        details: { dispatched: true },
      });
      expect(asked[0]!.info.signal.aborted).to.equal(true);
    });

    it("is CANCELLED by dispose, no retry, with its signal aborted", async () => {
      const { registry, send, asked } = hanging({ effect: "server-query" });
      const result = send();
      registry.dispose();
      expect(errorOf(await result)).to.include({ code: "CANCELLED", retry: "no" });
      expect(asked[0]!.info.signal.aborted).to.equal(true);
    });

    it("is COMPONENT_UNMOUNTED where its component goes, with its signal aborted", async () => {
      const { send, handle, asked } = hanging();
      const result = send();
      handle.unregister();
      expect(errorOf(await result).details).to.deep.equal({ phase: "mid-flight" });
      expect(asked[0]!.info.signal.aborted).to.equal(true);
    });

    it("whose executor answers after the end is noted as late-settlement", async () => {
      const { send, handle, answer, audit } = hanging();
      const result = send();
      handle.unregister();
      answer.resolve("late");
      await result;
      await turn();
      expect(audit.events().at(-1)).to.include({
        type: "late-settlement",
        capabilityId: cancel.capabilityId,
      });
    });

    it("is joined by the same call, and runs once", async () => {
      const { send, answer, asked } = hanging();
      const both = [send({ invocationId: "one" }), send({ invocationId: "one" })];
      answer.resolve("done");
      expect((await Promise.all(both)).map(outcome)).to.deep.equal(["ok", "ok"]);
      expect(asked).to.have.length(1);
    });
  });

  describe("which reference is meant", () => {
    it("is the one live reference, whatever component brought it", async () => {
      const { registry, ran } = rows(["a"]);
      expect(outcome(await registry.invoke(call))).to.equal("ok");
      expect(ran()).to.deep.equal(["a"]);
    });

    it("is AMBIGUOUS_INSTANCE of two, with the context of each instead of a description", async () => {
      const { registry, handles } = rows(["a", "b"]);
      const { code, details } = errorOf(await registry.invoke(call));
      expect(code).to.equal("AMBIGUOUS_INSTANCE");
      expect(details).to.deep.equal({
        instances: ["a", "b"],
        candidates: handles.map(({ registrationId }, index) => {
          const instanceId = ["a", "b"][index]!;
          return { instanceId, registrationId, context: { type: "orders.detail", instanceId } };
        }),
      });
    });

    it("is told by a registrationId", async () => {
      const { registry, handles, ran } = rows(["a", "b"]);
      const { registrationId } = handles[1]!;
      expect(outcome(await registry.invoke({ ...call, registrationId }))).to.equal("ok");
      expect(ran()).to.deep.equal(["b"]);
    });

    it("is told by an instanceId where that tells them apart", async () => {
      const { registry, ran } = rows(["a", "b"]);
      await registry.invoke({ ...call, instanceId: "b" });
      expect(ran()).to.deep.equal(["b"]);
    });

    it("is none that policies hide: neither found nor counted", async () => {
      const guest: AgentPolicy = {
        name: "mine",
        onDiscovery: ({ registrationId }) => ({
          decision: registrationId === hiddenId ? "hide" : "expose",
        }),
      };
      let hiddenId = "";
      const { registry, handles, ran } = rows(["a", "b"], { policies: [guest] });
      hiddenId = handles[0]!.registrationId;
      expect(outcome(await registry.invoke(call))).to.equal("ok");
      expect(ran()).to.deep.equal(["b"]);
      handles[1]!.unregister();
      const never = await createDomain().registry.invoke(call);
      expect(errorOf(await registry.invoke({ ...call, registrationId: hiddenId }))).to.deep.equal(
        errorOf(never),
      );
    });

    it("is told to have been there, once it has gone, only to whom it was not hidden from", async () => {
      const mine: AgentPolicy = {
        name: "mine",
        onDiscovery: ({ consumer: { id } }) => ({ decision: id === "owner" ? "expose" : "hide" }),
      };
      const { registry, handle } = ordered({ policies: [mine] });
      const { registrationId } = handle;
      const by = async (id: string, token: object) =>
        errorOf(await registry.invoke({ ...call, ...token }, { consumer: consumer(id) }));
      await registry.invoke(call, { consumer: consumer("owner") });
      handle.unregister();
      const never = errorOf(await createDomain().registry.invoke(call));
      for (const token of [{}, { registrationId }]) {
        expect(await by("guest", token)).to.deep.equal(never);
        expect((await by("owner", token)).code).to.equal("COMPONENT_UNMOUNTED");
      }
    });

    it("is COMPONENT_UNMOUNTED once its component has gone, with and without its registrationId", async () => {
      const { handle, send } = ordered();
      const { registrationId } = handle;
      handle.unregister();
      for (const token of [{}, { registrationId }]) {
        expect(errorOf(await send(token)).details).to.deep.equal({ phase: "resolve" });
      }
    });

    it("is COMPONENT_UNMOUNTED by the instance of its context too, as it was found by that", async () => {
      const { registry } = createDomain();
      const contextLink = { type: "orders.list", instanceId: "row-1" };
      const handle = registry.register(order([{ ...binding(), contextLink }]));
      expect(outcome(await registry.invoke({ ...call, instanceId: "row-1" }))).to.equal("ok");
      handle.unregister();
      expect(outcome(await registry.invoke({ ...call, instanceId: "row-1" }))).to.equal(
        "COMPONENT_UNMOUNTED",
      );
      expect(outcome(await registry.invoke({ ...call, instanceId: "row-2" }))).to.equal(
        "CAPABILITY_NOT_FOUND",
      );
    });

    it("is STALE_CAPABILITY under an old registrationId, with the live one", async () => {
      const { registry, handle, send, asked } = ordered();
      const { registrationId } = handle;
      handle.unregister();
      const { registrationId: liveRegistrationId } = registry.register(order());
      expect(errorOf(await send({ registrationId })).details).to.deep.equal({
        reason: "registration-replaced",
        liveRegistrationId,
      });
      expect(asked).to.deep.equal([]);
    });
  });

  describe("the version gate", () => {
    const late = async (effect: AgentServerEffect, own: Partial<AgentInvocation> = {}) => {
      const domain = ordered({}, { effect });
      const { registrationId } = domain.handle;
      domain.registry.register({ type: "shop.note", description: "A note." });
      const result = await domain.send({ registrationId, ...own });
      expect(domain.asked).to.have.length(result.status === "ok" ? 1 : 0);
      return result;
    };

    for (const effect of ["destructive", "external-side-effect"] as const) {
      it(`refuses ${effect} under another surfaceVersion as surface-version-mismatch`, async () => {
        expect(errorOf(await late(effect, { surfaceVersion: "1" }))).to.deep.include({
          code: "STALE_CAPABILITY",
          retry: "after-refresh",
          details: { reason: "surface-version-mismatch" },
        });
      });
    }

    for (const effect of ["server-query", "server-mutation"] as const) {
      it(`lets ${effect} proceed under another surfaceVersion`, async () => {
        expect(outcome(await late(effect, { surfaceVersion: "1" }))).to.equal("ok");
      });
    }

    it("lets what is dangerous proceed to its question under the current version, and without one", async () => {
      for (const own of [{ surfaceVersion: "2" }, {}]) {
        expect(outcome(await late("destructive", own))).to.equal("CONFIRMATION_REQUIRED");
      }
    });

    it("does not hold for the internal retry of a tool that waited for its approval", async () => {
      const { registry } = ordered({}, { effect: "destructive" });
      registry.confirmations.subscribe(() => undefined);
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "embedded" });
      const result = toolset.tools()[0]!.execute({ reason: "late" });
      await turn();
      registry.register({ type: "shop.note", description: "A note." });
      const [question] = registry.confirmations.pending();
      registry.confirmations.resolve(question!.confirmationId, { approved: true });
      expect(outcome(await result)).to.equal("ok");
    });
  });

  describe("its availability", () => {
    it("is when() of its configuration, at snapshots and at calls", async () => {
      let isOpen = true;
      const { described, send } = ordered({ when: () => isOpen, unavailableReason: "closed" });
      expect(described().available).to.equal(true);
      isOpen = false;
      expect(described()).to.include({ available: false, unavailableReason: "closed" });
      expect(errorOf(await send())).to.deep.include({
        code: "CAPABILITY_NOT_AVAILABLE",
        details: { reason: "closed" },
      });
    });

    it("is pushed by its id", async () => {
      const { handle, described, send } = ordered();
      handle.update({ availability: { [cancel.capabilityId]: { available: false, reason: "shipped" } } });
      expect(described()).to.include({ available: false, unavailableReason: "shipped" });
      expect(reasonOf(await send())).to.equal("shipped");
    });

    it("ends with that of its component", async () => {
      const { handle, send } = ordered();
      handle.update({ enabled: false });
      expect(reasonOf(await send())).to.equal("component-disabled");
    });

    it("is blocked with the window of its component, and held to that window's version", async () => {
      const { registry, send, asked } = ordered();
      let blockedBy = ["confirm"];
      registry.setOperability({ blockedBy: () => blockedBy, versionOf: () => 3 });
      expect(errorOf(await send()).details).to.deep.equal({ reason: "blocked_by_modal", blockedBy });
      blockedBy = [];
      expect(reasonOf(await send({ expectedVersion: 2 }))).to.equal("stale_state");
      expect(asked).to.deep.equal([]);
      expect(outcome(await send({ expectedVersion: 3 }))).to.equal("ok");
    });

    it("is asked before bind(): what is not available binds nothing", async () => {
      let bound = 0;
      const { send } = ordered({ when: () => false, bind: () => ((bound += 1), { orderId: "o-1" }) });
      await send();
      expect(bound, "at the registration").to.equal(1);
    });
  });

  describe("its policies", () => {
    it("stand inside those of the registry and of its component", async () => {
      const seen: string[] = [];
      const named = (name: string): AgentPolicy => ({
        name,
        onAuthorize: (_context, next) => (seen.push(name), next()),
      });
      const { registry } = createDomain(undefined, { policies: [named("registry")] });
      registry.register(
        order([binding({ bind, policies: [named("procedure")] })], { policies: [named("component")] }),
      );
      await registry.invoke(call);
      expect(seen).to.deep.equal(["registry", "component", "procedure"]);
    });

    it("are told the plane domain, the kind procedure and its effect and meta", async () => {
      let told: unknown;
      const policy: AgentPolicy = {
        name: "told",
        onAuthorize: ({ capabilityId, plane, kind, effect, meta }, next) => {
          told = { capabilityId, plane, kind, effect, meta };
          return next();
        },
      };
      await ordered({ policies: [policy], meta: { area: "orders" } }).send();
      expect(told).to.deep.equal({
        capabilityId: "domain:orders.cancel",
        plane: "domain",
        kind: "procedure",
        effect: "server-mutation",
        meta: { capability: { area: "orders" } },
      });
    });
  });

  describe("the version of the surface", () => {
    const redefined = (next: Binding) => {
      const { registry, handle } = ordered();
      const before = Number(registry.getVersion());
      handle.redefine(order([next]));
      return Number(registry.getVersion()) - before;
    };

    it("moves by 1 where the structure of a binding changes", () => {
      expect(redefined(binding({ bind: () => ({ orderId: "o-1", notify: true }) }))).to.equal(1);
      expect(redefined(binding({ bind, overridableFields: ["orderId"] }))).to.equal(1);
      const contextLink = { type: "orders.list", instanceId: "a" };
      expect(redefined({ ...binding({ bind }), contextLink })).to.equal(1);
      expect(redefined(binding({ bind }, { effect: "destructive" }))).to.equal(1);
    });

    it("does not move where only the bound values change", () => {
      expect(redefined(binding({ bind: () => ({ orderId: "o-2" }) }))).to.equal(0);
    });

    it("does not move where describe() says something else", () => {
      let note = "one";
      const { registry, described } = ordered({ describe: () => note });
      const before = registry.getVersion();
      described();
      note = "two";
      expect(described().contextualNote).to.equal("two");
      expect(registry.getVersion()).to.equal(before);
    });
  });

  describe("a redefinition of it", () => {
    it("that changed it is STALE_CAPABILITY registration-replaced under the old registrationId", async () => {
      const { handle, send } = ordered();
      const { registrationId } = handle;
      handle.redefine(order([binding({ bind }, { description: "Cancels it." })]));
      expect(reasonOf(await send({ registrationId }))).to.equal("registration-replaced");
    });

    it("that did not change it keeps its question and its approval, and the old registrationId", async () => {
      const { registry, handle, send } = ordered({ confirmation: "required" });
      const { registrationId } = handle;
      const confirmationId = questionId(await send({ invocationId: "one", registrationId }));
      const same = binding({ bind, confirmation: "required" });
      handle.redefine(order([binding({}, { path: "other" }), same]));
      registry.confirmations.resolve(confirmationId, { approved: true });
      const result = await send({ invocationId: "one", registrationId, confirmationId });
      expect(outcome(result)).to.equal("ok");
    });

    it("without it ends its calls as COMPONENT_UNMOUNTED", async () => {
      const { handle, send } = ordered({}, {}, () => new Promise(() => undefined));
      const result = send();
      handle.redefine(order([]));
      expect(outcome(await result)).to.equal("COMPONENT_UNMOUNTED");
    });
  });

  describe("as a tool", () => {
    const toolOf = (ref: Ref = {}) => {
      const domain = ordered({}, ref);
      const toolset = createAgentToolset(domain.registry, { consumer: consumer("me"), topology: "remote" });
      return { ...domain, tool: toolset.tools()[0]! };
    };

    it("has the wire name of its id and a description that begins with domain, effect and approval", () => {
      const { tool } = toolOf({ effect: "destructive" });
      expect(tool.name).to.equal("domain_orders__cancel");
      expect(tool.description).to.equal("[domain · destructive · requires confirmation] Cancels an order.");
    });

    it("takes the reduced schema, and calls the reference that it was made of", async () => {
      const { tool, asked, described } = toolOf();
      expect(tool.inputSchema).to.deep.equal(described().inputSchema);
      await tool.execute({ reason: "late" });
      expect(asked[0]!.input).to.include({ orderId: "o-1" });
    });

    it("is read-only where it is a query, and only there", () => {
      const isReadOnly = (effect: AgentServerEffect) => toolOf({ effect }).tool.annotations.readOnly;
      expect(effects.map(isReadOnly)).to.deep.equal([true, false, false, false]);
    });

    it("is in scope where its component is, and absent where policies hide it", () => {
      const hide: AgentPolicy = { name: "hide", onDiscovery: () => ({ decision: "hide" }) };
      const count = (config: Config, scope: string[]) =>
        createAgentToolset(ordered(config).registry, { consumer: consumer("me"), topology: "remote", scope }) //
          .tools().length;
      expect([count({}, ["orders"]), count({}, ["shop"])]).to.deep.equal([1, 0]);
      expect(count({ policies: [hide] }, [])).to.equal(0);
    });

    it("that is dangerous is refused once where the surface changed unseen, and may then be called again", async () => {
      const { registry, tool } = toolOf({ effect: "destructive" });
      registry.register({ type: "shop.note", description: "A note." });
      const result = await tool.execute({ reason: "late" });
      expect(reasonOf(result)).to.equal("surface-version-mismatch");
      expect(outcome(await tool.execute({ reason: "late" }))).to.equal("CONFIRMATION_REQUIRED");
    });

    it("acts in two components under two names", () => {
      const { registry } = rows(["a", "b"]);
      const toolset = createAgentToolset(registry, { consumer: consumer("me"), topology: "remote" });
      expect(toolset.tools().map(({ name }) => name)).to.deep.equal([
        "domain_orders__cancel_at_a",
        "domain_orders__cancel_at_b",
      ]);
    });
  });

  describe("a view capability with the suffix of a procedure", () => {
    const view = { type: "orders", description: "Orders.", actions: { cancel: act() } };
    const collision = {
      type: "collision-suspected",
      viewCapabilityId: "view:orders.cancel",
      domainProcedureId: "domain:orders.cancel",
    };
    const known = (options: RegistryOptions = {}) => createDomain(undefined, options, ["orders.cancel"]);

    it("is told by collision-suspected by default, and registered all the same", () => {
      const { registry, events } = known();
      expect(registry.register(view).status).to.equal("active");
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([collision]);
    });

    it("is printed in development, and audited", async () => {
      const { registry, audit } = known({ environment: "development" });
      const printed = await printedDuring(() => registry.register(view));
      expect(printed.join()).to.contain("view:orders.cancel").and.to.contain("domain:orders.cancel");
      expect(audit.events().map(({ type }) => type)).to.include("collision-suspected");
    });

    it("is PLANE_VIOLATION where duplicateSuffixPolicy is error, and registers nothing", () => {
      const { registry, events } = known({ duplicateSuffixPolicy: "error" });
      expect(thrownBy(() => registry.register(view))).to.include({ code: "PLANE_VIOLATION" });
      expect(registry.getVersion()).to.equal("0");
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([]);
    });

    it("is nothing where duplicateSuffixPolicy is off", async () => {
      const { registry, events } = known({ environment: "development", duplicateSuffixPolicy: "off" });
      expect(await printedDuring(() => registry.register(view))).to.deep.equal([]);
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([]);
    });

    it("is found against a live reference, in either order", () => {
      for (const definitions of [
        [order(), view],
        [view, order()],
      ]) {
        const { registry, events } = createDomain();
        for (const definition of definitions) registry.register(definition);
        expect(eventsOf(events, "collision-suspected")).to.deep.equal([collision]);
      }
    });

    it("is found when an executor comes that knows the path", () => {
      const { registry, events } = createSurface();
      registry.register(view);
      registry.setProcedureExecutor({ execute: () => Promise.resolve(null), paths: ["orders.cancel"] });
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([collision]);
    });

    it("is not suspected where type or name differ", () => {
      const { registry, events } = known();
      registry.register({ ...view, type: "orders.list" });
      registry.register({ ...view, actions: { cancelAll: act() } });
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([]);
    });

    it("is not suspected where no procedure is known", () => {
      const { registry, events } = createSurface({ duplicateSuffixPolicy: "error" });
      expect(registry.register(view).status).to.equal("active");
      expect(eventsOf(events, "collision-suspected")).to.deep.equal([]);
    });
  });
});
