import { expect } from "@open-wc/testing";
import {
  audit,
  fromJsonSchema,
  memoryAuditSink,
  requireConfirmation,
  type JsonValue,
} from "../../src/index.js";
import { act, errorOf, outcome, outputOf, printedDuring, questionId } from "../helpers/surface.js";
import { turn } from "../helpers/fake-time.js";
import { createDesk, win } from "../helpers/windows.js";

const secret = "4111-1111";
const state = { name: "Ann", card: { number: secret }, cards: [{ pin: secret, kind: "debit" }] };
const paths = ["card.number", "cards.*.pin"];

const input = fromJsonSchema<{ [key: string]: JsonValue }>({
  type: "object",
  properties: { card: { type: "object", properties: { number: { type: "string", maxLength: 20 } } } },
  additionalProperties: false,
});
const given = { card: { number: secret } };

/** A window with a sensitive state, and the action `pay` with a sensitive input, that asks a person or not. */
function setUp(asks = false, environment: "development" | "production" = "development") {
  const sink = memoryAuditSink();
  const second = memoryAuditSink();
  const desk = createDesk({ environment, audit: sink });
  const ran: JsonValue[] = [];
  const pay = act({
    input,
    sensitive: ["card.number"],
    audit: "full",
    confirmation: asks ? "required" : "never",
    execute: (own) => void ran.push(own),
    policies: [audit(second, "full")],
  });
  const a = desk.windows.open(win("a", { state, sensitive: paths, actions: { pay } }));
  return { ...desk, a, ran, audited: () => [...sink.events(), ...second.events()] };
}

const has = (value: unknown) => JSON.stringify(value).includes(secret);

