/** What shows modals is a part of its own in the bundles: a page is in order before it came, and where it does not come. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { htmlPage, moduleBundle, pagesWith } from "./helpers/shop.mjs";

const body = `
  <agent-window type="shop.list" description="List">
    <button id="other">Other</button>
    <agent-action name="act" description="Act" for="other"></agent-action>
    <agent-modal id="ask" type="shop.ask" label="Sure?" description="Asks">
      <form method="dialog"><button id="yes" value="yes">Yes</button></form>
    </agent-modal>
  </agent-window>
  <agent-webmcp></agent-webmcp>`;
const listTools = ["view_shop__list__act"];
const askTools = ["view_shop__ask__dismiss"];

const { visit } = useBrowser();
const server = useServer({
  "/empty.html": htmlPage({ head: "", body: "" }),
  ...pagesWith(body),
  "/none.html": htmlPage({
    head: moduleBundle,
    body: "<agent-window type='a.b' label='A'></agent-window>",
  }),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`shows what was asked for before it came, and nothing until then: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, `${server.origin}/empty.html`);
    let release;
    const held = new Promise((resolve) => (release = resolve));
    await page.route("**/agent-tags.modal.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.origin + path);
    await agent.untilTools(listTools);
    await page.evaluate(() => document.querySelector("#ask").show());
    assert.equal(await page.locator("#yes").isVisible(), false);
    release();
    await page.getByRole("dialog", { name: "Sure?" }).waitFor();
    await agent.untilTools(askTools);
    await page.keyboard.press("Enter");
    await agent.untilTools(listTools);
    assert.equal(await page.evaluate(() => document.querySelector("#ask").returnValue), "yes");
    assert.deepEqual(noise, []);
  });

  it(`says so where it cannot be loaded, blocks nothing, and shows it once it can: ${path}`, async (t) => {
    const { page, agent } = await visit(t, `${server.origin}/empty.html`);
    await page.route("**/agent-tags.modal.js", (route) => route.abort());
    await page.goto(server.origin + path);
    await agent.untilTools(listTools);
    await page.evaluate(() => document.querySelector("#ask").show());
    await page.waitForFunction(() => document.querySelector("#ask").problem?.code === "not-loaded");
    assert.equal(await page.locator("#yes").isVisible(), false);
    assert.deepEqual(
      agent.tools().map(({ name }) => name),
      listTools,
    );
    await page.unroute("**/agent-tags.modal.js");
    await page.evaluate(() => document.querySelector("#ask").show());
    await agent.untilTools(askTools);
    assert.equal(await page.evaluate(() => document.querySelector("#ask").problem), undefined);
  });
}

it("is not loaded by a page that has none", async (t) => {
  const { page } = await visit(t, `${server.origin}/empty.html`);
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/none.html`);
  await page.waitForFunction(() => document.querySelector("agent-window").version === 1);
  await page.waitForLoadState("networkidle");
  assert.equal(loaded.includes("/dist/agent-tags.js"), true);
  assert.equal(loaded.includes("/dist/agent-tags.modal.js"), false);
});
