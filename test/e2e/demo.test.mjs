/** The demo pages for a person who looks at them, as `npm run demo` serves them. What an agent does there, it shows itself. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { serveDemo } from "../../scripts/lib/demo-server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { shopTools } from "./helpers/shop.mjs";

const ordersTools = ["askToDelete", "readOrders", "readState"].map((name) => `view_shop__orders__${name}`);
const questionTools = ["delete", "dismiss", "readQuestion"].map(
  (name) => `view_shop__orders__delete__${name}`,
);
const helpTool = "view_shop__help__send";
const signIn = "view_shop__session__signIn";

const { visit } = useBrowser();
let server;
before(async () => {
  server = await serveDemo(0);
});
after(() => server.close());

it("leads from the list to the shop, whose panel shows what an agent sees", async (t) => {
  const { page, agent, noise } = await visit(t, server.address);
  await page.getByRole("link", { name: "Shop" }).click();
  await agent.untilTools(shopTools);
  const panel = page.getByRole("region", { name: "What an agent sees" });
  await panel.getByRole("listitem").nth(2).waitFor();
  await panel.getByText("This browser has a model context.").waitFor();
  assert.deepEqual((await panel.getByRole("heading", { level: 3 }).allInnerTexts()).sort(), shopTools);

  await panel.getByRole("button", { name: /applyCoupon/ }).click();
  await panel.getByText('"code": "SAVE10"').waitFor();
  assert.equal(await page.locator("#total").innerText(), "€35.10");

  await panel.getByRole("button", { name: /checkOut/ }).click();
  await (await untilAsked(page)).press("approve");
  await page.getByText("€35.10 is paid").waitFor();
  await panel.getByText("Not available now").nth(1).waitFor();
  assert.deepEqual(noise, []);
});

it("lets an agent cancel the order on the screen by the server's procedure, once a person approves", async (t) => {
  const { page, agent, noise } = await visit(t, server.address);
  await page.getByRole("link", { name: "Order", exact: true }).click();
  await agent.untilTools(["domain_orders__cancel"]);
  const panel = page.getByRole("region", { name: "What an agent sees" });
  const { schema } = await panel
    .locator("pre.schema")
    .evaluate((element) => ({ schema: JSON.parse(element.textContent) }));
  assert.deepEqual(Object.keys(schema.properties), ["reason"]);

  await page.getByRole("combobox").selectOption("1043");
  await panel.getByRole("button", { name: /Call/ }).click();
  const question = await untilAsked(page);
  assert.match(question.text, /1043[^]*Ordered twice/);
  await question.press("approve");
  await page.getByText("Order 1043 is cancelled").first().waitFor();
  await panel.getByText("Not available now: Order 1043 is cancelled").waitFor();
  await agent.untilTools([]);
  await page.getByRole("combobox").selectOption("1042");
  await agent.untilTools(["domain_orders__cancel"]);
  assert.deepEqual(noise, []);
});

it("hands an agent from the orders to the question over them and back, and to the session over everything", async (t) => {
  const { page, agent, noise } = await visit(t, server.address);
  await page.getByRole("link", { name: "Orders" }).click();
  await agent.untilTools([...ordersTools, helpTool]);
  const travelled = () => agent.log.splice(0).map(({ change, name }) => `${change} ${name}`);
  travelled();

  const asked = await agent.call("view_shop__orders__askToDelete", { order: "1043" });
  assert.deepEqual(asked.structuredContent.openedWindowIds, ["shop.orders.delete@default"]);
  await agent.untilTools([...questionTools, helpTool]);
  assert.deepEqual(
    travelled().sort(),
    [...questionTools.map((name) => `added ${name}`), ...ordersTools.map((name) => `removed ${name}`)].sort(),
    "what travels is the difference",
  );
  assert.equal((await agent.call(helpTool, { text: "Hello" })).isError, undefined, "beside the question");

  await page.keyboard.press("Escape");
  await agent.untilTools([...ordersTools, helpTool]);
  await page.getByText("Order 1043 stays.").waitFor();

  await agent.call("view_shop__orders__askToDelete", { order: "1043" });
  await agent.untilTools([...questionTools, helpTool]);
  await agent.call("view_shop__orders__delete__delete");
  await page.getByText("Order 1043 is deleted.").waitFor();
  await agent.untilTools([...ordersTools, helpTool]);

  await page.getByRole("button", { name: "expire" }).click();
  await agent.untilTools([signIn]);
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog", { name: "Your session has expired" }).isVisible(), true);
  await agent.call(signIn);
  await agent.untilTools([...ordersTools, helpTool]);
  assert.deepEqual(noise, []);
});

it("fits a screen of 320 pixels", async (t) => {
  for (const [name, tools] of [
    ["shop", shopTools],
    ["procedures", ["domain_orders__cancel"]],
    ["orders", [...ordersTools, helpTool]],
  ]) {
    const { page, agent } = await visit(t, `${server.address}${name}.html`);
    await agent.untilTools(tools);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, name);
  }
});

it("serves the demo and the bundles, and nothing else of the repository", async () => {
  const { origin } = new URL(server.address);
  const statusOf = async (path) => (await fetch(origin + path, { redirect: "manual" })).status;
  assert.equal(await statusOf("/"), 302);
  assert.equal(await statusOf("/demo/"), 200);
  assert.equal(await statusOf("/dist/agent-tags.js"), 200);
  assert.equal(await statusOf("/demo/api/orders.cancel"), 404, "it takes a POST");
  for (const path of [
    "/package.json",
    "/demo/../package.json",
    "/demo/%2e%2e%2fpackage.json",
    "/demo/..%5cpackage.json",
    "/%",
  ]) {
    assert.equal(await statusOf(path), 404, path);
  }
});
