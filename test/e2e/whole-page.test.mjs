/** What happens to whole pages: left and come back to, opened anew, framed, scripts that come late or again. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { changesOf, tasksLater, toolsInPage, useBrowser } from "./helpers/browser.mjs";
import { useServer } from "./helpers/server.mjs";
import {
  applyCoupon,
  checkOut,
  classicBundle,
  htmlPage,
  readCart,
  shopPage,
  shopTools,
  shopWindow,
} from "./helpers/shop.mjs";

const { visit } = useBrowser({ left: ["--disable-back-forward-cache"] });
const server = useServer({
  "/shop.html": shopPage(),
  "/classic.html": shopPage({ head: classicBundle }),
  "/late.html": shopPage({ head: "" }),
  "/other.html": htmlPage({ head: "", body: "<p>Another page</p>" }),
  "/frames.html": htmlPage({ head: classicBundle, body: "<agent-webmcp></agent-webmcp>" }),
  "/frame.html": htmlPage({
    head: classicBundle,
    body: `<agent-surface>${shopWindow}</agent-surface>`,
  }),
});

async function open(t, path, tools = shopTools) {
  const visited = await visit(t, `${server.origin}${path}`);
  await visited.agent.untilTools(tools);
  return visited;
}

const namesInPage = async (page) => (await toolsInPage(page)).map(({ name }) => name);

/** Calls a tool in the page; `ended(page)` has what came of it. */
async function start(page, name, input = {}) {
  await page.evaluate(
    async ([wanted, values]) => {
      const tool = (await document.modelContext.getTools()).find((one) => one.name === wanted);
      globalThis.call = document.modelContext.executeTool(tool, values).then(JSON.parse);
    },
    [name, input],
  );
}
const ended = (page) => page.evaluate(async () => (await globalThis.call).structuredContent);

