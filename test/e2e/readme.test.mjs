/** What the README shows is what works. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";
import { htmlPage, readCart, shopTools } from "./helpers/shop.mjs";

const readRepository = (path) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

const { visit } = useBrowser();
let server;
let example = "";
before(async () => {
  example = /```html\n(.*?)```/s.exec(await readRepository("README.md"))?.[1] ?? "";
  // Beside the bundle, which the example loads by its bare name.
  const pages = {
    "/dist/readme.html": htmlPage({ head: "", body: example }),
    "/dist/filled.html": htmlPage({
      head: "",
      body: example.replace(">...<", "><tr><th>Item</th></tr><tr><td>Sencha</td></tr><"),
    }),
  };
  server = await serve({ pages });
});
after(() => server.close());

it("offers the three tools of the README's example, as it stands there", async (t) => {
  const { page, agent, noise } = await visit(t, `${server.origin}/dist/readme.html`);
  await agent.untilTools(shopTools);
  await tasksLater(page);
  assert.deepEqual(noise, []);
});

it("reads the rows where the example's dots are a table", async (t) => {
  const { agent, noise } = await visit(t, `${server.origin}/dist/filled.html`);
  await agent.untilTools(shopTools);
  assert.deepEqual((await agent.call(readCart)).structuredContent.output.rows, [{ Item: "Sencha" }]);
  assert.deepEqual(noise, []);
});

it("has the same tags as the demo's shop page", async () => {
  const tagsOf = (html) =>
    Array.from(html.matchAll(/<agent-[^>]+>/g), ([tag]) => tag.replaceAll(/\s+/g, " ").replace(" >", ">"));
  assert.deepEqual(tagsOf(await readRepository("demo/shop.html")), tagsOf(example));
});
