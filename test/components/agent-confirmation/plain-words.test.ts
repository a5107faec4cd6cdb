import { expect } from "@open-wc/testing";
import { actionName, consumerOf, sentenceOf } from "../../../components/agent-confirmation/plain-words.js";
import { wordsOf } from "../../../components/element/words-of.js";
import type { PendingConfirmation } from "../../../src/index.js";

function question(parts: Partial<PendingConfirmation>): PendingConfirmation {
  return {
    confirmationId: "cnf_1",
    capabilityId: "view:shop.cart.checkOut",
    registrationId: "reg_1",
    consumerKey: "webmcp:browser-agent",
    effect: "navigation",
    reversible: true,
    summary: "Start the payment",
    input: {},
    inputSchema: { type: "object" },
    sensitive: [],
    requestedAt: "2026-01-01T00:00:00.000Z",
    expiresAt: "2026-01-01T00:02:00.000Z",
    ...parts,
  };
}

describe("plain words", () => {
  it("reads names of every spelling", () => {
    expect(wordsOf("checkOut")).to.equal("Check out");
    expect(wordsOf("send-to_allUsers")).to.equal("Send to all users");
    expect(wordsOf("exportPDFNow")).to.equal("Export PDF now");
    expect(wordsOf("")).to.equal("");
  });

  it("names an action by its label, else by the last part of its id", () => {
    expect(actionName(question({ label: "Pay" }))).to.equal("Pay");
    expect(actionName(question({ label: "  " }))).to.equal("Check out");
    expect(actionName(question({}))).to.equal("Check out");
    expect(actionName(question({ capabilityId: "domain:orders.cancel" }))).to.equal("Cancel");
  });

  it("takes the input off the summary, whole or cut", () => {
    const input = { code: "SAVE10", note: "x".repeat(400) };
    const whole = `Apply {a} coupon ${JSON.stringify(input)}`;
    expect(sentenceOf(question({ input, summary: whole }))).to.equal("Apply {a} coupon");
    expect(sentenceOf(question({ input, summary: `${whole.slice(0, 299)}…` }))).to.equal("Apply {a} coupon");
  });

  it("leaves a summary alone that somebody composed", () => {
    expect(sentenceOf(question({ input: { id: 7 }, summary: 'Delete order {"7"}…' }))).to.equal(
      'Delete order {"7"}…',
    );
  });

  it("tells kind and id of who asks apart", () => {
    expect(consumerOf(question({ consumerKey: "mcp-bridge:desk:top" }))).to.deep.equal({
      kind: "mcp-bridge",
      id: "desk:top",
    });
  });
});
