import { after, before } from "node:test";
import { chromium } from "playwright-core";
import { connectAgent } from "../../../scripts/lib/agent-client.mjs";
import { chromiumFlags, findEngine } from "../../../scripts/lib/browsers.mjs";

/** Runs in the page before anything else of it: counts what a page can only be asked for while it happens. */
function watchPage() {
  const watched = { toolchanges: 0, violations: [] };
  globalThis.watched = watched;
  document.modelContext?.addEventListener("toolchange", () => watched.toolchanges++);
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
    watched.violations.push(`${effectiveDirective}: ${blockedURI} ${sample}`);
  });
}

/** One browser for a test file, a page of its own for each test. What is `left` out are flags of Playwright's own. */
export function useBrowser({ hasModelContext = true, left = [] } = {}) {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => {
    const args = chromiumFlags.filter((flag) => hasModelContext || flag !== "--enable-features=WebMCP");
    const executablePath = findEngine("chromium")?.browser;
    browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs: left });
  });
  after(() => browser.close());

  return {
    get browser() {
      return browser;
    },
    /**
     * Opens a page with an agent connected from the start. `noise` collects what a sound page never does: errors,
     * unhandled rejections, warnings, violations of its content security policy.
     */
    async visit(t, url, { waitUntil = "load" } = {}) {
      const context = await browser.newContext();
      t.after(() => context.close());
      const page = await context.newPage();
      const noise = [];
      page.on("pageerror", (error) => noise.push(`uncaught: ${error}`));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) noise.push(message.text());
      });
      await page.addInitScript(watchPage);
      const agent = hasModelContext ? await connectAgent(page) : undefined;
      await page.goto(url, { waitUntil });
      return { page, agent, noise };
    },
  };
}

/** The tools as another script of the page finds them. */
export function toolsInPage(page) {
  return page.evaluate(async () => {
    const tools = await document.modelContext.getTools();
    return tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    }));
  });
}

/** Some tasks later: what was going to happen by itself has happened, though nothing announces that nothing will. */
export function tasksLater(page) {
  return page.evaluate(async () => {
    for (let count = 0; count < 10; count++) await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
  });
}

/** What was told through the protocol about each name, in order: { name: ["added", "removed"] }. */
export function changesOf(agent) {
  const changes = {};
  for (const { change, name } of agent.log) (changes[name] ??= []).push(change);
  return changes;
}
