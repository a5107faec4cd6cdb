/** A browser without a model context: the page works as it is, and the element says so. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";
import { classicBundle, moduleBundle, shopPage } from "./helpers/shop.mjs";

const { visit } = useBrowser({ hasModelContext: false });
const server = useServer({
  "/module.html": shopPage({ head: moduleBundle }),
  "/classic.html": shopPage({ head: classicBundle }),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`works, and says that there is none: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    await page.waitForFunction(() => document.querySelector("agent-webmcp").status.state !== "stopped");
    await tasksLater(page);
    assert.equal(await page.evaluate(() => "modelContext" in document || "modelContext" in navigator), false);

    const { state, message } = await page.evaluate(() => ({
      ...document.querySelector("agent-webmcp").status,
    }));
    assert.equal(state, "absent");
    assert.match(message, /no model context/);
    assert.equal(await page.evaluate(() => document.querySelector("agent-webmcp").problem), undefined);
    const isExposing = ({ name }) => name.includes("agent-tags.webmcp");
    const resources = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => ({ name })),
    );
    assert.equal(resources.some(isExposing), false, "nothing is loaded for nobody");

    await page.getByLabel("Code").fill("SAVE10");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.equal(await page.locator("#shown").textContent(), "Coupon SAVE10 applied");
    await page.getByRole("button", { name: "Check out" }).click();
    assert.equal(await page.locator("#shown").textContent(), "Paid");
    assert.deepEqual(noise, []);
  });
}

it("still has the tools for an assistant of the page's own", async (t) => {
  const { page, noise } = await visit(t, `${server.origin}/classic.html`);
  const output = await page.evaluate(async () => {
    const { findRegistry } = globalThis.AgentTags;
    const { createAgentToolset } = await import("/dist/agent-tags.toolset.js");
    const toolset = createAgentToolset(findRegistry(), {
      consumer: { id: "assistant", kind: "embedded" },
      topology: "embedded",
    });
    const tool = toolset.tools().find(({ name }) => name === "view_shop__cart__readCart");
    const result = await tool.execute({});
    return result.output;
  });
  assert.equal(output.total, 2);
  assert.deepEqual(noise, []);
});
