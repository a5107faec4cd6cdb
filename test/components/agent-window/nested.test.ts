import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentWindowElement } from "../../../components/index.js";
import { offered, settled, toolNamed } from "../../helpers/page.js";

async function page() {
  const outer = await fixture<AgentWindowElement>(html`
    <agent-window type="n.outer" description="Outer">
      <agent-window type="n.inner" description="Inner">
        <agent-action name="act" description="Act" .execute=${() => 1}></agent-action>
      </agent-window>
    </agent-window>
  `);
  await settled();
  return { outer, inner: outer.querySelector("agent-window")! };
}

describe("a window inside a window", () => {
  it("is disabled with the window around it, with its reason, and enabled with it", async () => {
    const { outer } = await page();
    outer.disabled = true;
    outer.disabledReason = "Closed for stocktaking";
    await settled();
    expect(toolNamed("view:n.inner.act")).to.include({
      available: false,
      unavailableReason: "Closed for stocktaking",
    });
    outer.disabled = false;
    await settled();
    expect(offered()).to.deep.equal(["view:n.inner.act"]);
  });

  it("is so from the start, and no more once it was moved out", async () => {
    const { outer, inner } = await page();
    outer.disabled = true;
    await settled();
    expect(offered()).to.deep.equal([]);
    outer.after(inner);
    await settled();
    expect(offered()).to.deep.equal(["view:n.inner.act"]);
    inner.remove();
  });
});
