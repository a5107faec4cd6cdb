import { chromium } from "playwright-core";
import { chromiumFlags, findEngine } from "../../scripts/lib/browsers.mjs";

/**
 * Starts the system's Chromium, with the model context, for tests that need more than a page can do: real clicks and
 * the DevTools protocol (`page.context().newCDPSession(page)`). Options are Playwright's; `args` are added to ours.
 */
export async function launchChromium({ args = [], ...options } = {}) {
  const engine = findEngine("chromium");
  if (!engine) throw new Error("No Chromium was found: run `npm run setup`.");
  return chromium.launch({ executablePath: engine.browser, args: [...chromiumFlags, ...args], ...options });
}
