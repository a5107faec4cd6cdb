/** Several copies of the bundle on one page meet at one registry: each tool once, one question, no exception. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { serve } from "../helpers/static-server.mjs";
import { changesOf, tasksLater, useBrowser } from "./helpers/browser.mjs";
import { applyCoupon, checkOut, classicBundle, moduleBundle, shopPage, shopTools } from "./helpers/shop.mjs";

const copy = (version) => `<script type="module" src="/dist/agent-tags.js?v=${version}"></script>`;
const pages = {
  "two modules": copy(1) + copy(2),
  "the classic script and a module": classicBundle + moduleBundle,
  "a module in the head, twice by one address": moduleBundle + moduleBundle,
};

const { visit } = useBrowser();
let server;
before(async () => {
  const entries = Object.values(pages).map((head, index) => [`/${index}.html`, shopPage({ head })]);
  server = await serve({ pages: Object.fromEntries(entries) });
});
after(() => server.close());

for (const [index, title] of Object.keys(pages).entries()) {
  it(`offers each tool once with ${title}`, async (t) => {
    const { page, agent, noise } = await visit(t, `${server.origin}/${index}.html`);
    await agent.untilTools(shopTools);
    await tasksLater(page);
    for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);

    await agent.call(applyCoupon, { code: "SAVE10" });
    const answer = agent.call(checkOut);
    const question = await untilAsked(page);
    assert.equal(await page.locator("agent-confirmation").count(), 1);
    await question.press("approve");
    assert.deepEqual((await answer).structuredContent.output, { done: true });
    assert.deepEqual(await page.evaluate(() => globalThis.heard.slice(-2)), [
      "submit code=SAVE10 by Apply",
      "pay",
    ]);
    assert.deepEqual(noise, []);
  });
}

it("gives every copy the same registry", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/0.html`);
  await agent.untilTools(shopTools);
  const isSame = await page.evaluate(async () => {
    const [one, other] = await Promise.all(["1", "2"].map((v) => import(`/dist/agent-tags.js?v=${v}`)));
    return one !== other && one.findRegistry() === other.findRegistry();
  });
  assert.equal(isSame, true);
});
