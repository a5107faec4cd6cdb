/** Schemas are compiled and used where a page allows nothing but its own scripts: no code is generated. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";

const policy = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";
const html = '<!doctype html><script type="module" src="/test/e2e/helpers/schemas-page.mjs"></script>';

const { visit } = useBrowser();
let server;
before(async () => {
  server = await serve({
    pages: { "/schemas.html": html },
    headers: { "content-security-policy": policy },
  });
});
after(() => server.close());

const saidOf = (page) => page.evaluate(() => [globalThis.watched.violations, globalThis.reports]);

it("validates without a violation, which would have been seen", async (t) => {
  const { page, noise } = await visit(t, `${server.origin}/schemas.html`);
  await page.waitForFunction(() => globalThis.validated !== undefined);
  const { good, bad, library } = await page.evaluate(() => globalThis.validated);
  assert.deepEqual([good.tags, good.size, good.paid], [[], "m", { kind: "card", last: "0000" }]);
  assert.deepEqual(bad.sort(), [
    "at",
    "day",
    "id",
    "link",
    "mail",
    "more",
    "paid.kind",
    "price",
    "size",
    "sku",
    "tags",
  ]);
  assert.deepEqual(library, [[], [""]]);
  await tasksLater(page);
  assert.deepEqual(await saidOf(page), [[], []]);
  assert.deepEqual(noise, []);

  // What a compiler of code would have done.
  assert.equal(await page.evaluate(() => globalThis.compileCode()), "forbidden");
  await tasksLater(page);
  const [violations, reports] = await saidOf(page);
  assert.ok(violations.length > 0 && reports.length > 0, JSON.stringify([violations, reports]));
});
