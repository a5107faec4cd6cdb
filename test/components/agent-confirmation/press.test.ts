/** Trusted clicks of approve that are no press of it: what a page can make of what a person presses elsewhere. */
import { expect, fixture, html, nextFrame, waitUntil } from "@open-wc/testing";
import { resetMouse, sendKeys, sendMouse } from "@web/test-runner-commands";
import "../../../components/agent-confirmation/agent-confirmation.js";
import type { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";
import { openShop, part, untilArmed, untilShown } from "./helpers.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";

type Position = [number, number];

function middleOf(element: Element): Position {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}

/** A question that is armed, with something of the page beside it. */
async function askArmed() {
  const element = await fixture<AgentConfirmationElement>(
    html`<agent-confirmation><p slot="note">A word of the page</p></agent-confirmation>`,
  );
  const shop = openShop();
  element.watch(shop.registry);
  const asked = await shop.ask();
  await untilShown(element, "Check out");
  await untilArmed(element);
  const approve = part(element, "approve")!;
  const clicks: Event[] = [];
  approve.addEventListener("click", (event) => clicks.push(event));
  return { element, shop, asked, approve, clicks, note: element.querySelector("p")! };
}

/** The page hands what is pressed at `from` to approve; let go at `to`. */
async function dragWithCapture(approve: Element, from: Element, to: Element): Promise<void> {
  const capture = ({ pointerId }: PointerEvent) => {
    approve.setPointerCapture(pointerId);
  };
  window.addEventListener("pointerdown", capture, { once: true });
  await sendMouse({ type: "move", position: middleOf(from) });
  await sendMouse({ type: "down" });
  await sendMouse({ type: "move", position: middleOf(to) });
  await sendMouse({ type: "up" });
  await nextFrame();
  await resetMouse();
}

(hasTrustedInput ? describe : describe.skip)("a press of approve", () => {
  afterEach(() => {
    for (const element of document.querySelectorAll("agent-confirmation")) element.remove();
  });

  it("is none where it began elsewhere, though the page hands it over", async () => {
    const { shop, approve, note } = await askArmed();
    await dragWithCapture(approve, note, approve);
    expect(shop.registry.confirmations.pending()).to.have.length(1);
    shop.unregister();
  });

  it("is none where the person let go elsewhere, though the page holds on to it", async () => {
    const { shop, approve, note } = await askArmed();
    await dragWithCapture(approve, approve, note);
    expect(shop.registry.confirmations.pending()).to.have.length(1);
    shop.unregister();
  });

  it("is none by a key while something lies over it, put there by the page at that key", async () => {
    const { shop, approve, note, clicks } = await askArmed();
    approve.focus();
    const cover = () => {
      Object.assign(note.style, { position: "fixed", inset: "0", zIndex: "9", background: "white" });
    };
    window.addEventListener("keydown", cover, { once: true, capture: true });
    await sendKeys({ press: "Enter" });
    await waitUntil(() => clicks.length > 0, "the key clicks it");
    expect(clicks[0]!.isTrusted).to.equal(true);
    expect(shop.registry.confirmations.pending()).to.have.length(1);
    shop.unregister();
  });

  it("is one that begins and ends on it, whatever the page holds on to", async () => {
    const { asked, approve } = await askArmed();
    await dragWithCapture(approve, approve, approve);
    expect(await asked.outcome).to.equal("approved");
  });
});
