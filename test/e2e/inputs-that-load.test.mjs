/** Forms and params in the bundles: what reads them is a file beside, which loads once an action takes some input. */
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
  <form id="coupon"><input name="code" required></form>
  <agent-action name="apply" description="Takes a coupon" for="coupon"></agent-action>
  <label>Note <input id="note"></label>
  <agent-action name="note" description="Notes" for="note"></agent-action>
  <button id="all" type="button">Clear</button>
  <agent-action name="clear" description="Takes all out" for="all"></agent-action>
</agent-window>
<agent-webmcp></agent-webmcp>
<script>
  addEventListener("agent-invoke", (event) => event.respondWith(event.input));
</script>`;
const [add, apply, clear, note] = ["add", "apply", "clear", "note"].map((name) => `view_shop__cart__${name}`);
const part = "**/agent-tags.inputs.js";

const { visit } = useBrowser();
const server = useServer({
  "/empty.html": htmlPage({ head: "", body: "" }),
  ...pagesWith(body),
  "/none.html": htmlPage({
    body: body.replace(/<agent-param.*<\/agent-param>/g, "").replace(/ for="(coupon|note)"/g, ""),
  }),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`offers an action with its input, and never without: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, server.origin + path);
    await agent.untilTools([add, apply, clear, note]);
    await tasksLater(page);
    for (const name of [add, apply, note]) assert.deepEqual(changesOf(agent)[name], ["added"]);
    const { inputSchema } = (await agent.tools()).find(({ name }) => name === apply);
    assert.deepEqual(inputSchema.required, ["code"]);
    const answer = await agent.call(add, { id: "a" });
    assert.deepEqual(answer.structuredContent.output, { id: "a", size: "small" });
    assert.equal((await agent.call(add, { id: "a", size: "huge" })).isError, true);
    assert.equal((await agent.call(apply, {})).isError, true);
    assert.deepEqual((await agent.call(apply, { code: "X" })).structuredContent.output, { code: "X" });
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
  for (const tag of ["agent-param", "agent-action[for=coupon]", "agent-action[for=note]"]) {
    await page
      .locator(tag)
      .first()
      .evaluate((element) => element.setAttribute("description", "Which"));
  }
  await agent.untilTools([add, apply, clear, note]);
  assert.equal(await action.evaluate(({ problem }) => problem), undefined);
});

it("loads nothing for a page whose actions take nothing", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/empty.html`);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.origin}/none.html`);
  await agent.untilTools([add, apply, clear, note]);
  assert.deepEqual(
    asked.filter((url) => url.includes("inputs")),
    [],
  );
});
