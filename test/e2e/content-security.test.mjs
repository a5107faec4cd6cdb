/** Under a strict content security policy everything works, and declaring and calling cause no report. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { serve } from "../helpers/static-server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";
import {
  applyCoupon,
  checkOut,
  classicBundle,
  moduleBundle,
  readCart,
  shopPage,
  shopTools,
} from "./helpers/shop.mjs";

const policy = (trustedTypes) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src data:",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join("; ");

const asking = {
  "/module.html": shopPage({ head: moduleBundle }),
  "/classic.html": shopPage({ head: classicBundle }),
};
/** Nobody is to be asked here, so the question is not even loaded. */
const quiet = Object.fromEntries(
  Object.entries(asking).map(([path, html]) => [path, html.replace(" confirm>", ">")]),
);

const { visit } = useBrowser();
const servers = {};
before(async () => {
  servers.quiet = await serve({ pages: quiet, headers: { "content-security-policy": policy("'none'") } });
  servers.asking = await serve({ pages: asking, headers: { "content-security-policy": policy("lit-html") } });
  servers.strict = await serve({ pages: asking, headers: { "content-security-policy": policy("'none'") } });
});
after(() => Promise.all(Object.values(servers).map((server) => server.close())));

const violationsOf = (page) => page.evaluate(() => globalThis.watched.violations);

for (const path of Object.keys(quiet)) {
  it(`declares and answers calls without a report: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, servers.quiet.origin + path);
    await agent.untilTools(shopTools);
    assert.equal((await agent.call(readCart)).structuredContent.output.total, 2);
    assert.deepEqual((await agent.call(applyCoupon, { code: "SAVE10" })).structuredContent.output, {
      values: { code: "SAVE10" },
    });
    assert.deepEqual((await agent.call(checkOut)).structuredContent.output, { done: true });
    await tasksLater(page);
    assert.deepEqual(await page.evaluate(() => globalThis.heard.slice(-2)), [
      "submit code=SAVE10 by Apply",
      "pay",
    ]);
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(noise, []);
  });

  it(`asks a person without a report where the template engine's policy is allowed: ${path}`, async (t) => {
    const { page, agent, noise } = await visit(t, servers.asking.origin + path);
    await agent.untilTools(shopTools);
    const answer = agent.call(checkOut);
    await (await untilAsked(page)).press("approve");
    assert.deepEqual((await answer).structuredContent.output, { done: true });
    assert.deepEqual(await violationsOf(page), []);
    assert.deepEqual(noise, []);
  });
}

it("answers, and does not run, where the policy forbids what the question needs", async (t) => {
  const { page, agent } = await visit(t, `${servers.strict.origin}/module.html`);
  await agent.untilTools(shopTools);
  assert.equal((await agent.call(readCart)).isError, undefined);
  const { content, structuredContent, isError } = await agent.call(checkOut);
  assert.equal(isError, true);
  assert.match(content[0].text, /NOT EXECUTED/);
  assert.equal(structuredContent.error.details.cause, "cannot-ask");
  assert.deepEqual(await page.evaluate(() => globalThis.heard), []);
});
