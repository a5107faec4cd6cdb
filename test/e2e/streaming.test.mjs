/** A page that comes slowly, cut at the worst places: nothing half-read is offered, and nothing is called wrong too soon. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { changesOf, tasksLater, useBrowser } from "./helpers/browser.mjs";

/** Those that run before the page is there, and those that run after. */
const heads = {
  "the classic script": '<script src="/dist/agent-tags.classic.js"></script>',
  "an asynchronous module": '<script async type="module" src="/dist/agent-tags.js"></script>',
  "a module": '<script type="module" src="/dist/agent-tags.js"></script>',
  "the classic script, asynchronous": '<script async src="/dist/agent-tags.classic.js"></script>',
  "the classic script, deferred": '<script defer src="/dist/agent-tags.classic.js"></script>',
  "a module at the end": "",
};
const atTheEnd = heads["a module"];
const deferred = ["a module", "the classic script, deferred", "a module at the end"];

/** "|" is where the server pauses until it is told to go on; `tools` are those expected in the end, with their input, `early` those that are before the last piece. */
const bodies = {
  "tags and targets cut in the middle": {
    html: `
<agent-win|dow type="shop.cart" lab|el="Cart" description="The visitor's shopping cart">
  <form id="order">
    <label>Code <input name="code" required maxle|ngth="12"></label>
    |<label>Quantity <input type="number" name="quantity" min="1" max="9"></label>
    <button>Order</button>
  </form>
  <agent-action name="order" description="Order it|" for="order"></agent-action|>
  <agent-action name="withSchema" description="Has a schema inside"><script type="application/json">{"type":"object",|
    "properties":{"much":{"type":"integer"}}}<|/script></agent-action>
  |<button id="last">Last</button>
  <agent-action name="last" description="The last one" for="last"></agent-action>|
</agent-window>`,
    tools: {
      view_shop__cart__order: ["code", "quantity"],
      view_shop__cart__withSchema: ["much"],
      view_shop__cart__last: [],
    },
    early: ["view_shop__cart__order", "view_shop__cart__withSchema"],
  },
  "targets that come after what points at them": {
    html: `
<agent-window type="shop.cart" label="Cart">
  <agent-action name="first" description="Has no target" id="first"></agent-action>
  <agent-action name="send" description="Sends a form that comes later" for="later"></agent-action>
  <agent-observation name="read" description="A table that comes later" for="rows" as="table"></agent-observation>
  |<p>Much text</p>
  |<form id="later">
    <input name="one" aria-label="One" required>
    |<input name="other" aria-label="Other" required>
    <button>Send</button>
  </form>
  |<table id="rows"><tr><th>Item</th></tr>|<tr><td>Tea</td></tr></table>
</agent-window>`,
    tools: {
      view_shop__cart__first: [],
      view_shop__cart__send: ["one", "other"],
      view_shop__cart__read: ["offset", "limit"],
    },
    early: ["view_shop__cart__first", "view_shop__cart__send"],
  },
};

const [firstBody] = Object.keys(bodies);

const { visit } = useBrowser();
let server;
let origin = "";
/** Sends the next piece. How many are left. */
let goOn = () => 0;

function sendInPieces(response, head, html) {
  const pieces =
    `<agent-webmcp></agent-webmcp>${html}<p id="end">The end</p>${head === "" ? atTheEnd : ""}`.split("|");
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.write(`<!doctype html><title>Slow</title><link rel="icon" href="data:,">${head}`);
  goOn = () => {
    const piece = pieces.shift();
    if (pieces.length > 0) response.write(piece);
    else response.end(piece);
    return pieces.length;
  };
  goOn();
}

before(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/page.html") {
      sendInPieces(response, heads[searchParams.get("head")], bodies[searchParams.get("body")].html);
      return;
    }
    readFile(new URL(`../..${pathname}`, import.meta.url)).then(
      (code) => response.writeHead(200, { "content-type": "text/javascript" }).end(code),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** The page has parsed what was sent and done what it does about it. Nothing announces that, so this is a wait. */
function pause(page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)));
}

const isLoading = (page) => page.evaluate(() => document.readyState === "loading");

for (const [title, { html, tools, early }] of Object.entries(bodies)) {
  describe(`a slow page, ${title}`, () => {
    // How scripts come is one matter, what is cut another.
    for (const head of Object.keys(heads).slice(0, html === bodies[firstBody].html ? undefined : 3)) {
      it(`offers each tool once and whole, with ${head}`, async (t) => {
        assert.ok(html.includes("|"));
        const { page, agent, noise } = await visit(
          t,
          `${origin}/page.html?${new URLSearchParams({ head, body: title })}`,
          {
            waitUntil: "commit",
          },
        );
        const isDeferred = deferred.includes(head);
        if (!isDeferred) await page.waitForFunction(() => customElements.get("agent-webmcp"));

        for (let left = goOn(); left > 0; left = goOn()) {
          await pause(page);
          assert.equal(await isLoading(page), true);
          // What is complete is offered before the end.
          if (left === 1) await agent.untilTools(isDeferred ? [] : early);
        }
        await page.waitForSelector("#end", { state: "attached" });
        await agent.untilTools(Object.keys(tools));
        await tasksLater(page);

        assert.deepEqual(noise, []);
        const changes = changesOf(agent);
        for (const [name, properties] of Object.entries(tools)) {
          const told = agent.log.filter((entry) => entry.change === "added" && entry.name === name);
          for (const { tool } of told)
            assert.deepEqual(Object.keys(tool.inputSchema.properties), properties, name);
          assert.deepEqual(changes[name], ["added"], `${name} was registered once`);
        }
      });
    }
  });
}
