import { aTimeout, expect, fixture, html, nextFrame, waitUntil } from "@open-wc/testing";
import { resetMouse, sendKeys } from "@web/test-runner-commands";
import "../../../components/agent-confirmation/agent-confirmation.js";
import type { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";
import { TypingWatch } from "../../../components/agent-confirmation/typing.js";
import { dialogOf, openShop, part, untilArmed, untilShown } from "./helpers.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";

describe("the quiet time of <agent-confirmation>", () => {
  afterEach(() => {
    for (const element of document.querySelectorAll("agent-confirmation")) element.remove();
  });

  async function askArmed() {
    const element = await fixture<AgentConfirmationElement>(html`<agent-confirmation></agent-confirmation>`);
    const shop = openShop();
    element.watch(shop.registry);
    const asked = await shop.ask();
    await untilShown(element, "Check out");
    await untilArmed(element);
    return { element, shop, asked };
  }

  const isArmed = (element: AgentConfirmationElement) =>
    part(element, "approve")!.getAttribute("aria-disabled") === "false";

  /** It is quiet now, and armed again no sooner than the quiet time after its cause. */
  async function expectQuietAgain(element: AgentConfirmationElement, from: number): Promise<void> {
    await waitUntil(() => !isArmed(element), "quiet again");
    expect(part(element, "decline")!.getAttribute("aria-disabled")).to.equal("true");
    expect(element.shadowRoot!.querySelectorAll(".quiet")).to.have.length(2);
    await untilArmed(element);
    expect(performance.now() - from).to.be.at.least(690);
    expect(element.shadowRoot!.querySelectorAll(".quiet")).to.have.length(0);
  }

  for (const [cause, happen] of [
    ["the window gains focus", () => window.dispatchEvent(new FocusEvent("focus"))],
    ["the page comes back", () => document.dispatchEvent(new Event("visibilitychange"))],
  ] as const) {
    it(`starts again when ${cause}`, async () => {
      const { element } = await askArmed();
      const from = performance.now();
      happen();
      await expectQuietAgain(element, from);
    });
  }

  it("lasts while another modal covers the controls, and starts again after it", async () => {
    const { element } = await askArmed();
    const other = await fixture<HTMLDialogElement>(html`<dialog>Something else</dialog>`);
    Object.assign(other.style, {
      inlineSize: "100vw",
      blockSize: "100vh",
      margin: "0",
      maxInlineSize: "none",
    });
    other.showModal();
    await waitUntil(() => !isArmed(element), "quiet while covered");
    await aTimeout(900);
    expect(isArmed(element)).to.equal(false);
    other.close();
    await untilArmed(element);
  });

  it("starts again when a popover opens over the page", async () => {
    const { element } = await askArmed();
    const popover = await fixture<HTMLElement>(html`<div popover="manual">Beside it</div>`);
    Object.assign(popover.style, { inset: "0 auto auto 0", margin: "0" });
    const from = performance.now();
    popover.showPopover();
    await expectQuietAgain(element, from);
    popover.hidePopover();
  });

  if (navigator.userAgent.includes("Chrome")) {
    it("lasts while something that lets clicks through covers approve", async () => {
      const { element } = await askArmed();
      const box = await fixture<HTMLElement>(html`<div></div>`);
      const root = box.attachShadow({ mode: "open" });
      root.innerHTML = `<div popover="manual" style="inset:0;inline-size:100vw;block-size:100vh;pointer-events:none">Free gift!</div>`;
      const popover = root.querySelector("div")!;
      // The observer has to have seen it uncovered.
      await aTimeout(300);
      popover.showPopover();
      await waitUntil(() => !isArmed(element), "quiet while covered");
      await aTimeout(900);
      expect(isArmed(element)).to.equal(false);
      popover.hidePopover();
      await untilArmed(element);
    });
  }

  if (!hasTrustedInput) return;

  describe("with a person's input", () => {
    afterEach(() => resetMouse());

    function whenPressed(element: AgentConfirmationElement): () => number {
      let at = Infinity;
      dialogOf(element).addEventListener("keydown", () => {
        at = performance.now();
      });
      return () => at;
    }

    it("starts again with typing, whose presses do nothing", async () => {
      const { element, shop } = await askArmed();
      const typedAt = whenPressed(element);
      await sendKeys({ press: "a" });
      await expectQuietAgain(element, typedAt());
      await sendKeys({ press: "a" });
      await sendKeys({ press: "Escape" });
      await sendKeys({ press: "Escape" });
      expect(shop.registry.confirmations.pending()).to.have.length(1);
      await untilArmed(element);
      await sendKeys({ press: "Escape" });
      expect(shop.registry.confirmations.pending()).to.have.length(0);
    });

    it("takes Enter as typing where nothing would be pressed by it", async () => {
      const { element } = await askArmed();
      const typedAt = whenPressed(element);
      await sendKeys({ press: "Enter" });
      await expectQuietAgain(element, typedAt());
    });

    it("does not take Tab, arrows, Shift or a shortcut for typing", async () => {
      const { element } = await askArmed();
      for (const key of ["Tab", "ArrowDown", "Shift"]) await sendKeys({ press: key });
      await sendKeys({ down: "Control" });
      await sendKeys({ press: "c" });
      await sendKeys({ up: "Control" });
      await nextFrame();
      expect(isArmed(element)).to.equal(true);
    });
  });
});

if (hasTrustedInput) {
  describe("a question that comes while the person types", () => {
    afterEach(() => {
      for (const element of document.querySelectorAll("agent-confirmation")) element.remove();
    });

    async function typeThenAsk(target: HTMLElement, key: string) {
      const element = await fixture<AgentConfirmationElement>(
        html`<agent-confirmation></agent-confirmation>`,
      );
      const shop = openShop();
      element.watch(shop.registry);
      let typedAt = -Infinity;
      target.addEventListener("keydown", () => {
        typedAt = performance.now();
        void shop.ask();
      });
      let shownAt = 0;
      new MutationObserver(() => {
        if (dialogOf(element).open) shownAt ||= performance.now();
      }).observe(dialogOf(element), { attributeFilter: ["open"] });
      target.focus();
      await sendKeys({ press: key });
      await untilShown(element, "Check out");
      await nextFrame();
      return shownAt - typedAt;
    }

    it("waits for a pause", async () => {
      const field = await fixture<HTMLInputElement>(html`<input aria-label="Code" />`);
      expect(await typeThenAsk(field, "a")).to.be.at.least(480);
      expect(field.value).to.equal("a");
    });

    it("does not wait where a key pressed a control", async () => {
      const button = await fixture<HTMLButtonElement>(html`<button>Pay</button>`);
      expect(await typeThenAsk(button, "Enter")).to.be.below(480);
    });

    it("waits 5 seconds at most", async () => {
      const field = await fixture<HTMLInputElement>(html`<input aria-label="Code" />`);
      const watch = new TypingWatch();
      watch.start(window, undefined);
      field.focus();
      await sendKeys({ press: "a" });
      expect(watch.msToWait(performance.now())).to.be.greaterThan(0);
      expect(watch.msToWait(performance.now() - 5000)).to.equal(0);
      watch.stop();
    });
  });
}
