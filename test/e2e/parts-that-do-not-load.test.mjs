/** What the bundles load on demand, on a network that does not give it. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import {
  applyCoupon,
  classicBundle,
  htmlPage,
  moduleBundle,
  readCart,
  shopPage,
  shopTools,
  shopWindow,
} from "./helpers/shop.mjs";

const { visit } = useBrowser();
let server;
before(async () => {
  const body = `${shopWindow}<output id="shown"></output><script src="/test/fixtures/shop.js"></script>`;
  server = await serve({
    pages: {
      "/empty.html": htmlPage({ head: "", body: "" }),
      "/module.html": htmlPage({ head: moduleBundle, body }),
      "/classic.html": htmlPage({ head: classicBundle, body }),
      "/exposed.html": shopPage(),
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

it("says the same to the browser's agent, and runs both calls that come at once when they can be loaded", async (t) => {
  const { page, agent } = await visit(t, `${server.origin}/empty.html`);
  await page.route("**/agent-tags.acting.js", (route) => route.abort());
  await page.goto(`${server.origin}/exposed.html`);
  await agent.untilTools(shopTools);
  const refused = await agent.call(applyCoupon, { code: "SAVE10" });
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /^EXECUTION_FAILED: NOT EXECUTED: .*view:shop\.cart\.applyCoupon/);
  assert.equal(refused.structuredContent.error.retry, "after-delay");
  assert.equal(await page.locator("#shown").textContent(), "");

  await page.unroute("**/agent-tags.acting.js");
  const [done, read] = await Promise.all([agent.call(applyCoupon, { code: "SAVE10" }), agent.call(readCart)]);
  assert.deepEqual(done.structuredContent.output, { values: { code: "SAVE10" } });
  assert.equal(read.structuredContent.output.total, 2);
});

it("runs what was called while the phases load: once where it is repeated, with the input as it was", async (t) => {
  const { page } = await visit(t, `${server.origin}/empty.html`);
  let load;
  const asked = new Promise((resolve) => (load = resolve));
  await page.route("**/agent-tags.acting.js", async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${server.origin}/classic.html`);
  const ran = page.evaluate(async () => {
    const { action, createAgentSurfaceRegistry, fromJsonSchema } = globalThis.AgentTags;
    const { createAgentToolset } = await import("/dist/agent-tags.toolset.js");
    const registry = createAgentSurfaceRegistry();
    const got = [];
    registry.register({
      type: "late.part",
      description: "A part.",
      actions: {
        note: action({
          description: "Notes it.",
          input: fromJsonSchema({ type: "object" }),
          effect: "local-state",
          execute: (input) => void got.push(input),
        }),
      },
    });
    const consumer = { id: "assistant", kind: "embedded" };
    const results = [];
    for (const mode of ["direct", "meta"]) {
      const toolset = createAgentToolset(registry, { consumer, topology: "embedded", mode });
      const tool = toolset.tools().at(-1);
      const own = { text: mode };
      const input = mode === "direct" ? own : { capabilityId: "view:late.part.note", input: own };
      results.push(tool.execute(input, { toolCallId: mode }));
      // The surface moves on between the call and its repetition.
      registry.register({ type: "late.other", instanceId: mode, description: "Another." });
      toolset.tools();
      results.push(tool.execute(input, { toolCallId: mode }));
      own.text = "changed afterwards";
    }
    const statuses = (await Promise.all(results)).map(({ status }) => status);
    // Two toolsets wait for the phases each by itself: which is first is open.
    const texts = got.map(({ text }) => text).sort();
    return { statuses, texts };
  });
  load();
  assert.deepEqual(await ran, {
    statuses: ["ok", "ok", "ok", "ok"],
    texts: ["direct", "meta"],
  });
});
