/** Real input that is no decision: it must not approve, whatever the page or the person's hands do. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { serve } from "../helpers/static-server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";
import { checkOut, shopPage, shopTools } from "./helpers/shop.mjs";

const { visit } = useBrowser();
let server;
before(async () => {
  server = await serve({ pages: { "/shop.html": shopPage() } });
});
after(() => server.close());

describe("a question to the person", () => {
  async function ask(t) {
    const visited = await visit(t, `${server.origin}/shop.html`);
    await visited.agent.untilTools(shopTools);
    const answer = visited.agent.call(checkOut);
    const question = await untilAsked(visited.page);
    return { ...visited, answer, question };
  }

  async function assertStillAsked({ page, question }) {
    await tasksLater(page);
    assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
    assert.equal(await question.button("approve").isVisible(), true);
  }

  it("is not approved by the second half of a double click", async (t) => {
    const asked = await ask(t);
    const { page, question, answer } = asked;
    await question.button("approve").and(page.locator('[aria-disabled="false"]')).waitFor();
    const box = await question.button("approve").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await assertStillAsked(asked);
    await question.press("approve");
    assert.deepEqual((await answer).structuredContent.output, { done: true });
  });

  it("is not approved by a key that was held down since before it came", async (t) => {
    const visited = await visit(t, `${server.origin}/shop.html`);
    const { page, agent } = visited;
    await agent.untilTools(shopTools);
    await page.keyboard.down("Enter");
    const answer = agent.call(checkOut);
    const question = await untilAsked(page);
    await question.button("approve").focus();
    // Still held: the same key again, which the browser marks as a repetition.
    await page.keyboard.down("Enter");
    await page.keyboard.down("Enter");
    await assertStillAsked({ page, question });
    await page.keyboard.up("Enter");
    // A key that repeats has begun the quiet time again.
    await question.button("approve").and(page.locator('[aria-disabled="false"]')).waitFor();
    await question.press("decline");
    assert.equal((await answer).isError, true);
  });
});
