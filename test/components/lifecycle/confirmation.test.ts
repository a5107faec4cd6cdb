import { expect, fixture, html } from "@open-wc/testing";
import { AgentConfirmationElement } from "../../../components/agent-confirmation/agent-confirmation-element.js";
import { freshTag, printed, settled } from "../../helpers/page.js";
import { openShop, untilShown } from "../agent-confirmation/helpers.js";

AgentConfirmationElement.define();

/** Where an element may stand; each gives what to append it to. */
const places: Record<string, (root: HTMLElement) => Node> = {
  "on the page": (root) => root,
  "in nested and closed shadow roots": (root) => {
    const host = root.attachShadow({ mode: "closed" }).appendChild(document.createElement("div"));
    return host.attachShadow({ mode: "open" });
  },
};

const makers: Record<string, () => AgentConfirmationElement> = {
  "by its tag": () => document.createElement("agent-confirmation"),
  "under another tag": () => {
    class Renamed extends AgentConfirmationElement {}
    Renamed.define(freshTag());
    return new Renamed();
  },
  "before its class was defined": () => {
    const tag = freshTag();
    const root = document.createElement("div");
    root.append(document.createElement(tag));
    const element = root.querySelector<AgentConfirmationElement>(tag)!;
    element.strings = { approve: () => "Early" };
    (class extends AgentConfirmationElement {}).define(tag);
    customElements.upgrade(element);
    return element;
  },
};

describe("agent-confirmation, whatever happens to it", () => {
  for (const [where, place] of Object.entries(places)) {
    for (const [how, make] of Object.entries(makers)) {
      it(`asks where it was made ${how} and stands ${where}, until it leaves`, async () => {
        const root = await fixture<HTMLElement>(html`<div></div>`);
        const element = make();
        place(root).appendChild(element);
        const shop = openShop({ label: "First" });
        element.watch(shop.registry);
        const asked = await shop.ask();
        await untilShown(element, "First");
        if (how.startsWith("before")) expect(element.shadowRoot!.textContent).to.contain("Early");
        root.remove();
        expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied removed");
        expect(document.querySelector(":modal")).to.equal(null);
        shop.unregister();
      });
    }
  }

  it("watches nothing where it is a clone, and shows nothing", async () => {
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const element = root.appendChild(document.createElement("agent-confirmation"));
    const shop = openShop({ label: "First" });
    element.watch(shop.registry);
    const asked = await shop.ask();
    await untilShown(element, "First");
    root.append(element.cloneNode(true));
    const clone = root.querySelector<AgentConfirmationElement>("agent-confirmation:last-child")!;
    await settled();
    expect(clone.shadowRoot!.querySelector("dialog")!.open).to.equal(false);
    shop.unregister();
    expect(await asked.outcome).to.equal("expired");
  });

  it("asks nobody any more once its frame is removed, so that others can", async () => {
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe style="width: 400px; height: 400px"></iframe>`,
    );
    const element = document.createElement("agent-confirmation");
    const shop = openShop({ label: "First" });
    element.watch(shop.registry);
    document.body.append(element);
    await element.updateComplete;
    frame.contentDocument!.body.append(element);
    const asked = await shop.ask();
    await settled();
    const lines = await printed(() => {
      frame.remove();
    });
    expect(await asked.retry()).to.equal("CONFIRMATION_INVALID denied page-hidden");
    shop.registry.confirmations.present().release();
    expect(lines).to.deep.equal([]);
    shop.unregister();
  });
});
