import { aTimeout, expect, fixture, html, nextFrame, waitUntil } from "@open-wc/testing";
import { resetMouse, sendKeys, sendMouse } from "@web/test-runner-commands";
import "../../../components/agent-confirmation/agent-confirmation.js";
import { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";
import { dialogOf, openShop, part, press, textOf, untilArmed, untilShown } from "./helpers.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";

async function place(): Promise<AgentConfirmationElement> {
  return fixture<AgentConfirmationElement>(html`<agent-confirmation></agent-confirmation>`);
}

/** Attributes of body and html: nothing of ours may stay on them. */
function traces(): string[] {
  return [document.documentElement, document.body].flatMap((element) =>
    [...element.attributes].map(({ name, value }) => `${name}=${value}`),
  );
}

describe("<agent-confirmation>", () => {
  // What one test leaves open is modal for the next.
  afterEach(() => {
    for (const element of document.querySelectorAll("agent-confirmation")) element.remove();
  });

  it("is accessible while it asks, and while it does not", async () => {
    const element = await place();
    await expect(element).to.be.accessible();
    const shop = openShop({
      label: "Place the order",
      reversible: false,
      schema: {
        type: "object",
        properties: {
          email: { type: "string", title: "E-mail" },
          text: { type: "string" },
          pin: { type: "string" },
        },
      },
      sensitive: ["pin"],
    });
    element.watch(shop.registry);
    await shop.ask({ email: "ada@example.com", text: "word ".repeat(200), pin: "1234" });
    await untilShown(element, "Place the order");
    await untilArmed(element);
    // axe looks through the fade-in otherwise.
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    await Promise.all(
      dialogOf(element)
        .getAnimations()
        .map(({ finished }) => finished),
    );
    await expect(element).to.be.accessible();
  });

  it("asks in an alert dialog, named by its heading and described by what it shows", async () => {
    const element = await place();
    const shop = openShop({ label: "Place the order" });
    element.watch(shop.registry);
    await shop.ask();
    await untilShown(element, "Place the order");

    const dialog = dialogOf(element);
    expect(dialog.matches(":modal")).to.equal(true);
    expect(dialog.getAttribute("role")).to.equal("alertdialog");
    const heading = element.shadowRoot!.getElementById(dialog.getAttribute("aria-labelledby")!);
    expect(textOf(heading)).to.equal("An agent asks for your approval “Place the order”");
    expect(element.shadowRoot!.activeElement).to.equal(heading);
    const described = dialog.getAttribute("aria-describedby")!.split(" ");
    const description = described.map((id) => textOf(element.shadowRoot!.getElementById(id))).join(" ");
    expect(description).to.contain("Start the payment");
    expect(description).to.contain("browser-agent");
    expect(description).to.contain("Cart");
    expect(description).to.contain("This may leave the page you are on.");
    expect(textOf(part(element, "time"))).to.match(/^Time left: (2:00|1:59)$/);
    expect(textOf(part(element, "approve"))).to.equal("Approve “Place the order”");
    expect(textOf(part(element, "decline"))).to.equal("Decline");
  });

  it("shows every value, keeps secrets out of the document, and unfolds long text", async () => {
    const element = await place();
    const shop = openShop({
      schema: {
        type: "object",
        properties: {
          to: { type: "string" },
          text: { type: "string" },
          pin: { type: "string" },
          now: { type: "boolean" },
        },
      },
      sensitive: ["pin"],
    });
    element.watch(shop.registry);
    const text = `${"word ".repeat(200)}end`;
    await shop.ask({ to: "<b>ada</b>\u202E", text, pin: "secret-1234", now: false });
    await untilShown(element, "Check out");
    const values = part(element, "values")!;
    expect(textOf(values)).to.contain("<b>ada</b>⟨U+202E⟩");
    expect(values.querySelector("b")).to.equal(null);
    expect(textOf(values)).to.contain("Now No");
    expect(textOf(values)).to.contain("Sensitive, not shown");
    expect(element.shadowRoot!.innerHTML).not.to.contain("secret-1234");
    const details = values.querySelector("details")!;
    expect(details.open).to.equal(false);
    expect(textOf(details.querySelector("summary"))).to.contain("Show all 1,003 characters");
    expect(details.lastElementChild!.textContent).to.equal(text);
  });

  it("says what cannot be undone", async () => {
    const element = await place();
    const shop = openShop({ reversible: false, effect: "local-state" });
    element.watch(shop.registry);
    await shop.ask();
    await untilShown(element, "Check out");
    expect(textOf(part(element, "effects"))).to.equal("This cannot be undone.");
    expect(element.matches(":state(grave)")).to.equal(true);
    shop.unregister();
    expect(element.matches(":state(asking)")).to.equal(false);
  });

  it("takes texts in other words, given before the upgrade too", async () => {
    const early = document.createElement("x-late-confirmation") as HTMLElement &
      Pick<AgentConfirmationElement, "strings">;
    early.strings = { approve: (name) => `${name} genehmigen`, decline: "Ablehnen" };
    document.body.append(early);
    customElements.define("x-late-confirmation", class extends AgentConfirmationElement {});
    const element = early as AgentConfirmationElement;
    const shop = openShop({ label: "Bezahlen" });
    element.watch(shop.registry);
    await shop.ask();
    await untilShown(element, "Bezahlen");
    expect(textOf(part(element, "approve"))).to.equal("Bezahlen genehmigen");
    expect(textOf(part(element, "decline"))).to.equal("Ablehnen");
    expect(textOf(part(element, "heading"))).to.contain("An agent asks");
    element.remove();
  });

  it("keeps a tag that is defined already", () => {
    const before = customElements.get("agent-confirmation");
    AgentConfirmationElement.define();
    expect(customElements.get("agent-confirmation")).to.equal(before);
  });

  it("asks one at a time, in order of arrival, across surfaces, and counts who waits", async () => {
    const element = await place();
    const [first, second] = [openShop({ label: "First" }), openShop({ label: "Second" })];
    element.watch(first.registry);
    element.watch(second.registry);
    const one = await first.ask();
    await aTimeout(2);
    await second.ask();
    await untilShown(element, "First");
    await waitUntil(() => textOf(part(element, "waiting")) === "1 more waiting");
    first.registry.confirmations.resolve(one.id, { approved: true });
    await untilShown(element, "Second");
    expect(part(element, "waiting")).to.equal(null);
    expect(part(element, "approve")!.getAttribute("aria-disabled")).to.equal("true");
    expect(await one.retry()).to.equal("ok");
    second.unregister();
  });

  it("does not count the time of a question that waits for its turn", async () => {
    const element = await place();
    const [first, second] = [
      openShop({ label: "First" }),
      openShop({ label: "Second" }, { limits: { confirmationTtlMs: 400 } }),
    ];
    element.watch(first.registry);
    element.watch(second.registry);
    await first.ask();
    const two = await second.ask();
    await untilShown(element, "First");
    await aTimeout(500);
    expect(second.registry.confirmations.pending()).to.have.length(1);
    first.unregister();
    await untilShown(element, "Second");
    expect(await two.outcome).to.equal("expired");
    expect(dialogOf(element).open).to.equal(false);
  });

  it("takes turns with another element of the same document", async () => {
    const [one, other] = [await place(), await place()];
    const [first, second] = [openShop({ label: "First" }), openShop({ label: "Second" })];
    one.watch(first.registry);
    other.watch(second.registry);
    await first.ask();
    await second.ask();
    await untilShown(one, "First");
    await nextFrame();
    expect(dialogOf(other).open).to.equal(false);
    one.remove();
    await untilShown(other, "Second");
    second.unregister();
  });

  it("leaves a registry to whoever presents it, and takes over when that one let go", async () => {
    const element = await place();
    const shop = openShop({ label: "First" });
    const presenter = shop.registry.confirmations.present();
    element.watch(shop.registry);
    const asked = await shop.ask();
    await nextFrame();
    expect(dialogOf(element).open).to.equal(false);
    presenter.release();
    shop.registry.confirmations.resolve(asked.id, { approved: false });
    await shop.ask();
    await untilShown(element, "First");
    shop.unregister();
  });

  it("asks nothing before it is in a document, and then what waits already", async () => {
    const element = document.createElement("agent-confirmation");
    const shop = openShop({ label: "First" });
    element.watch(shop.registry);
    const asked = await shop.ask();
    await shop.registry.confirmations.waitFor("unknown");
    const presenter = shop.registry.confirmations.present();
    presenter.release();
    document.body.append(element);
    await untilShown(element, "First");
    element.remove();
    expect(await asked.outcome).to.equal("denied");
  });

  describe("ends a question", () => {
    it("that was withdrawn, with the action's component", async () => {
      const element = await place();
      const shop = openShop();
      element.watch(shop.registry);
      const asked = await shop.ask();
      await untilShown(element, "Check out");
      shop.unregister();
      expect(dialogOf(element).open).to.equal(false);
      expect(await asked.outcome).to.equal("expired");
    });

    for (const [way, close] of [
      ["closed by a script", (dialog: HTMLDialogElement) => dialog.close("approve")],
      ["closed without a word", (dialog: HTMLDialogElement) => dialog.removeAttribute("open")],
    ] as const) {
      it(`that was ${way}, as dismissed`, async () => {
        const element = await place();
        const shop = openShop();
        element.watch(shop.registry);
        const asked = await shop.ask();
        await untilShown(element, "Check out");
        close(dialogOf(element));
        expect(await asked.outcome).to.equal("denied");
        expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied dismissed");
        expect(shop.runs).to.deep.equal([]);
        const again = await shop.ask({});
        await untilShown(element, "Check out");
        expect(dialogOf(element).matches(":modal")).to.equal(true);
        shop.registry.confirmations.resolve(again.id, { approved: false });
      });
    }

    it("at once when the element is taken away, and lets others present", async () => {
      const before = traces();
      const element = await place();
      const shop = openShop();
      element.watch(shop.registry);
      const asked = await shop.ask();
      await untilShown(element, "Check out");
      element.remove();
      expect(shop.registry.confirmations.pending()).to.deep.equal([]);
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied removed");
      expect(traces()).to.deep.equal(before);
      shop.registry.confirmations.present().release();
    });

    it("when the registry is no longer watched", async () => {
      const element = await place();
      const shop = openShop();
      const stop = element.watch(shop.registry);
      const stopSecond = element.watch(shop.registry);
      const asked = await shop.ask();
      await untilShown(element, "Check out");
      stop();
      stop();
      expect(dialogOf(element).open).to.equal(true);
      stopSecond();
      expect(dialogOf(element).open).to.equal(false);
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied removed");
    });

    it("and those behind it when the page goes away", async () => {
      const element = await place();
      const [first, second] = [openShop({ label: "First" }), openShop({ label: "Second" })];
      element.watch(first.registry);
      element.watch(second.registry);
      const asked = [await first.ask(), await second.ask()];
      await untilShown(element, "First");
      window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
      for (const one of asked) expect(await one.retry()).to.equal("CONFIRMATION_INVALID denied page-hidden");
      expect(dialogOf(element).open).to.equal(false);
    });

    it("that nobody would see, and says so on the console", async () => {
      const box = await fixture<HTMLElement>(
        html`<div hidden><agent-confirmation></agent-confirmation></div>`,
      );
      const element = box.querySelector("agent-confirmation")!;
      const said: unknown[][] = [];
      const { error } = console;
      console.error = (...words) => said.push(words);
      const shop = openShop();
      element.watch(shop.registry);
      const asked = await shop.ask();
      expect(await asked.outcome).to.equal("denied");
      console.error = error;
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied cannot-ask");
      expect(said).to.have.length(1);
      expect(dialogOf(element).open).to.equal(false);
    });

    it("whose texts cannot be made, and only that one", async () => {
      const element = await place();
      const { error } = console;
      console.error = () => {};
      let isBroken = true;
      element.strings = {
        approve: (name) => {
          if (isBroken) throw new Error("no translation");
          return `Approve ${name}`;
        },
      };
      const shop = openShop();
      element.watch(shop.registry);
      const asked = await shop.ask();
      expect(await asked.outcome).to.equal("denied");
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied cannot-ask");
      isBroken = false;
      await shop.ask();
      await untilShown(element, "Check out");
      shop.unregister();
      await nextFrame();
      console.error = error;
    });
  });

  it("goes on asking after it was moved", async () => {
    const element = await place();
    const shop = openShop();
    element.watch(shop.registry);
    const asked = await shop.ask();
    await untilShown(element, "Check out");
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(element);
    expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied removed");
    await shop.ask();
    await untilShown(element, "Check out");
    expect(dialogOf(element).matches(":modal")).to.equal(true);
    shop.unregister();
  });

  it("gives focus back to where it was", async () => {
    const element = await place();
    const field = await fixture<HTMLInputElement>(html`<input aria-label="Code" />`);
    const shop = openShop();
    element.watch(shop.registry);
    field.focus();
    await shop.ask();
    await untilShown(element, "Check out");
    expect(document.activeElement).to.equal(element);
    shop.unregister();
    expect(document.activeElement).to.equal(field);

    await nextFrame();
    const next = openShop();
    element.watch(next.registry);
    await next.ask();
    await untilShown(element, "Check out");
    element.remove();
    expect(document.activeElement).to.equal(field);
  });

  it("decides nothing for scripts, armed or not", async () => {
    const element = await place();
    const shop = openShop();
    element.watch(shop.registry);
    await shop.ask();
    await untilShown(element, "Check out");
    const act = () => {
      for (const name of ["approve", "decline"]) {
        const control = part(element, name)!;
        control.click();
        for (const type of ["pointerdown", "pointerup", "click"]) {
          control.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, cancelable: true }));
        }
        for (const key of ["Enter", " "]) {
          control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
          control.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true, composed: true }));
        }
      }
      dialogOf(element).dispatchEvent(new Event("cancel"));
      dialogOf(element).dispatchEvent(new Event("close"));
    };
    act();
    await untilArmed(element);
    act();
    await nextFrame();
    expect(shop.registry.confirmations.pending()).to.have.length(1);
    expect(dialogOf(element).open).to.equal(true);
    shop.unregister();
  });

  it("keeps its look from what the page inherits into it", async () => {
    const box = await fixture<HTMLElement>(html`<div><agent-confirmation></agent-confirmation></div>`);
    Object.assign(box.style, {
      visibility: "hidden",
      pointerEvents: "none",
      fontSize: "1px",
      color: "transparent",
      cursor: "none",
    });
    const element = box.querySelector("agent-confirmation")!;
    const shop = openShop();
    element.watch(shop.registry);
    await shop.ask();
    await untilShown(element, "Check out");
    const look = getComputedStyle(part(element, "heading")!);
    expect(look.visibility).to.equal("visible");
    expect(look.pointerEvents).to.equal("auto");
    expect(parseFloat(look.fontSize)).to.be.at.least(12);
    expect(look.color).not.to.equal("rgba(0, 0, 0, 0)");
    expect(part(element, "approve")!.getBoundingClientRect().height).to.be.at.least(44);
    shop.unregister();
  });

  if (!hasTrustedInput) return;

  describe("for a person's input", () => {
    afterEach(() => resetMouse());

    async function askOne() {
      const element = await place();
      const shop = openShop();
      element.watch(shop.registry);
      const asked = await shop.ask();
      await untilShown(element, "Check out");
      return { element, shop, asked };
    }

    it("approves by a press of approve", async () => {
      const { element, shop, asked } = await askOne();
      await untilArmed(element);
      await press(part(element, "approve")!);
      expect(await asked.outcome).to.equal("approved");
      expect(dialogOf(element).open).to.equal(false);
      expect(await asked.retry()).to.equal("ok");
      expect(shop.runs).to.have.length(1);
    });

    it("declines by a press of decline", async () => {
      const { element, shop, asked } = await askOne();
      await untilArmed(element);
      await press(part(element, "decline")!);
      expect(await asked.outcome).to.equal("denied");
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied declined");
      expect(shop.runs).to.deep.equal([]);
    });

    it("works by keyboard alone", async () => {
      const { element, asked } = await askOne();
      await untilArmed(element);
      await sendKeys({ press: "Tab" });
      expect(element.shadowRoot!.activeElement).to.equal(part(element, "decline"));
      await sendKeys({ press: "Tab" });
      expect(element.shadowRoot!.activeElement).to.equal(part(element, "approve"));
      await sendKeys({ press: "Enter" });
      expect(await asked.outcome).to.equal("approved");
    });

    /** Presses approve as it is shown. On a slow machine that may come too late to say anything, so it may be tried again. */
    async function pressEarly(letGo: (element: AgentConfirmationElement) => Promise<void>) {
      for (let tries = 0; tries < 5; tries++) {
        const { element, shop } = await askOne();
        const approve = part(element, "approve")!;
        const seen = { isEarly: false };
        approve.addEventListener("pointerdown", () => {
          seen.isEarly = approve.getAttribute("aria-disabled") === "true";
        });
        const { left, top } = approve.getBoundingClientRect();
        await sendMouse({ type: "move", position: [Math.round(left + 20), Math.round(top + 20)] });
        await sendMouse({ type: "down" });
        await letGo(element);
        await nextFrame();
        const waiting = shop.registry.confirmations.pending().length;
        element.remove();
        if (seen.isEarly) return waiting;
      }
      throw new Error("No press came within the quiet time.");
    }

    it("does nothing before it is armed", async () => {
      expect(await pressEarly(() => sendMouse({ type: "up" }))).to.equal(1);
    });

    it("does nothing for a press that began before it was armed", async () => {
      const waiting = await pressEarly(async (element) => {
        await untilArmed(element);
        await sendMouse({ type: "up" });
      });
      expect(waiting).to.equal(1);
    });

    it("is dismissed by Escape, which the page does not see", async () => {
      const { element, asked } = await askOne();
      await untilArmed(element);
      let seen = 0;
      const see = () => seen++;
      document.addEventListener("keydown", see);
      await sendKeys({ press: "Escape" });
      expect(await asked.outcome).to.equal("denied");
      document.removeEventListener("keydown", see);
      expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied dismissed");
      expect(seen).to.equal(0);
      expect(dialogOf(element).open).to.equal(false);
    });

    it("does not approve the next question with the press that approved this one", async () => {
      const element = await place();
      const [first, second] = [openShop({ label: "First" }), openShop({ label: "Other" })];
      element.watch(first.registry);
      element.watch(second.registry);
      await first.ask();
      await second.ask();
      await untilShown(element, "First");
      await untilArmed(element);
      const { left, top } = part(element, "approve")!.getBoundingClientRect();
      const position: [number, number] = [Math.round(left + 30), Math.round(top + 20)];
      await sendMouse({ type: "move", position });
      let presses = 0;
      dialogOf(element).addEventListener("click", () => presses++);
      await Promise.all([sendMouse({ type: "click", position }), sendMouse({ type: "click", position })]);
      await untilShown(element, "Other");
      expect(first.registry.confirmations.pending()).to.have.length(0);
      expect(presses).to.equal(2);
      expect(second.registry.confirmations.pending()).to.have.length(1);
      second.unregister();
    });

    it("takes nothing from what the page puts into it", async () => {
      const { element, shop } = await askOne();
      const note = document.createElement("button");
      note.slot = "note";
      note.setAttribute("part", "approve");
      note.textContent = "Approve";
      element.append(note);
      await untilArmed(element);
      await press(note);
      await nextFrame();
      expect(shop.registry.confirmations.pending()).to.have.length(1);
      shop.unregister();
    });
  });
});
