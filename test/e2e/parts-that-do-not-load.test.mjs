/** What the bundles load on demand, on a network that does not give it. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { classicBundle, htmlPage, moduleBundle, shopWindow } from "./helpers/shop.mjs";

const { visit } = useBrowser();
let server;
before(async () => {
  const body = `${shopWindow}<output id="shown"></output><script src="/test/fixtures/shop.js"></script>`;
  server = await serve({
    pages: {
      "/empty.html": htmlPage({ head: "", body: "" }),
      "/module.html": htmlPage({ head: moduleBundle, body }),
      "/classic.html": htmlPage({ head: classicBundle, body }),
    },
  });
});
after(() => server.close());

for (const path of ["/module.html", "/classic.html"]) {
  it(`says that nothing ran where the phases cannot be loaded, and runs once they can: ${path}`, async (t) => {
    const { page } = await visit(t, `${server.origin}/empty.html`);
    await page.route("**/agent-tags.acting.js", (route) => route.abort());
    await page.goto(server.origin + path);
    const call = (invocationId) =>
      page.evaluate(async (id) => {
        const { findRegistry } = globalThis.AgentTags ?? (await import("/dist/agent-tags.js"));
        const request = {
          invocationId: id,
          capabilityId: "view:shop.cart.applyCoupon",
          input: { code: "SAVE10" },
        };
        const result = findRegistry().invoke(request);
        // What the caller does with its own object afterwards changes nothing.
        request.input.code = "OTHER";
        return result;
      }, invocationId);

    const refused = await call("one");
    assert.equal(refused.status, "error");
    assert.equal(refused.invocationId, "one");
    assert.equal(refused.error.code, "EXECUTION_FAILED");
    assert.equal(refused.error.retry, "after-delay");
    assert.match(refused.error.message, /^NOT EXECUTED: .*view:shop\.cart\.applyCoupon/);
    assert.equal(await page.locator("#shown").textContent(), "");

    await page.unroute("**/agent-tags.acting.js");
    const done = await call("two");
    assert.equal(done.status, "ok", JSON.stringify(done));
    assert.equal(await page.locator("#shown").textContent(), "Coupon SAVE10 applied");
  });
}
