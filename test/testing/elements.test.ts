import { expect, fixture, html } from "@open-wc/testing";
import "../../components/all.js";
import { createTestSurface } from "../../src/testing/index.js";
import { settled } from "../helpers/page.js";

describe("createTestSurface() with elements", () => {
  it("is the registry of an <agent-surface>, whose questions the test answers", async () => {
    const surface = createTestSurface();
    const element = document.createElement("agent-surface");
    element.confirmation = "none";
    element.registry = surface.registry;
    let pressed = 0;
    const content = await fixture<HTMLElement>(html`
      <agent-window type="shop.cart" description="The cart.">
        <p id="total">Total: 5</p>
        <agent-observation name="read" description="Reads the total." for="total"></agent-observation>
        <button id="pay" @click=${() => pressed++}>Pay</button>
        <agent-action name="pay" description="Pays." for="pay" confirm></agent-action>
      </agent-window>
    `);
    content.replaceWith(element);
    element.append(content);
    await settled();

    const { text } = await surface.observe<{ text: string }>("view:shop.cart.read");
    expect(text).to.equal("Total: 5");
    const paying = surface.invoke("view:shop.cart.pay", {}, { wait: true });
    await surface.confirmations.approve();
    expect((await paying).status).to.equal("ok");
    expect(pressed).to.equal(1);

    element.remove();
    await settled();
    expect(surface.snapshot().components).to.deep.equal([]);
    surface.dispose();
  });
});
