/** `<agent-activity>` on a page without a build: its file comes before or after the bundle, and the two meet. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useBrowser } from "./helpers/browser.mjs";
import { useServer } from "./helpers/server.mjs";
import { pagesWith } from "./helpers/shop.mjs";

const body = `<script type="module" src="/dist/agent-tags.activity.js"></script>
<agent-activity></agent-activity>
<agent-window type="shop.cart" label="Cart">
  <agent-action name="pack" label="Pack the order" description="Packs the order"></agent-action>
</agent-window>
<script>
  document.querySelector("agent-action").execute = () => new Promise(() => {});
  async function call() {
    const { findRegistry } = globalThis.AgentTags ?? (await import("/dist/agent-tags.js"));
    const result = await findRegistry().invoke(
      { capabilityId: "view:shop.cart.pack" },
      { consumer: { id: "assistant", kind: "test" } },
    );
    return result.status === "error" ? result.error.code : result.status;
  }
</script>`;

const { visit } = useBrowser();
const server = useServer({ ...pagesWith(body) });

for (const path of ["/module.html", "/classic.html"]) {
  it(`shows and cancels the calls of the bundle's registry: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    const ended = page.evaluate(() => globalThis.call());
    const cancel = page.getByRole("button", { name: "Cancel “Pack the order”" });
    await cancel.click();
    assert.equal(await ended, "CANCELLED");
    const status = page.getByRole("status");
    await status.filter({ hasText: "Pack the order: cancelled" }).waitFor({ state: "attached" });
    assert.deepEqual(noise, []);
  });
}

it("is, in a modal dialog, part of what assistive technology is told", async (t) => {
  const { page } = await visit(t, `${server.origin}/module.html`);
  void page.evaluate(() => globalThis.call()).catch(() => undefined);
  await page.getByRole("button", { name: /^Cancel/ }).waitFor();
  await page.evaluate(() => {
    const dialog = document.createElement("dialog");
    dialog.innerHTML = "<h2>Sure?</h2><button>Yes</button>";
    document.body.append(dialog);
    dialog.showModal();
  });
  await page.locator("dialog agent-activity button").waitFor();
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const told = nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => `${role?.value} ${name?.value ?? ""}`.trim());
  // What stands behind the dialog is inert, and not told a second time.
  assert.equal(told.filter((one) => one === "button Cancel “Pack the order”").length, 1);
  assert.ok(told.includes("region Agent activity"), told.join("\n"));
  assert.equal(told.filter((one) => one.startsWith("status")).length, 1);
});
