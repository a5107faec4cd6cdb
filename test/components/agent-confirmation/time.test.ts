import { expect, fixture, html, waitUntil } from "@open-wc/testing";
import { resetMouse, setViewport } from "@web/test-runner-commands";
import "../../../components/agent-confirmation/agent-confirmation.js";
import type { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";
import { QuestionTime } from "../../../components/agent-confirmation/question-time.js";
import type { Shown } from "../../../components/agent-confirmation/shown-question.js";
import { openShop, part, press, textOf, untilArmed, untilShown } from "./helpers.js";
import type { Shop } from "./helpers.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";

async function ask(shop: Shop, input = {}): Promise<AgentConfirmationElement> {
  const element = await fixture<AgentConfirmationElement>(html`<agent-confirmation></agent-confirmation>`);
  element.watch(shop.registry);
  await shop.ask(input);
  await untilShown(element, "Check out");
  await untilArmed(element);
  return element;
}

const said = (element: AgentConfirmationElement) =>
  textOf(element.shadowRoot!.querySelector("[role=status]"));

describe("the time of a question", () => {
  afterEach(() => {
    for (const element of document.querySelectorAll("agent-confirmation")) element.remove();
  });

  it("says when decisions are taken, in a region that was there before", async () => {
    const element = await fixture<AgentConfirmationElement>(html`<agent-confirmation></agent-confirmation>`);
    const region = element.shadowRoot!.querySelector("dialog > [role=status]");
    const shop = openShop();
    element.watch(shop.registry);
    await shop.ask();
    await waitUntil(() => said(element) === "Wait a moment before you decide.");
    await untilArmed(element);
    expect(said(element)).to.equal("You can decide now.");
    expect(element.shadowRoot!.querySelector("[role=status]")).to.equal(region);
  });

  it("offers no more of it long before its end", async () => {
    const element = await ask(openShop());
    expect(part(element, "extend")).to.equal(null);
    expect(said(element)).not.to.contain("nearly over");
  });

  it("does not run while the page is hidden", () => {
    let state = "visible";
    const page = new EventTarget();
    Object.defineProperty(page, "visibilityState", { get: () => state });
    let extensions = 0;
    const question = { confirmationId: "cnf_1", expiresAt: new Date(Date.now() + 120_000).toISOString() };
    const shown = { asked: { question, presenter: { extend: () => extensions++ } } } as unknown as Shown;
    const time = new QuestionTime();
    time.start(shown, page as unknown as Document);
    expect(extensions).to.equal(0);
    state = "hidden";
    page.dispatchEvent(new Event("visibilitychange"));
    expect(extensions).to.equal(1);
    time.stop();
    page.dispatchEvent(new Event("visibilitychange"));
    expect(extensions).to.equal(1);
  });

  it("can be asked for ten times", () => {
    let extensions = 0;
    const question = { confirmationId: "cnf_1", expiresAt: new Date(Date.now() + 19_000).toISOString() };
    const shown = { asked: { question, presenter: { extend: () => extensions++ } } } as unknown as Shown;
    const time = new QuestionTime();
    time.start(shown, document);
    for (let count = 0; count < 12; count++) time.extend();
    expect(extensions).to.equal(10);
    expect(time.isOffered).to.equal(false);
    time.stop();
  });

  // What has no trusted input has no viewport that can be set either.
  if (!hasTrustedInput) return;

  it("keeps the controls in view at 320 pixels, where the text scrolls", async () => {
    await setViewport({ width: 320, height: 400 });
    const properties = { text: { type: "string" } };
    const shop = openShop({ schema: { type: "object", properties } });
    const element = await ask(shop, { text: "word\n".repeat(8) });
    for (const name of ["decline", "approve"]) {
      const { top, bottom, left, right } = part(element, name)!.getBoundingClientRect();
      expect(top, name).to.be.at.least(0);
      expect(left, name).to.be.at.least(0);
      expect(bottom, name).to.be.at.most(400);
      expect(right, name).to.be.at.most(320);
    }
    const text = element.shadowRoot!.querySelector(".question")!;
    expect(text.clientHeight).to.be.at.least(100);
    text.scrollTop = 20;
    expect(text.scrollTop).to.equal(20);
    await setViewport({ width: 800, height: 600 });
  });

  it("is said and given near its end, by a press that is the person's", async () => {
    const shop = openShop({}, { limits: { confirmationTtlMs: 15_000 } });
    const element = await ask(shop);
    expect(said(element)).to.contain("The time is nearly over.");
    const [question] = shop.registry.confirmations.pending();
    const before = question!.expiresAt;
    part(element, "extend")!.click();
    expect(question!.expiresAt).to.equal(before);
    await press(part(element, "extend")!);
    await waitUntil(() => question!.expiresAt > before, "more time");
    expect(shop.registry.confirmations.pending()).to.have.length(1);
    await resetMouse();
  });
});
