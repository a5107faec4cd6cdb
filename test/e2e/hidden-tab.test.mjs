/** A tab that nobody looks at has no frames and slow timers, and agents work there all the same. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useBrowser } from "./helpers/browser.mjs";
import { useServer } from "./helpers/server.mjs";
import {
  applyCoupon,
  checkOut,
  htmlPage,
  moduleBundle,
  readCart,
  shopTools,
  shopWindow,
} from "./helpers/shop.mjs";
import { useTabs } from "./helpers/tabs.mjs";

/** Before anything else: what waits for a timer, a frame or idle time waits for ever, until `thaw()`. */
const frozen = `<script>
  globalThis.heard = [];
  globalThis.real = { setTimeout, requestAnimationFrame, requestIdleCallback };
  globalThis.thaw = () => Object.assign(globalThis, real);
  for (const name of Object.keys(real)) globalThis[name] = () => 0;
</script>`;

const body = `${shopWindow}
<agent-window type="shop.help" label="Help">
  <button id="open" type="button">Help</button>
  <agent-action name="open" description="Opens the help" for="open"></agent-action>
  <agent-modal type="shop.help.text" label="Help">
    <p id="text">Here is help.</p>
    <agent-observation name="read" description="The help" for="text"></agent-observation>
    <form method="dialog"><button id="done" value="done">Done</button></form>
    <agent-action name="done" description="Ends the help" for="done"></agent-action>
  </agent-modal>
</agent-window>
<agent-webmcp></agent-webmcp>
<script>
  document.querySelector("#coupon").addEventListener("submit", (event) => {
    event.preventDefault();
    heard.push("submit " + new URLSearchParams(new FormData(event.target)));
  });
  document.querySelector("#pay").addEventListener("click", () => heard.push("pay"));
  document.querySelector("#open").addEventListener("click", () => document.querySelector("agent-modal").show());
  for (const type of ["toggle", "close"])
    document.querySelector("agent-modal").addEventListener(type, ({ target }) => heard.push(type + " " + target.returnValue));
</script>`;

const left = ["--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding"];
const used = useBrowser({ left: [...left, "--disable-background-timer-throttling"] });
const server = useServer({
  "/page.html": htmlPage({ head: frozen + moduleBundle, body }),
  "/other.html": htmlPage({ head: "" }),
});

/** In the page. Until the condition holds; what changes there tells by messages, since timers are dead. */
async function toolNames(expected) {
  const names = async () => (await document.modelContext.getTools()).map(({ name }) => name).sort();
  const task = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  const end = performance.now() + 8_000;
  while (performance.now() < end && String(await names()) !== String(expected)) await task();
  return names();
}

async function callTool(name, input) {
  const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
  const { structuredContent, content } = JSON.parse(await document.modelContext.executeTool(tool, input));
  return (
    structuredContent?.error?.details?.cause ??
    structuredContent?.error?.code ??
    structuredContent?.output ??
    content[0].text
  );
}

const cart = shopTools;
const help = ["view_shop__help__open"];
const modal = ["dismiss", "done", "read"].map((name) => `view_shop__help__text__${name}`);

/** Where a control of the question is, once it is there, and acts if that is waited for. */
async function untilAsked(part, isArmed) {
  for (;;) {
    const dialog = document.querySelector("agent-confirmation")?.shadowRoot.querySelector("dialog[open]");
    const button = dialog?.querySelector(`.${part}`);
    if (button && (!isArmed || button.ariaDisabled === "false")) {
      const { x, y, width, height } = button.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** In the page: as a script closes what is in its way. */
function closeQuestion() {
  document.querySelector("agent-confirmation").shadowRoot.querySelector("dialog").close();
}

/** In the page: asks, and ends the call before anybody answers. Whether the question is gone then. */
async function askAndGiveUp(name) {
  const stop = new AbortController();
  const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
  const call = document.modelContext.executeTool(tool, {}, { signal: stop.signal });
  const dialog = () => document.querySelector("agent-confirmation")?.shadowRoot.querySelector("dialog[open]");
  while (!dialog()) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  await call.catch(() => undefined);
  while (dialog()) await new Promise((resolve) => setTimeout(resolve, 20));
  return true;
}

async function untilHidden() {
  while (document.visibilityState !== "hidden") await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Ten frames would have run. */
async function isHidden() {
  const { setTimeout, requestAnimationFrame } = globalThis.real;
  let frames = 0;
  requestAnimationFrame(() => (frames += 1));
  await new Promise((resolve) => setTimeout(resolve, 160));
  return document.visibilityState === "hidden" && frames === 0;
}

it("registers, fills, runs, opens, closes and asks in a tab that is hidden", async (t) => {
  const tabs = await useTabs(used.browser);
  const front = await tabs.open(`${server.origin}/other.html`);
  const tab = await tabs.open(`${server.origin}/page.html`, { background: true });
  t.after(() => Promise.all([tab.close(), front.close()]));
  const call = (name, input = {}) => tab.evaluate(callTool, name, input);
  const untilTools = async (names) => {
    const wanted = [...names].sort();
    assert.deepEqual(await tab.evaluate(toolNames, wanted), wanted);
  };
  const heard = () => tab.evaluate(() => globalThis.heard.splice(0));

  await untilTools([...cart, ...help]);
  assert.equal(await tab.evaluate(isHidden), true);

  assert.equal((await call(readCart)).rows.length, 2);
  assert.deepEqual(await call(applyCoupon, { code: "SAVE10" }), { values: { code: "SAVE10" } });
  assert.deepEqual(await heard(), ["submit code=SAVE10"]);

  assert.deepEqual(await call(help[0]), { done: true });
  await untilTools([...cart, ...modal]);
  assert.match(JSON.stringify(await call("view_shop__help__text__read")), /Here is help/);
  assert.deepEqual(await call("view_shop__help__text__done"), { done: true });
  await untilTools([...cart, ...help]);
  await call(help[0]);
  await untilTools([...cart, ...modal]);
  await call("view_shop__help__text__dismiss");
  await untilTools([...cart, ...help]);
  assert.deepEqual(await heard(), ["toggle ", "toggle done", "close done", "toggle ", "toggle ", "close "]);

  await tab.evaluate(() => void globalThis.thaw());
  // One that is given up, one that is closed, and two that wait for the person.
  assert.equal(await tab.evaluate(askAndGiveUp, checkOut), true);
  const closed = call(checkOut);
  await tab.evaluate(untilAsked, "approve", false);
  await tab.evaluate(closeQuestion);
  assert.equal(await closed, "dismissed");
  for (const [part, outcome] of Object.entries({
    decline: "declined",
    approve: { done: true },
  })) {
    const answer = call(checkOut);
    await tab.evaluate(untilAsked, part, false);
    assert.equal(await tab.evaluate(isHidden), true);
    await tab.show();
    const { x, y } = await tab.evaluate(untilAsked, part, true);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await tab.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
    assert.deepEqual(await answer, outcome);
    await front.show();
    await tab.evaluate(untilHidden);
  }
  assert.deepEqual(await heard(), ["pay"]);
});
