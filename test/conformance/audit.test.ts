import { expect } from "@open-wc/testing";
import {
  consoleAuditSink,
  createAgentSurfaceRegistry,
  memoryAuditSink,
  type AuditEvent,
  type AuditEventType,
  type AuditSink,
  type JsonValue,
  type RegistryOptions,
} from "../../src/index.js";
import {
  anyObject,
  cart,
  consumer,
  outcome,
  printedDuring,
  questionId,
  type TestSurface,
} from "../helpers/surface.js";
import { apply, openBusyShop, openShop } from "./shop.js";

const one = { invocationId: "one" };
const me = { consumer: consumer("me") };

const ofType = ({ audit }: TestSurface, type: AuditEventType): AuditEvent[] =>
  audit.events().filter((event) => event.type === type);

/** The kinds of events since the registration. */
const types = ({ audit }: TestSurface) => audit.events().map(({ type }) => type);

const guarded = (audit: "metadata" | "full" | "none" = "metadata") =>
  openShop({ action: { confirmation: "required", audit } });

describe("audit (contract 12; contract 2, audit levels; contract 9 rule 7)", () => {
  describe("registrations", () => {
    it("are recorded when a component comes", () => {
      const shop = openShop();
      expect(ofType(shop, "registration")).to.deep.equal([
        {
          at: new Date(shop.time.now()).toISOString(),
          type: "registration",
          registrationId: shop.handle.registrationId,
        },
      ]);
    });

    it("are recorded as unregistration when a component goes", () => {
      const shop = openShop();
      shop.handle.unregister();
      expect(ofType(shop, "unregistration")[0]).to.include({ registrationId: shop.handle.registrationId });
    });

    it("are recorded as registration-rejected for a duplicate", () => {
      const shop = openShop();
      shop.registry.register(cart());
      expect(ofType(shop, "registration-rejected")).to.have.length(1);
    });

    it("are recorded as registration-rejected for a refusal by the guard", () => {
      expect(types(openShop({ onRegister: () => "reject" }))).to.deep.equal(["registration-rejected"]);
    });
  });

  describe("invocations", () => {
    it("are recorded as started, with capability, registration, invocation and consumer", () => {
      const shop = openBusyShop();
      void shop.call(one, me);
      expect(ofType(shop, "invocation-started")[0]).to.include({
        capabilityId: apply,
        registrationId: shop.handle.registrationId,
        invocationId: "one",
        consumerId: "me",
      });
    });

    it("are recorded as settled, with the status and the time they took", async () => {
      const shop = openBusyShop();
      const result = shop.call(one, me);
      await shop.time.advance(250);
      shop.runs[0]!.resolve(null);
      await result;
      expect(ofType(shop, "invocation-settled")[0]).to.include({
        capabilityId: apply,
        invocationId: "one",
        consumerId: "me",
        status: "ok",
        durationMs: 250,
        executionMs: 250,
      });
    });

    it("are recorded as settled with the code of their error", async () => {
      const shop = openShop({ action: { when: () => false } });
      await shop.call(one);
      expect(ofType(shop, "invocation-settled")[0]).to.include({
        status: "error",
        code: "CAPABILITY_NOT_AVAILABLE",
      });
    });

    it("tell apart the time in the queue and the time of the handler", async () => {
      const shop = openBusyShop();
      void shop.call();
      const second = shop.call(one);
      await shop.time.advance(100);
      shop.runs[0]!.resolve(null);
      await shop.time.advance(0);
      await shop.time.advance(30);
      shop.runs[1]!.resolve(null);
      await second;
      const settled = ofType(shop, "invocation-settled").find(({ invocationId }) => invocationId === "one");
      expect(settled).to.include({ queueWaitMs: 100, executionMs: 30, durationMs: 130 });
    });

    it("are recorded once, however often they are repeated", async () => {
      const shop = openShop();
      await shop.call(one);
      await shop.call(one);
      expect(ofType(shop, "invocation-settled")).to.have.length(1);
    });

    it("of what is not there are recorded too", async () => {
      const shop = openShop();
      await shop.registry.invoke({ capabilityId: "view:shop.cart.none", ...one });
      expect(ofType(shop, "invocation-settled")[0]).to.include({ code: "CAPABILITY_NOT_FOUND" });
    });

    it("that settled before their handler are recorded as late-settlement when it is done", async () => {
      const shop = openBusyShop();
      const result = shop.call(one);
      await shop.time.advance(10_000);
      await result;
      expect(ofType(shop, "late-settlement")).to.deep.equal([]);
      shop.runs[0]!.resolve(null);
      await shop.time.advance(0);
      expect(ofType(shop, "late-settlement")[0]).to.include({ capabilityId: apply, ...one });
    });
  });

  describe("confirmations", () => {
    const ends: [AuditEventType, (shop: ReturnType<typeof guarded>, id: string) => unknown][] = [
      ["confirmation-requested", () => undefined],
      [
        "confirmation-approved",
        ({ registry }, id) => {
          registry.confirmations.resolve(id, { approved: true });
        },
      ],
      [
        "confirmation-denied",
        ({ registry }, id) => {
          registry.confirmations.resolve(id, { approved: false });
        },
      ],
      ["confirmation-expired", ({ time }) => time.advance(120_000)],
      [
        "confirmation-consumed",
        ({ registry, call }, confirmationId) => {
          registry.confirmations.resolve(confirmationId, { approved: true });
          return call({ ...one, confirmationId }, me);
        },
      ],
    ];
    for (const [type, end] of ends) {
      it(`are recorded as ${type}`, async () => {
        const shop = guarded();
        const confirmationId = questionId(await shop.call(one, me));
        await end(shop, confirmationId);
        expect(ofType(shop, type)).to.have.length(1);
        expect(ofType(shop, type)[0]).to.include({
          capabilityId: apply,
          registrationId: shop.handle.registrationId,
          consumerId: "me",
        });
      });
    }

    it("carry the input at the level full, and at no other", async () => {
      const full = guarded("full");
      await full.call({ input: { id: 7 } });
      expect(ofType(full, "confirmation-requested")[0]!.payload).to.deep.equal({ input: { id: 7 } });
      const metadata = guarded();
      await metadata.call({ input: { id: 7 } });
      expect(ofType(metadata, "confirmation-requested")[0]).not.to.have.property("payload");
    });
  });

  describe("levels", () => {
    it("default to metadata for an action: no payload", async () => {
      const shop = openShop();
      await shop.call({ input: { secret: 1 } });
      expect(types(shop)).to.include("invocation-settled");
      expect(JSON.stringify(shop.audit.events())).not.to.contain("secret");
    });

    it("default to none for an observation", async () => {
      const shop = openShop();
      await shop.look();
      expect(types(shop)).to.deep.equal(["registration"]);
    });

    it("none leaves only the events of registrations", async () => {
      const shop = guarded("none");
      questionId(await shop.call(one));
      shop.handle.unregister();
      expect(types(shop)).to.deep.equal(["registration", "unregistration"]);
    });

    it("full adds input and output to the settled event", async () => {
      const shop = openShop({ action: { audit: "full", execute: () => ({ total: 5 }) } });
      await shop.call({ input: { id: 7 } });
      expect(ofType(shop, "invocation-settled")[0]!.payload).to.deep.equal({
        input: { id: 7 },
        output: { total: 5 },
      });
    });

    it("full masks sensitive values, in confirmations too", async () => {
      const shop = openShop({
        action: { audit: "full", sensitive: ["card.pin"], confirmation: "required" },
      });
      const input = { card: { pin: "4711", name: "Ada" } };
      const confirmationId = questionId(await shop.call({ ...one, input }));
      shop.registry.confirmations.resolve(confirmationId, { approved: true });
      expect(outcome(await shop.call({ ...one, input, confirmationId }))).to.equal("ok");
      expect(JSON.stringify(shop.audit.events())).not.to.contain("4711");
      expect(ofType(shop, "invocation-settled").at(-1)!.payload!.input).to.deep.equal({
        card: { pin: "(withheld)", name: "Ada" },
      });
    });

    it("full withholds the whole input where a sensitive path cannot be parsed", async () => {
      const shop = openShop({ action: { audit: "full", sensitive: ["card..pin"] } });
      await shop.call({ input: { card: { pin: "4711" } } });
      expect(JSON.stringify(shop.audit.events())).not.to.contain("4711");
    });

    it("full caps a payload in its size and says so", async () => {
      const shop = openShop({ action: { audit: "full" }, limits: { maxOutputBytes: 100 } });
      await shop.call({ input: { text: "x".repeat(1_000) } });
      const { input } = ofType(shop, "invocation-settled")[0]!.payload as { input: JsonValue };
      expect(input).to.be.a("string").and.to.contain("bytes");
      expect((input as string).length).to.be.lessThan(100);
    });
  });

  describe("sinks", () => {
    it("get the time of the registry's clock in ISO 8601", async () => {
      const shop = openShop();
      await shop.time.advance(1_500);
      await shop.call();
      expect(shop.audit.events().at(-1)!.at).to.equal("2026-01-01T00:00:01.500Z");
    });

    it("that throw are swallowed: the call is none the worse", async () => {
      const audit: AuditSink = {
        record: () => {
          throw new Error("disk full");
        },
      };
      const { call, handle } = openShop({ audit, action: { audit: "full", input: anyObject } });
      expect(handle.status).to.equal("active");
      expect(outcome(await call())).to.equal("ok");
    });

    it("in memory keep the newest 1,000 events, oldest first", () => {
      const sink = memoryAuditSink();
      for (let index = 0; index < 1_001; index++)
        sink.record({ at: "", type: "registration", registrationId: `reg_${index}` });
      const kept = sink.events().map(({ registrationId }) => registrationId);
      expect(kept).to.have.length(1_000);
      expect([kept[0], kept.at(-1)]).to.deep.equal(["reg_1", "reg_1000"]);
    });

    it("in memory keep as many events as they are told", () => {
      const sink = memoryAuditSink({ capacity: 2 });
      for (const registrationId of ["a", "b", "c"])
        sink.record({ at: "", type: "registration", registrationId });
      expect(sink.events().map(({ registrationId }) => registrationId)).to.deep.equal(["b", "c"]);
    });

    it("on the console print each event", async () => {
      const printed = await printedDuring(() => {
        consoleAuditSink().record({ at: "", type: "late-settlement" });
      });
      expect(printed.join()).to.contain("late-settlement");
    });

    it("are the console too in development by default, and only there", async () => {
      const register = (options: RegistryOptions) => () =>
        createAgentSurfaceRegistry(options).register(cart());
      const inDevelopment = await printedDuring(register({ environment: "development" }));
      const inProduction = await printedDuring(register({}));
      expect(inDevelopment.join()).to.contain("registration");
      expect(inProduction).to.deep.equal([]);
    });
  });
});