/** The ways out, each with the state and with an input where it has both. */
describe("sensitive values leave by no way:", () => {
  it("the windows document, whole and of one window, which names what is withheld", () => {
    const { windows } = setUp();
    const document = windows.describe();
    expect(has(document)).to.equal(false);
    const one = windows.describe({ id: "a@default" })!;
    expect(one).to.deep.equal(document.windows[0]);
    expect(one.state).to.deep.equal({
      name: "Ann",
      card: { number: "(withheld)" },
      cards: [{ pin: "(withheld)", kind: "debit" }],
    });
    expect(one.withheld).to.deep.equal(paths);
  });

  it("the document for a plain component with a state", () => {
    const { windows, registry } = setUp();
    registry.register({ type: "b", description: "Plain.", state: () => state, sensitive: paths });
    expect(has(windows.describe({ id: "b@default" }))).to.equal(false);
  });

  it("readState, and a state set later", async () => {
    const { a, call, windows } = setUp();
    a.setState({ card: { number: secret }, cards: [{ pin: secret }, { pin: secret }] });
    const output = outputOf(await call("a.readState"));
    expect(output).to.deep.equal({
      card: { number: "(withheld)" },
      cards: [{ pin: "(withheld)" }, { pin: "(withheld)" }],
    });
    expect(has(windows.describe())).to.equal(false);
  });

  it("readState after a redefinition that makes more of it sensitive", async () => {
    const { a, call } = setUp();
    a.redefine(win("a", { sensitive: [...paths, "name"] }));
    expect(outputOf(await call("a.readState"))).to.deep.include({ name: "(withheld)" });
  });

  it("results, of a call that succeeded and of one that was refused", async () => {
    const { call, ran } = setUp();
    const result = await call("a.pay", { input: given });
    expect([outcome(result), has(result), ran]).to.deep.equal(["ok", false, [given]]);
    expect(has(await call("a.pay", { input: given, expectedVersion: 1 }))).to.equal(false);
  });

  it("error details and messages", async () => {
    const { call } = setUp();
    const long = { card: { number: secret.repeat(5) } };
    const { code, message, details } = errorOf(await call("a.pay", { input: long }));
    expect([code, has([message, details])]).to.deep.equal(["INVALID_INPUT", false]);
    expect(JSON.stringify(details)).to.contain("card.number");
    const misplaced = await call("a.pay", { input: { card: { number: { [secret]: secret } } } });
    expect(has(misplaced)).to.equal(false);
  });

  it("events and notices", async () => {
    const { a, call, events, notices, time } = setUp(true);
    a.setState({ ...state, name: "Bob" });
    await call("a.pay", { input: given });
    await time.advance(0);
    expect(events.length * notices.length).to.be.greaterThan(0);
    expect(has([events, notices])).to.equal(false);
  });

  it("the audit of the registry and of a policy, at the level full", async () => {
    const { call, audited, a } = setUp();
    a.setState({ ...state, name: "Bob" });
    await call("a.pay", { input: given });
    await call("a.readState");
    const payloads = audited().filter(({ payload }) => payload?.input !== undefined);
    expect(payloads.length).to.be.greaterThan(1);
    expect(has(audited())).to.equal(false);
  });

  it("the audit of a question", async () => {
    const { call, audited, registry } = setUp(true);
    const id = questionId(await call("a.pay", { input: given, invocationId: "one" }));
    registry.confirmations.resolve(id, { approved: true });
    await call("a.pay", { input: given, invocationId: "one", confirmationId: id });
    expect(audited().filter(({ type }) => type.startsWith("confirmation-")).length).to.equal(3);
    expect(has(audited())).to.equal(false);
  });

  it("what a confirmation shows: all of it but the exact input, which stays inside the page", async () => {
    const { call, registry } = setUp(true);
    const result = await call("a.pay", { input: given });
    const [pending] = registry.confirmations.pending();
    const { input: exact, ...shown } = pending!;
    expect(exact).to.deep.equal(given);
    expect(shown.sensitive).to.deep.equal(["card.number"]);
    expect(has([shown, result])).to.equal(false);
  });

  it("the summary that a policy composes", async () => {
    const { windows, call, registry } = setUp();
    const summary = ({ effectiveInput }: { effectiveInput: JsonValue }) => JSON.stringify(effectiveInput);
    const pay = act({ input, sensitive: ["card.number"], policies: [requireConfirmation({ summary })] });
    windows.open(win("b", { actions: { pay } }));
    await call("b.pay", { input: given });
    const [pending] = registry.confirmations.pending();
    expect(pending!.summary).to.contain("(withheld)");
    expect(has(pending!.summary)).to.equal(false);
  });

  it("the console in development, with what is printed for wrong use", async () => {
    const printed = await printedDuring(async () => {
      const { a, call, registry, windows } = setUp(true);
      const id = questionId(await call("a.pay", { input: given, invocationId: "one" }));
      registry.confirmations.resolve(id, { approved: true });
      await call("a.pay", { input: given, invocationId: "one", confirmationId: id });
      await call("a.pay", { input: { card: { number: 5 } } });
      expect(() => {
        a.setState({ card: { number: NaN }, name: secret });
      }).to.throw(TypeError, "card.number");
      windows.open(win("a", { state, sensitive: paths }));
      const plain = { type: "b", description: "Plain.", sensitive: paths };
      registry.register({ ...plain, state: () => ({ ...state, odd: NaN }) });
      windows.describe();
      a.close();
      a.setState(state);
      await turn();
    });
    expect(printed.join(" ")).to.contain("b@default");
    expect(has(printed)).to.equal(false);
  });

  it("a path that cannot be read: all of the state is withheld in production, and refused in development", async () => {
    const { windows, call } = setUp(false, "production");
    windows.open(win("b", { state, sensitive: ["card..number"] }));
    expect(windows.describe({ id: "b@default" })!.state).to.equal("(withheld)");
    expect(outputOf(await call("b.readState"))).to.equal("(withheld)");
    expect(() => setUp().windows.open(win("b", { state, sensitive: ["card..number"] }))).to.throw(
      "card..number",
    );
  });

  it("a snapshot and the tools, which have no state at all", () => {
    const { registry } = setUp();
    expect(has(registry.snapshot())).to.equal(false);
  });
});