it("is as it was for a page that is left and come back to, but for its question", async (t) => {
  const { page, noise } = await open(t, "/classic.html");
  const registrations = () =>
    page.evaluate(() =>
      globalThis.AgentTags.findRegistry()
        .snapshot()
        .components.map((one) => one.registrationId),
    );
  const before = await registrations();
  await page.evaluate(() => addEventListener("pageshow", (event) => (globalThis.isBack = event.persisted)));
  await start(page, checkOut);
  await untilAsked(page);
  await page.goto(`${server.origin}/other.html`);
  await page.goBack({ waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.isBack);

  const { error } = await ended(page);
  assert.deepEqual([error.code, error.details.cause], ["CONFIRMATION_INVALID", "page-hidden"]);
  await tasksLater(page);
  assert.deepEqual(await namesInPage(page), shopTools);
  assert.deepEqual(await registrations(), before);
  assert.equal(await page.evaluate(() => globalThis.watched.toolchanges), 3);

  await start(page, checkOut);
  await (await untilAsked(page)).press("approve");
  assert.deepEqual((await ended(page)).output, { done: true });
  await page.evaluate(() => document.querySelector("agent-window").remove());
  await tasksLater(page);
  assert.deepEqual(await namesInPage(page), []);
  assert.deepEqual(noise, []);
});

it("offers what a page writes into its document after the load, whole and once", async (t) => {
  const { page, agent, noise } = await open(t, "/classic.html");
  const cut = shopWindow.lastIndexOf("</agent-action>") + "</agent-action>".length;
  const write = (text) => page.evaluate((html) => document.write(html), text);
  for (let count = 0; count < 2; count++) {
    await page.evaluate(() => document.open());
    await agent.untilTools([]);
    await write(`<agent-webmcp></agent-webmcp>${shopWindow.slice(0, cut)}`);
    // Its last action may go on.
    await agent.untilTools([applyCoupon, readCart]);
  }
  await page.evaluate(() => document.close());
  await agent.untilTools(shopTools);
  await page.evaluate(() => document.open());
  await write(`<agent-webmcp></agent-webmcp>${shopWindow}`);
  await page.evaluate(() => document.close());
  await agent.untilTools(shopTools);
  await tasksLater(page);
  assert.deepEqual(changesOf(agent)[readCart], [
    "added",
    "removed",
    "added",
    "removed",
    "added",
    "removed",
    "added",
  ]);
  assert.equal((await agent.call(readCart)).structuredContent.output.rows.length, 2);
  assert.deepEqual(noise, []);
});

/** In the page: an action that has to be approved, of a registry that only the frame asks for, called once it is told. */
async function asksInFrame() {
  const { createAgentSurfaceRegistry, fromJsonSchema } = globalThis.AgentTags;
  const registry = createAgentSurfaceRegistry();
  const box = document.querySelector("iframe");
  const frame = box.contentDocument;
  frame.body.append(Object.assign(frame.createElement("agent-surface"), { registry }));
  registry.register({
    type: "page.asks",
    description: "Of the page",
    actions: {
      pay: {
        ...{ description: "Pay", effect: "local-state", confirmation: "required", execute: () => ({}) },
        input: fromJsonSchema({ type: "object", properties: {} }),
      },
    },
  });
  await new Promise((resolve) => (globalThis.goOn = resolve));
  const consumer = { id: "page", kind: "test" };
  await registry.invoke({ capabilityId: "view:page.asks.pay", input: {}, invocationId: "1" }, { consumer });
  const [{ confirmationId }] = registry.confirmations.pending();
  const waiting = registry.confirmations.waitFor(confirmationId, { mustBeAsked: true });
  const isAsked = () =>
    box.contentDocument?.querySelector("agent-confirmation")?.shadowRoot.querySelector("dialog[open]");
  let outcome;
  void waiting.then((answer) => (outcome = answer));
  while (!outcome && !isAsked()) await new Promise((resolve) => setTimeout(resolve, 20));
  return outcome ?? "asked";
}

describe("a frame that shares the registry of the page around it", () => {
  for (const [way, leave] of Object.entries({
    "is removed": () => document.querySelector("iframe").remove(),
    "goes elsewhere": () => void (document.querySelector("iframe").src = "/other.html"),
    "is opened anew": () => {
      const inside = document.querySelector("iframe").contentDocument;
      inside.open();
      inside.write("<p>New</p>");
      inside.close();
    },
  })) {
    it(`takes its tools back when it ${way}`, async (t) => {
      const { page, agent, noise } = await open(t, "/frames.html", []);
      await page.evaluate(async () => {
        const frame = document.createElement("iframe");
        frame.src = "/frame.html";
        const isLoaded = new Promise((resolve) => (frame.onload = resolve));
        document.body.append(frame);
        await isLoaded;
        frame.contentDocument.querySelector("agent-surface").registry = globalThis.AgentTags.findRegistry();
      });
      await agent.untilTools(shopTools);
      assert.equal((await agent.call(readCart)).structuredContent.output.rows.length, 2);
      const ask = page.evaluate(asksInFrame);
      await page.evaluate(leave);
      await agent.untilTools([]);
      await page.evaluate(() => globalThis.goOn());
      assert.equal(await ask, way === "is opened anew" ? "asked" : "denied");
      await tasksLater(page);
      assert.deepEqual(changesOf(agent)[readCart], ["added", "removed"]);
      assert.deepEqual(noise, []);
    });
  }
});

describe("a script that comes", () => {
  for (const [what, tag] of Object.entries({
    "after an interaction": { src: "/dist/agent-tags.classic.js" },
    "as a module after an interaction": { src: "/dist/agent-tags.js", type: "module" },
  })) {
    it(`${what} finds what was set and typed before`, async (t) => {
      const { page, agent, noise } = await visit(t, `${server.origin}/late.html`);
      await page.evaluate((attributes) => {
        document.querySelector("agent-observation").read = () => "early";
        document.body.onclick = () =>
          document.head.append(Object.assign(document.createElement("script"), attributes));
      }, tag);
      await page.fill('[name="code"]', "TYPED");
      assert.deepEqual(await namesInPage(page), []);
      await page.click("#total");
      await agent.untilTools(shopTools);
      await tasksLater(page);
      for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
      assert.match(JSON.stringify(await agent.call(readCart)), /early/);
      assert.equal(await page.inputValue('[name="code"]'), "TYPED");
      assert.deepEqual(noise, []);
    });
  }

  it("again and again, as hot reload does, changes nothing, also while a question is open", async (t) => {
    const { page, agent, noise } = await open(t, "/shop.html");
    await start(page, checkOut);
    const question = await untilAsked(page);
    await page.evaluate(async () => {
      for (const version of [1, 2, 3]) await import(`/dist/agent-tags.js?v=${version}`);
      document.querySelector("agent-window").setAttribute("data-reloaded", "");
    });
    await tasksLater(page);
    await question.press("approve");
    assert.deepEqual((await ended(page)).output, { done: true });
    assert.equal(await page.locator("agent-confirmation").count(), 1);
    for (const name of shopTools) assert.deepEqual(changesOf(agent)[name], ["added"]);
    assert.deepEqual(noise, []);
  });
});
