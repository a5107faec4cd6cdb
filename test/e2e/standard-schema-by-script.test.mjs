/** Standard Schemas on a page without a build: the bundles take them once the page has imported their file. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { pagesWith } from "./helpers/shop.mjs";

const body = `<agent-window type="shop.cart" label="Cart">
  <agent-action name="add" description="Adds one"></agent-action>
</agent-window>
<script>
  const converted = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { size: { oneOf: [{ const: "small" }, { const: "large" }] } },
    additionalProperties: {},
  };
  const validate = (value) => ({ value });
  const standard = { "~standard": { version: 1, vendor: "test", validate, jsonSchema: { input: () => converted } } };
  const action = document.querySelector("agent-action");
  async function tryOut() {
    const { AgentSurfaceDefinitionError, findRegistry, fromStandardSchema } =
      globalThis.AgentTags ?? (await import("/dist/agent-tags.js"));
    action.execute = () => undefined;
    action.input = standard;
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    const [component] = findRegistry().snapshot().components;
    let direct;
    try {
      direct = fromStandardSchema(standard).jsonSchema;
    } catch (error) {
      direct = { isOurs: error instanceof AgentSurfaceDefinitionError, message: error.message };
    }
    return { schema: component?.actions[0]?.inputSchema, problem: action.problem, direct };
  }
</script>`;

const { visit } = useBrowser();
const server = useServer({
  ...pagesWith(body),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`takes them from elements and scripts: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    await page.evaluate(() => import("/dist/agent-tags.standard-schema.js"));
    const { schema, problem, direct } = await page.evaluate(() => globalThis.tryOut());
    assert.deepEqual(schema, { type: "object", properties: { size: { enum: ["small", "large"] } } });
    assert.deepEqual(direct, schema);
    assert.equal(problem, undefined);
    assert.deepEqual(noise, []);
  });

  it(`names the file where the page has not imported it: ${path}`, async (t) => {
    const { page } = await visit(t, server.origin + path);
    const { schema, problem, direct } = await page.evaluate(() => globalThis.tryOut());
    assert.equal(schema, undefined);
    assert.equal(problem.code, "bad-schema");
    assert.match(problem.message, /agent-tags\.standard-schema\.js/);
    assert.equal(direct.isOurs, true);
    assert.match(direct.message, /agent-tags\.standard-schema\.js/);
  });
}
