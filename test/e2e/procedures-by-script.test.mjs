/** Procedures on a page without a build: the bundles have them once the page has imported their file. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { pagesWith } from "./helpers/shop.mjs";

const body = `<script>
  async function tryOut(bundle, options = {}) {
    const { AgentSurfaceDefinitionError, action, createAgentSurfaceRegistry, emptyObjectSchema, fromJsonSchema } = bundle;
    const registry = createAgentSurfaceRegistry({ environment: "test", ...options });
    const properties = { orderId: { type: "string" }, reason: { type: "string" } };
    const ref = {
      id: "domain:orders.cancel",
      path: "orders.cancel",
      description: "Cancels an order.",
      inputSchema: fromJsonSchema({ type: "object", properties, required: ["orderId"] }),
      effect: "server-mutation",
    };
    const procedures = [{ kind: "procedure-binding", ref, config: { bind: () => ({ orderId: "1042" }) } }];
    const cancel = { description: "Cancels.", input: emptyObjectSchema, effect: "local-state", execute() {} };
    const attempt = (run) => {
      try {
        return run() && "done";
      } catch (error) {
        return { isOurs: error instanceof AgentSurfaceDefinitionError, code: error.code, message: error.message };
      }
    };
    registry.register({ type: "orders", description: "A view.", actions: { cancel: action(cancel) } });
    const paths = attempt(() => registry.setProcedureExecutor({ execute: async () => ({}), paths: ["orders.ship"] }) ?? true);
    registry.setProcedureExecutor({ execute: async ({ input }) => input });
    const events = [];
    registry.subscribe((event) => events.push(event.type));
    const registered = attempt(() => registry.register({ type: "orders.order", description: "An order.", procedures }));
    const { surfaceVersion, ...listed } = registry.snapshot();
    const invoked = await registry.invoke({ capabilityId: ref.id, input: { reason: "Twice" } });
    return {
      paths,
      registered,
      events,
      types: listed.components.map(({ type }) => type),
      procedures: listed.procedures.map(({ procedureId, inputSchema }) => [procedureId, Object.keys(inputSchema.properties)]),
      invoked: invoked.output ?? invoked.error.code,
    };
  }
</script>`;

const { visit } = useBrowser();
const server = useServer({
  ...pagesWith(body),
});

const tryOut = (page, options) =>
  page.evaluate(
    async (given) => globalThis.tryOut(globalThis.AgentTags ?? (await import("/dist/agent-tags.js")), given),
    options,
  );
const importProcedures = (page) => page.evaluate(() => import("/dist/agent-tags.procedures.js"));

for (const path of ["/module.html", "/classic.html"]) {
  it(`registers, describes, binds and runs them: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    await importProcedures(page);
    assert.deepEqual(await tryOut(page), {
      paths: "done",
      registered: "done",
      events: [
        "component-registered",
        "collision-suspected",
        "surface-changed",
        "invocation-started",
        "invocation-settled",
      ],
      types: ["orders"],
      procedures: [["domain:orders.cancel", ["reason"]]],
      invoked: { orderId: "1042", reason: "Twice" },
    });
    assert.equal(noise.length, 1, "the suspected collision is printed");
  });

  it(`refuses them and names the file where the page has not imported it: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    const refused = await tryOut(page);
    for (const { isOurs, code, message } of [refused.paths, refused.registered]) {
      assert.equal(isOurs, true);
      assert.equal(code, "PLANE_VIOLATION");
      assert.match(message, /agent-tags\.procedures\.js/);
    }
    assert.deepEqual([refused.types, refused.procedures], [["orders"], []]);
    assert.equal(refused.invoked, "CAPABILITY_NOT_FOUND");
    assert.deepEqual(noise, []);
  });
}

it("refuses what is wrong with errors of the bundle's own class", async (t) => {
  const { page } = await visit(t, `${server.origin}/classic.html`);
  await importProcedures(page);
  const { registered } = await tryOut(page, { duplicateSuffixPolicy: "error" });
  assert.equal(registered.isOurs, true);
  assert.equal(registered.code, "PLANE_VIOLATION");
  assert.match(registered.message, /view:orders\.cancel/);
});
