/** What `<agent-webmcp>` needs comes by itself where the browser has a model context: late, twice, or not at all. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { changesOf, tasksLater, useBrowser } from "./helpers/browser.mjs";
import { classicBundle, htmlPage, moduleBundle, readCart, shopPage, shopTools } from "./helpers/shop.mjs";

const part = "**/agent-tags.webmcp.js";
const preload = '<link rel="modulepreload" href="/dist/agent-tags.webmcp.js">';

const { visit } = useBrowser();
const server = useServer({
  "/empty.html": htmlPage({ head: "", body: "" }),
  "/module.html": shopPage({ head: moduleBundle }),
  "/classic.html": shopPage({ head: classicBundle }),
  "/preloaded.html": shopPage({ head: preload + moduleBundle }),
  "/without.html": shopPage({ head: classicBundle }).replace("<agent-webmcp></agent-webmcp>", ""),
});

/** Opens a page whose requests of the part are counted and wait until they are let through. */
async function openHeld(t, path) {
  const visited = await visit(t, `${server.origin}/empty.html`);
  let release;
  const released = new Promise((resolve) => (release = resolve));
  let requests = 0;
  await visited.page.route(part, async (route) => {
    requests += 1;
    await released;
    await route.continue();
  });
  await visited.page.goto(server.origin + path);
  return { ...visited, release, requests: () => requests };
}

const statusIn = (page) => page.evaluate(() => ({ ...document.querySelector("agent-webmcp").status }));
const loading = { state: "stopped", message: "Its script is loading." };

for (const path of ["/module.html", "/classic.html"]) {
  it(`says that it loads, and offers each tool once when it has: ${path}`, async (t) => {
    const { page, agent, noise, release, requests } = await openHeld(t, path);
    await page.waitForFunction(
      () => document.querySelector("agent-webmcp").status.message !== "Not started.",
    );
    assert.deepEqual(await statusIn(page), loading);
    assert.deepEqual(agent.tools(), []);

    release();
    await agent.untilTools(shopTools);
    assert.equal((await statusIn(page)).state, "exposed");
    assert.equal((await agent.call(readCart)).structuredContent.output.total, 2);
    for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
    assert.equal(requests(), 1);
    assert.deepEqual(noise, []);
  });

  it(`says once that it could not be loaded, and tries again when it comes back: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, `${server.origin}/empty.html`);
    await page.route(part, (route) => route.abort());
    await page.goto(server.origin + path);
    await page.waitForFunction(() => document.querySelector("agent-webmcp").problem?.code === "not-loaded");
    const { state, message } = await statusIn(page);
    assert.equal(state, "stopped");
    assert.match(message, /could not be loaded/);
    await tasksLater(page);
    assert.equal(noise.filter((line) => line.includes("[not-loaded]")).length, 1, noise.join("\n"));

    await page.unroute(part);
    await page.evaluate(() => {
      const element = document.querySelector("agent-webmcp");
      element.remove();
      // In a task of its own: what moves within one is not restarted.
      setTimeout(() => document.body.append(element));
    });
    await agent.untilTools(shopTools);
    assert.equal(await page.evaluate(() => document.querySelector("agent-webmcp").problem), undefined);
    for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
  });
}

it("offers nothing where it was removed meanwhile", async (t) => {
  const { page, agent, noise, release } = await openHeld(t, "/classic.html");
  await page.waitForFunction(() => document.querySelector("agent-webmcp").status.message !== "Not started.");
  await page.evaluate(() => {
    globalThis.kept = document.querySelector("agent-webmcp");
    globalThis.kept.remove();
  });
  await tasksLater(page);
  release();
  await page.waitForFunction(
    () => performance.getEntriesByName(`${origin}/dist/agent-tags.webmcp.js`).length,
  );
  await tasksLater(page);
  assert.deepEqual(agent.tools(), []);
  assert.deepEqual(await page.evaluate(() => ({ ...globalThis.kept.status })), {
    state: "stopped",
    message: "Not started.",
  });

  await page.evaluate(() => document.body.append(globalThis.kept));
  await agent.untilTools(shopTools);
  assert.deepEqual(noise, []);
});

it("starts and stops again and again while it loads, for several exposers at once", async (t) => {
  const { page, agent, noise, release, requests } = await openHeld(t, "/without.html");
  await page.evaluate(() => {
    const { createWebMcpExposer, findRegistry } = globalThis.AgentTags;
    const [one, other] = ["view", "shop"].map((scope) =>
      createWebMcpExposer(findRegistry(), { scope: [scope] }),
    );
    globalThis.exposers = [one, other];
    for (const exposer of [one, other, other, one]) exposer.start();
    other.stop();
    other.start();
    one.stop();
  });
  release();
  await agent.untilTools(shopTools);
  await tasksLater(page);
  for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
  assert.equal(requests(), 1);
  const states = await page.evaluate(() => globalThis.exposers.map(({ status }) => status.state));
  assert.deepEqual(states, ["stopped", "exposed"]);
  await page.evaluate(() => globalThis.exposers[1].stop());
  await agent.untilTools([]);
  await page.evaluate(() => globalThis.exposers[1].start());
  await agent.untilTools(shopTools);
  assert.deepEqual(noise, []);
});

it("tells an exposer of a script that it could not be loaded, once a start, and that it is mended", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/empty.html`);
  await page.route(part, (route) => route.abort());
  await page.goto(`${server.origin}/without.html`);
  await page.evaluate(() => {
    const { createWebMcpExposer, findRegistry } = globalThis.AgentTags;
    globalThis.told = [];
    const onProblem = (problem) => globalThis.told.push(problem?.code ?? "mended");
    globalThis.exposer = createWebMcpExposer(findRegistry(), { onProblem });
    globalThis.exposer.start();
    globalThis.exposer.stop();
    globalThis.exposer.start();
  });
  await page.waitForFunction(() => globalThis.told.length);
  await tasksLater(page);
  await page.unroute(part);
  await page.evaluate(() => globalThis.exposer.start());
  await agent.untilTools(shopTools);
  assert.deepEqual(await page.evaluate(() => globalThis.told), ["not-loaded", "mended"]);
});

it("is one request where the page fetches it along with the bundle", async (t) => {
  const { agent, noise, release, requests } = await openHeld(t, "/preloaded.html");
  release();
  await agent.untilTools(shopTools);
  assert.equal(requests(), 1);
  assert.deepEqual(noise, []);
});

it("is not loaded by a page that has no use for it", async (t) => {
  const { page, requests } = await openHeld(t, "/without.html");
  await tasksLater(page);
  assert.equal(requests(), 0);
});
