/**
 * `npm run demo`: serves the demo pages, then lets an agent and a person use the shop in a browser that has the model
 * context, prints what they said to each other, and keeps serving. `--once` ends after that, with exit code 1 where
 * anything went otherwise than it should; `--headed` shows the browser; `--port 8080` asks for another port.
 */
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { chromiumFlags, findEngine } from "./lib/browsers.mjs";
import { serveDemo } from "./lib/demo-server.mjs";
import { runNode } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const { values: options } = parseArgs({
  options: {
    once: { type: "boolean", default: false },
    headed: { type: "boolean", default: false },
    port: { type: "string", default: "4173" },
  },
});

const toolNames = ["view_shop__cart__applyCoupon", "view_shop__cart__checkOut", "view_shop__cart__readCart"];

function say(text = "", indent = 0) {
  console.log(text.replace(/^(?=.)/gm, " ".repeat(indent)));
}

function title(text) {
  say(`\n${text}`);
}

/** JSON with one line for each entry of what is not small. */
function format(value, indent = "") {
  const text = JSON.stringify(value);
  if (text.length + indent.length < 90 || typeof value !== "object") return text;
  const isArray = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([key, entry]) =>
      `${indent}  ${isArray ? "" : `${JSON.stringify(key)}: `}${format(entry, `${indent}  `)}`,
  );
  return `${isArray ? "[" : "{"}\n${lines.join(",\n")}\n${indent}${isArray ? "]" : "}"}`;
}

/** What the person reads in the part of the page that is the shop's. */
async function visibleText(page) {
  const rows = await page.locator("#cart tr").all();
  const cart = await Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
  const width = Math.max(...cart.map(([first = ""]) => first.length));
  const lines = cart.map(([first = "", ...rest]) => {
    const quantity = rest.length > 1 ? rest.shift() : "";
    return `${first.padEnd(width)}  ${quantity?.padStart(8)}  ${rest.join("").padStart(8)}`;
  });
  const status = await page.locator("#status").textContent();
  return { cart: cart.flat().join(" "), status, lines: [...lines, `Status: ${status || "(empty)"}`] };
}

async function showPage(page) {
  const { lines } = await visibleText(page);
  say("page:", 2);
  say(lines.join("\n"), 4);
}

function showTools(tools) {
  for (const { name, description, inputSchema } of tools) {
    say(name, 2);
    say(description, 4);
    say(`input ${format(inputSchema)}`, 4);
  }
}

/** The conversation. Each step says what it did, then makes sure of it. */
async function act(page, address) {
  const { connectAgent, untilAsked } = await import("./lib/agent-client.mjs");
  const agent = await connectAgent(page);
  const [applyCoupon = "", checkOut = "", readCart = ""] = toolNames;

  const call = async (name, input = {}, meanwhile = async () => {}) => {
    say(`agent calls ${name} ${JSON.stringify(input)}`, 2);
    const [output] = await Promise.all([agent.call(name, input), meanwhile()]);
    const { content, structuredContent = {} } = output;
    say(`answer: ${content.map(({ text }) => text).join(" ")}`, 2);
    if ("output" in structuredContent) say(format(structuredContent.output), 4);
    return { text: content[0].text, ...structuredContent, isError: output.isError === true };
  };
  const person = (part) => async () => {
    const question = await untilAsked(page);
    say("the page asks the person:", 2);
    say(question.text.replaceAll(/\n\s*\n/g, "\n"), 4);
    say(`the person presses: ${(await question.button(part).innerText()).trim()}`, 2);
    await question.press(part);
  };

  title(`The agent opens ${address} and lists its tools`);
  await page.goto(address);
  const tools = await agent.untilTools(toolNames);
  showTools(tools);
  assert.ok(
    tools.every(({ description, inputSchema }) => description && inputSchema?.type === "object"),
    "a tool has no description or no schema",
  );
  await showPage(page);

  title("It reads the cart");
  const cart = await call(readCart);
  assert.deepEqual(cart.output.rows.at(-1), { Item: "Total", Price: "€39.00" });

  title("It applies a coupon that does not exist, and is told why not");
  const refused = await call(applyCoupon, { code: "SAVE99" });
  assert.equal(refused.error?.code, "INVALID_INPUT");
  assert.match(refused.text, /There is no coupon “SAVE99”/);
  assert.doesNotMatch((await visibleText(page)).cart, /Coupon/);

  title("It applies one that exists");
  const applied = await call(applyCoupon, { code: "SAVE10" });
  assert.deepEqual(applied.output, { values: { code: "SAVE10" } });
  await showPage(page);
  assert.match((await visibleText(page)).cart, /Coupon SAVE10.*−€3\.90 Total €35\.10/);

  title("It checks out; the person declines");
  const declined = await call(checkOut, {}, person("decline"));
  assert.equal(declined.error?.code, "CONFIRMATION_INVALID");
  assert.doesNotMatch((await visibleText(page)).status ?? "", /paid/);

  title("It checks out once more; the person approves");
  const approved = await call(checkOut, {}, person("approve"));
  assert.deepEqual(approved.output, { done: true });
  assert.equal((await visibleText(page)).status, "Thank you. €35.10 is paid.");

  title("What the page is now");
  await showPage(page);
  const left = await agent.untilTools([readCart]);
  say(`tools: ${left.map(({ name }) => name).join(", ")} (the others are of no use any more)`, 2);
}

async function demonstrate(address) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    executablePath: findEngine("chromium")?.browser,
    args: chromiumFlags,
    headless: !options.headed,
    slowMo: options.headed ? 500 : 0,
  });
  try {
    title(
      `Chromium ${browser.version()}, with the model context; the agent speaks the DevTools protocol (WebMCP)`,
    );
    const page = await browser.newPage();
    const troubles = [];
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(message.text());
    });
    await act(page, `${address}shop.html`);
    assert.deepEqual(troubles, [], "the page complained");
  } finally {
    await browser.close();
  }
}

/** 0 where everything went as it should. */
async function tryToDemonstrate(address) {
  try {
    await demonstrate(address);
  } catch (error) {
    console.error(`\nThe demonstration failed: ${error instanceof Error ? error.message : String(error)}`);
    if (/'WebMCP\.\w+' wasn't found/.test(String(error))) {
      console.error(
        "This Chromium has no model context. Version 156 has; AGENT_TAGS_CHROMIUM names another browser.",
      );
    }
    return 1;
  }
  say("\nEverything went as it should.");
  return 0;
}

/** What other test harnesses exit with for a test that could not run; .ci/run counts it as skipped. */
const skippedCode = 77;

const missing = await setUp(["chromium"]);
if ((await runNode(["scripts/build.mjs", "--if-stale"])) !== 0) process.exit(1);
const server = await serveDemo(Number(options.port));
process.once("SIGINT", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
say(`\nDemo pages: ${server.address}`);

if (missing.length > 0) {
  say(
    "\nSkipped: no agent can be shown, since there is no Chromium here and none could be installed (see above).",
  );
  process.exitCode = skippedCode;
} else {
  process.exitCode = await tryToDemonstrate(server.address);
}

if (options.once) server.close();
else say(`\nStill serving ${server.address} until you press Ctrl-C.`);
