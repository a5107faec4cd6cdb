/** Bad markup: the page works, nothing half is offered, one line names the element and the mend; mending it is enough. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { serve } from "../helpers/static-server.mjs";
import { tasksLater, useBrowser } from "./helpers/browser.mjs";
import { htmlPage } from "./helpers/shop.mjs";

const good = "view_desk__lamp__light";
const bad = "view_desk__bad__doIt";

/** A sound window beside the bad one, and a page that reacts. */
const beside = `
<agent-window type="desk.lamp" label="Lamp">
  <button id="lamp">Light</button>
  <agent-action name="light" description="Turn the lamp on" for="lamp"></agent-action>
</agent-window>
<agent-webmcp></agent-webmcp>`;

const inWindow = (content) => `
<agent-window type="desk.bad" label="Bad">
  <button id="target">Do it</button>
  ${content}
</agent-window>`;

/**
 * `line` is what the console line has to hold: the element, then the mend. `mend` runs in the page, where `bad` is the
 * bad element. `tools` are offered besides the lamp's before, `mended` after.
 */
const cases = [
  {
    title: "a window without a type",
    body: '<agent-window label="Bad"><agent-action name="doIt" description="Do it"></agent-action></agent-window>',
    bad: "agent-window[label=Bad]",
    code: "no-window-type",
    line: [/^<agent-window>: /, /type="/],
    mend: 'bad.setAttribute("type", "desk.bad")',
  },
  {
    title: "a window whose type is no type",
    body: '<agent-window type="Desk Bad" label="Bad"><agent-action name="doIt" description="Do it"></agent-action></agent-window>',
    bad: "agent-window[label=Bad]",
    code: "bad-id",
    line: [/^<agent-window type="Desk Bad">: /, /lower/i],
    mend: 'bad.setAttribute("type", "desk.bad")',
  },
  {
    title: "a window without label and description",
    body: '<agent-window type="desk.bad"><agent-action name="doIt" description="Do it"></agent-action></agent-window>',
    bad: "agent-window:not([label])",
    code: "no-description",
    line: [/^<agent-window type="desk.bad">: /, /description="/],
    mend: 'bad.setAttribute("description", "Bad")',
  },
  {
    title: "an action without a name",
    body: inWindow('<agent-action description="Do it" for="target"></agent-action>'),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-id",
    line: [/^<agent-action for="target">: /, /name/],
    mend: 'bad.setAttribute("name", "doIt")',
  },
  {
    title: "an action whose name is no name",
    body: inWindow('<agent-action name="do it!" description="Do it" for="target"></agent-action>'),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-id",
    line: [/^<agent-action name="do it!" for="target">: /, /letters/i],
    mend: 'bad.setAttribute("name", "doIt")',
  },
  {
    title: "an action without a description",
    body: inWindow('<agent-action name="doIt" for="target"></agent-action>'),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "no-description",
    line: [/^<agent-action name="doIt" for="target">: /, /description="/],
    mend: 'bad.setAttribute("description", "Do it")',
  },
  {
    title: "an observation without a description",
    body: inWindow('<agent-observation name="doIt" for="target"></agent-observation>'),
    bad: "agent-observation",
    code: "no-description",
    line: [/^<agent-observation name="doIt" for="target">: /, /description="/],
    mend: 'bad.setAttribute("description", "Read it")',
  },
  {
    title: "a for that points at nothing",
    body: inWindow('<agent-action name="doIt" description="Do it" for="nowhere"></agent-action>'),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "no-target",
    line: [/^<agent-action name="doIt" for="nowhere">: /, /for="nowhere".*id/],
    mend: 'bad.setAttribute("for", "target")',
  },
  {
    title: "a for whose element comes later",
    body: inWindow('<agent-action name="doIt" description="Do it" for="nowhere"></agent-action>'),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "no-target",
    line: [/^<agent-action name="doIt" for="nowhere">: /, /id/],
    mend: 'document.querySelector("#target").id = "nowhere"',
  },
  {
    title: "a schema that is no JSON",
    body: inWindow(
      `<agent-action name="doIt" description="Do it" schema='{"type": "object",'></agent-action>`,
    ),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-schema",
    line: [/^<agent-action name="doIt">: /, /schema.*JSON/],
    mend: 'bad.setAttribute("schema", `{"type":"object","properties":{"much":{"type":"integer"}}}`)',
    schema: { much: { type: "integer" } },
  },
  {
    title: "a schema in a script that is no JSON",
    body: inWindow(
      '<agent-action name="doIt" description="Do it"><script type="application/json">{type: object}</script></agent-action>',
    ),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-schema",
    line: [/^<agent-action name="doIt">: /, /schema.*JSON/],
    mend: 'bad.setAttribute("schema", `{"type":"object","properties":{"much":{"type":"integer"}}}`)',
    schema: { much: { type: "integer" } },
  },
  {
    title: "a schema outside of the subset",
    body: inWindow(
      `<agent-action name="doIt" description="Do it" schema='{"type":"object","patternProperties":{"^x":{"type":"string"}}}'></agent-action>`,
    ),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-schema",
    line: [/^<agent-action name="doIt">: /, /patternProperties/],
    mend: 'bad.setAttribute("schema", `{"type":"object","properties":{"much":{"type":"integer"}}}`)',
    schema: { much: { type: "integer" } },
  },
  {
    title: "a schema of something else than an object",
    body: inWindow(
      `<agent-action name="doIt" description="Do it" schema='{"type":"string"}'></agent-action>`,
    ),
    bad: "agent-window[type='desk.bad'] agent-action",
    code: "bad-schema",
    line: [/^<agent-action name="doIt">: /, /object/],
    mend: 'bad.setAttribute("schema", `{"type":"object","properties":{"much":{"type":"integer"}}}`)',
    schema: { much: { type: "integer" } },
  },
  {
    title: "a way to read that is not known",
    body: inWindow(
      '<agent-observation name="doIt" description="Read it" for="target" as="picture"></agent-observation>',
    ),
    bad: "agent-observation",
    code: "bad-value",
    line: [/^<agent-observation name="doIt" for="target">: /, /as="picture".*text/],
    mend: 'bad.setAttribute("as", "text")',
  },
  {
    title: "two actions of one name",
    body: inWindow(`
      <agent-action name="other" description="The first" for="target"></agent-action>
      <agent-action id="second" name="other" description="The second" for="target"></agent-action>`),
    bad: "#second",
    code: "duplicate",
    line: [/^<agent-action name="other" for="target">: /, /rename/],
    tools: ["view_desk__bad__other"],
    mend: 'bad.setAttribute("name", "doIt")',
    mended: ["view_desk__bad__other", bad],
  },
  {
    title: "two windows of one type",
    body: `<agent-window type="desk.lamp" label="Second lamp">
      <button id="target">Do it</button>
      <agent-action name="doIt" description="Do it" for="target"></agent-action>
    </agent-window>`,
    bad: "agent-window[label='Second lamp']",
    code: "duplicate",
    line: [/^<agent-window type="desk.lamp">: /, /instance="/],
    mend: 'bad.setAttribute("type", "desk.bad")',
  },
];

const { visit } = useBrowser();
let server;
before(async () => {
  const pages = cases.map(({ body }, index) => [`/${index}.html`, htmlPage({ body: beside + body })]);
  server = await serve({ pages: Object.fromEntries(pages) });
});
after(() => server.close());

describe("bad markup", () => {
  for (const [index, one] of cases.entries()) {
    const { title, code, line, mend, tools = [], mended = [bad], schema } = one;
    it(`says what is wrong with ${title}, and takes the mend`, async (t) => {
      const { page, agent, noise } = await visit(t, `${server.origin}/${index}.html`);
      await agent.untilTools([good, ...tools]);
      await tasksLater(page);

      assert.equal(noise.length, 1, `one line, not ${JSON.stringify(noise)}`);
      for (const pattern of line) assert.match(noise[0], pattern);
      assert.ok(noise[0].endsWith(`[${code}]`), noise[0]);
      const element = page.locator(one.bad).first();
      assert.equal(await element.evaluate(({ problem }) => problem.code), code);
      assert.equal(await element.evaluate((node) => node.matches(":state(invalid)")), true);

      assert.equal((await agent.call(good)).isError, undefined, "the rest of the page works");
      assert.deepEqual(
        agent.log.map(({ name }) => name).sort(),
        [good, ...tools].sort(),
        "nothing else was ever offered",
      );

      await element.evaluate((node, change) => {
        globalThis.bad = node;
        const script = document.createElement("script");
        script.textContent = change;
        document.head.append(script);
      }, mend);
      await agent.untilTools([good, ...mended]);
      await tasksLater(page);
      assert.equal(await page.evaluate(() => globalThis.bad.problem), undefined);
      assert.equal(await page.evaluate(() => globalThis.bad.matches(":state(invalid)")), false);
      if (schema) {
        const tool = agent.tools().find(({ name }) => name === bad);
        assert.deepEqual(tool?.inputSchema.properties, schema);
      }
      assert.equal(noise.length, 1, `no further line: ${JSON.stringify(noise)}`);
    });
  }
});

describe("duplicates", () => {
  it("hands the name over when the first leaves", async (t) => {
    const index = cases.findIndex(({ title }) => title === "two actions of one name");
    const { page, agent } = await visit(t, `${server.origin}/${index}.html`);
    const name = "view_desk__bad__other";
    await agent.untilTools([good, name]);
    assert.match(agent.tools().find((tool) => tool.name === name).description, /The first$/);
    await page.evaluate(() => document.querySelector("agent-action[name=other]:not(#second)").remove());
    await tasksLater(page);
    await agent.untilTools([good, name]);
    assert.match(agent.tools().find((tool) => tool.name === name).description, /The second$/);
    assert.equal(await page.evaluate(() => document.querySelector("#second").problem), undefined);
  });
});
