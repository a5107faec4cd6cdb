/** Params in the bundles: what reads them is a file beside, which loads once an action has some. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { changesOf, tasksLater, useBrowser } from "./helpers/browser.mjs";
import { htmlPage, pagesWith } from "./helpers/shop.mjs";

const body = `<agent-window type="shop.cart" label="Cart">
  <agent-action name="add" description="Adds one">
    <agent-param name="id" required></agent-param>
    <agent-param name="size" enum="small,large" default="small"></agent-param>
  </agent-action>
  <agent-action name="clear" description="Takes all out"></agent-action>
</agent-window>
<agent-webmcp></agent-webmcp>
<script>
  addEventListener("agent-invoke", (event) => event.respondWith(event.input));
</script>`;
const [add, clear] = ["view_shop__cart__add", "view_shop__cart__clear"];
const part = "**/agent-tags.params.js";

const { visit } = useBrowser();
const server = useServer({
  "/empty.html": htmlPage({ head: "", body: "" }),
  ...pagesWith(body),
  "/none.html": htmlPage({ body: body.replace(/<agent-param.*<\/agent-param>/g, "") }),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`offers an action with its params, and never without: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, server.origin + path);
    await agent.untilTools([add, clear]);
    await tasksLater(page);
    assert.deepEqual(changesOf(agent)[add], ["added"]);
    const answer = await agent.call(add, { id: "a" });
    assert.deepEqual(answer.structuredContent.output, { id: "a", size: "small" });
    assert.equal((await agent.call(add, { id: "a", size: "huge" })).isError, true);
    assert.deepEqual(noise, []);
  });
}

it("says so where they cannot be loaded, offers the others, and is mended once they can", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/empty.html`);
  await page.route(part, (route) => route.abort());
  await page.goto(`${server.origin}/module.html`);
  await agent.untilTools([clear]);
  const action = page.locator("agent-action").first();
  await page.waitForFunction(() => document.querySelector("agent-action").problem);
  assert.equal(await action.evaluate(({ problem }) => problem.code), "not-loaded");

  await page.unroute(part);
  await page
    .locator("agent-param")
    .first()
    .evaluate((param) => param.setAttribute("description", "Which"));
  await agent.untilTools([add, clear]);
  assert.equal(await action.evaluate(({ problem }) => problem), undefined);
});

it("loads nothing for a page without params", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/empty.html`);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/none.html`);
  await agent.untilTools([add, clear]);
  assert.deepEqual(
    asked.filter((url) => url.includes("params")),
    [],
  );
});
