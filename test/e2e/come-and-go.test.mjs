/** A window that leaves takes its tools along; one that comes back, moves or comes late offers each of them once. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { changesOf, tasksLater, toolsInPage, useBrowser } from "./helpers/browser.mjs";
import { readCart, shopPage, shopTools } from "./helpers/shop.mjs";

const { visit } = useBrowser();
let server;
before(async () => {
  server = await serve({ pages: { "/shop.html": shopPage() } });
});
after(() => server.close());

async function open(t) {
  const visited = await visit(t, `${server.origin}/shop.html`);
  await visited.agent.untilTools(shopTools);
  return visited;
}

const namesInPage = async (page) => (await toolsInPage(page)).map(({ name }) => name);
const toolchanges = (page) => page.evaluate(() => globalThis.watched.toolchanges);

it("takes a window's tools back when it leaves, and offers them once when it returns", async (t) => {
  const { page, agent, noise } = await open(t);
  assert.equal(await toolchanges(page), 3);

  await page.evaluate(() => {
    globalThis.kept = document.querySelector("agent-window");
    globalThis.kept.remove();
  });
  await agent.untilTools([]);
  await tasksLater(page);
  assert.deepEqual(await namesInPage(page), []);
  assert.equal(await toolchanges(page), 6);

  await page.evaluate(() => document.body.prepend(globalThis.kept));
  await agent.untilTools(shopTools);
  await tasksLater(page);
  assert.deepEqual(await namesInPage(page), shopTools);
  assert.equal(await toolchanges(page), 9);
  for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added", "removed", "added"]);

  const { structuredContent } = await agent.call(readCart);
  assert.equal(structuredContent.output.rows.length, 2);
  assert.deepEqual(noise, []);
});

it("keeps the registrations of a window that moves within one task", async (t) => {
  const { page, agent, noise } = await open(t);
  await page.evaluate(() => {
    const moving = document.querySelector("agent-window");
    const place = document.body.appendChild(document.createElement("main"));
    moving.remove();
    place.append(moving);
  });
  await tasksLater(page);
  for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
  assert.equal((await agent.call(readCart)).isError, undefined);
  assert.deepEqual(noise, []);
});

it("keeps the names where a re-render puts a new window in before it takes the old one out", async (t) => {
  const { page, agent, noise } = await open(t);
  await page.evaluate(() => {
    const old = document.querySelector("agent-window");
    const fresh = old.cloneNode(true);
    old.before(fresh);
    old.remove();
    fresh.querySelector("#total").textContent = "1.00";
  });
  await tasksLater(page);
  await agent.untilTools(shopTools);
  assert.deepEqual(await namesInPage(page), shopTools);
  const { structuredContent } = await agent.call(readCart);
  assert.equal(structuredContent.output.rows.at(-1).Price, "1.00", "the new window answers");
  assert.deepEqual(noise, []);
});

it("takes back one tool, and no other, when its button is disabled, hidden or removed", async (t) => {
  const { page, agent, noise } = await open(t);
  const others = shopTools.filter((name) => !name.endsWith("checkOut"));
  for (const [hinder, undo] of [
    ["button.disabled = true", "button.disabled = false"],
    ["button.hidden = true", "button.hidden = false"],
    ["button.remove()", "document.querySelector('#coupon').after(button)"],
  ]) {
    await page.evaluate(`{ globalThis.button ??= document.querySelector("#pay"); ${hinder}; }`);
    await agent.untilTools(others);
    await page.evaluate(`{ ${undo}; }`);
    await agent.untilTools(shopTools);
  }
  for (const name of others) assert.deepEqual(changesOf(agent)[name], ["added"]);
  assert.deepEqual(noise, []);
});

it("takes everything back when the exposer leaves, and offers it again when it returns", async (t) => {
  const { page, agent, noise } = await open(t);
  await page.evaluate(() => {
    globalThis.exposer = document.querySelector("agent-webmcp");
    globalThis.exposer.remove();
  });
  await agent.untilTools([]);
  assert.equal(await page.evaluate(() => globalThis.exposer.status.state), "stopped");
  await page.evaluate(() => document.body.append(globalThis.exposer));
  await agent.untilTools(shopTools);
  assert.equal(await page.evaluate(() => globalThis.exposer.status.state), "exposed");
  for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added", "removed", "added"]);
  assert.deepEqual(noise, []);
});
