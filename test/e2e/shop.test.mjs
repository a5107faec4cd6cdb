/** The documentation's shop page in a browser that has the model context: listed, read, filled, approved, declined. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { untilAsked } from "../../scripts/lib/agent-client.mjs";
import { useServer } from "./helpers/server.mjs";
import { tasksLater, toolsInPage, useBrowser } from "./helpers/browser.mjs";
import {
  applyCoupon,
  checkOut,
  classicBundle,
  moduleBundle,
  readCart,
  shopPage,
  shopTools,
} from "./helpers/shop.mjs";

const couponSchema = {
  type: "object",
  properties: { code: { type: "string", maxLength: 12, description: "Code" } },
  required: ["code"],
  additionalProperties: false,
};

const { visit } = useBrowser();
const server = useServer({
  "/module.html": shopPage({ head: moduleBundle }),
  "/classic.html": shopPage({ head: classicBundle }),
});

const heardBy = (page) => page.evaluate(() => globalThis.heard);
const shownBy = (page) => page.locator("#shown").textContent();

for (const [bundle, path] of [
  ["agent-tags.js as a module", "/module.html"],
  ["agent-tags.classic.js as a blocking script in the head", "/classic.html"],
]) {
  describe(`the shop page with ${bundle}`, () => {
    async function open(t) {
      const visited = await visit(t, server.origin + path);
      await visited.agent.untilTools(shopTools);
      return visited;
    }

    it("offers its three tools, with schemas, to an agent outside of the page", async (t) => {
      const { agent, noise } = await open(t);
      const tools = Object.fromEntries(agent.tools().map((tool) => [tool.name, tool]));
      assert.match(tools[readCart].description, /Items, quantities and the total$/);
      assert.match(tools[applyCoupon].description, /Apply a coupon code to the cart$/);
      assert.match(tools[checkOut].description, /Start the payment$/);
      assert.deepEqual(tools[applyCoupon].inputSchema, couponSchema);
      assert.deepEqual(Object.keys(tools[readCart].inputSchema.properties), ["offset", "limit"]);
      assert.equal(tools[checkOut].inputSchema.type, "object");
      assert.equal(tools[readCart].annotations.readOnly, true);
      assert.equal(tools[checkOut].annotations.consequential, true);
      assert.equal(tools[applyCoupon].annotations.consequential, false);
      assert.equal(agent.log.length, 3, "each tool was registered once");
      assert.deepEqual(noise, []);
    });

    it("offers the same to another script of the page", async (t) => {
      const { page, agent } = await open(t);
      const tools = await toolsInPage(page);
      const outside = agent.tools();
      assert.deepEqual(
        tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        outside.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      );
    });

    it("reads the cart as a person sees it", async (t) => {
      const { agent } = await open(t);
      const { structuredContent } = await agent.call(readCart);
      assert.deepEqual(structuredContent.output, {
        columns: ["Item", "Quantity", "Price"],
        rows: [
          { Item: "Sencha", Quantity: "2", Price: "24.80" },
          { Item: "Total", Quantity: "", Price: "24.80" },
        ],
        total: 2,
        truncated: false,
      });
      assert.equal(structuredContent.untrusted, true);
    });

    it("fills and submits the coupon form, and the page shows it", async (t) => {
      const { page, agent, noise } = await open(t);
      const result = await agent.call(applyCoupon, { code: "SAVE10" });
      assert.deepEqual(result.structuredContent.output, { values: { code: "SAVE10" } });
      assert.deepEqual(await heardBy(page), [
        "input code=SAVE10",
        "change code=SAVE10",
        "submit code=SAVE10 by Apply",
      ]);
      assert.equal(await shownBy(page), "Coupon SAVE10 applied");
      const { structuredContent } = await agent.call(readCart);
      assert.equal(structuredContent.output.rows.at(-1).Price, "22.32");
      assert.deepEqual(noise, []);
    });

    it("does the same for another script of the page", async (t) => {
      const { page } = await open(t);
      const text = await page.evaluate(async (name) => {
        const tool = (await document.modelContext.getTools()).find((one) => one.name === name);
        return document.modelContext.executeTool(tool, { code: "SAVE10" });
      }, applyCoupon);
      assert.deepEqual(JSON.parse(text).structuredContent.output, { values: { code: "SAVE10" } });
      assert.equal(await shownBy(page), "Coupon SAVE10 applied");
    });

    it("refuses a wrong input with a text that names the field, before the form is touched", async (t) => {
      const { page, agent, noise } = await open(t);
      for (const [input, said] of [
        [{}, /code/],
        [{ code: 7 }, /code.*string/],
        [{ code: "SAVE10SAVE10SAVE10" }, /code.*12/],
        [{ code: "SAVE10", quantity: 2 }, /quantity/],
      ]) {
        const result = await agent.call(applyCoupon, input);
        assert.equal(result.isError, true);
        assert.equal(result.structuredContent.error.code, "INVALID_INPUT");
        assert.match(result.content[0].text, said);
      }
      assert.deepEqual(await heardBy(page), []);
      assert.deepEqual(noise, []);
    });

    it("asks a person before the payment, and pays after a real press of approve", async (t) => {
      const { page, agent, noise } = await open(t);
      const answer = agent.call(checkOut);
      const question = await untilAsked(page);
      assert.match(question.text, /Start the payment/);
      assert.match(question.text, /Cart/);
      assert.deepEqual(await heardBy(page), [], "nothing ran before the answer");
      await question.press("approve");
      const result = await answer;
      assert.deepEqual(result.structuredContent.output, { done: true });
      assert.deepEqual(await heardBy(page), ["pay"]);
      assert.equal(await shownBy(page), "Paid");
      assert.deepEqual(noise, []);
    });

    it("does not pay after a real press of decline, and says so", async (t) => {
      const { page, agent, noise } = await open(t);
      const answer = agent.call(checkOut);
      await (await untilAsked(page)).press("decline");
      const { content, structuredContent, isError } = await answer;
      assert.equal(isError, true);
      assert.match(content[0].text, /NOT EXECUTED.*did not run/);
      assert.equal(structuredContent.error.code, "CONFIRMATION_INVALID");
      assert.equal(structuredContent.error.details.reason, "denied");
      assert.equal(structuredContent.error.details.cause, "declined");
      await tasksLater(page);
      assert.deepEqual(await heardBy(page), []);
      assert.equal(await shownBy(page), "");
      assert.deepEqual(noise, []);
    });

    it("takes no press of a script for an approval", async (t) => {
      const { page, agent, noise } = await open(t);
      const answer = agent.call(checkOut);
      const question = await untilAsked(page);
      await page.evaluate(() => {
        const { shadowRoot } = document.querySelector("agent-confirmation");
        const approve = shadowRoot.querySelector('[part~="approve"]');
        approve.click();
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
          approve.dispatchEvent(new MouseEvent(type, { bubbles: true, composed: true, detail: 1 }));
        }
        approve.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        approve.focus();
      });
      await tasksLater(page);
      assert.deepEqual(await heardBy(page), []);
      assert.equal(await question.button("approve").isVisible(), true, "the question is still there");
      await question.press("decline");
      assert.equal((await answer).isError, true);
      assert.deepEqual(await heardBy(page), []);
      assert.deepEqual(noise, []);
    });
  });
}

describe("the classic script", () => {
  it("has the public names on one global", async (t) => {
    const { page } = await visit(t, `${server.origin}/classic.html`);
    const types = await page.evaluate(() => {
      const { findRegistry, createWebMcpExposer, AgentWindowElement } = globalThis.AgentTags;
      return [findRegistry, createWebMcpExposer, AgentWindowElement].map((value) => typeof value);
    });
    assert.deepEqual(types, ["function", "function", "function"]);
  });
});
