/** The questions of the bundles come with what a call loads: who listened or presented before goes on with them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { useServer } from "./helpers/server.mjs";
import { useBrowser } from "./helpers/browser.mjs";
import { pagesWith } from "./helpers/shop.mjs";

const body = `<script>
  async function makeRegistry() {
    const { action, createAgentSurfaceRegistry, emptyObjectSchema } =
      globalThis.AgentTags ?? (await import("/dist/agent-tags.js"));
    const registry = createAgentSurfaceRegistry();
    const pay = { description: "Pays.", input: emptyObjectSchema, effect: "local-state", confirmation: "required" };
    globalThis.paid = 0;
    registry.register({
      type: "shop",
      description: "A shop.",
      actions: { pay: action({ ...pay, execute: () => void globalThis.paid++ }) },
    });
    return registry;
  }
  function messageOf(run) {
    try {
      run();
    } catch (error) {
      return error.message;
    }
  }
</script>`;

const { visit } = useBrowser();
const server = useServer({
  ...pagesWith(body),
});

for (const path of ["/module.html", "/classic.html"]) {
  it(`tells who listened before, and nobody who stopped: ${path}`, async (t) => {
    const { page, noise } = await visit(t, server.origin + path);
    const seen = await page.evaluate(async () => {
      const registry = await globalThis.makeRegistry();
      const { confirmations } = registry;
      const told = [];
      const stop = confirmations.subscribe((pending) => told.push(["stopped", pending.length]));
      stop();
      const stopLater = confirmations.subscribe((pending) => told.push(["later", pending.length]));
      confirmations.subscribe((pending) => told.push(["listener", pending.length]));
      const before = [confirmations.pending(), await confirmations.waitFor("cnf_none")];
      confirmations.resolve("cnf_none", { approved: true });
      const aborted = await confirmations
        .waitFor("cnf_none", { signal: AbortSignal.abort("why") })
        .catch((reason) => reason);

      const request = { invocationId: "one", capabilityId: "view:shop.pay", input: {} };
      const asked = await registry.invoke(request);
      stopLater();
      const { confirmationId } = confirmations.pending()[0];
      const outcome = confirmations.waitFor(confirmationId);
      confirmations.resolve(confirmationId, { approved: true });
      const done = await registry.invoke({ ...request, confirmationId });
      return { told, before, aborted, asked: asked.error.code, outcome: await outcome, done: done.status };
    });
    assert.deepEqual(seen, {
      told: [
        ["later", 1],
        ["listener", 1],
        ["listener", 0],
      ],
      before: [[], "expired"],
      aborted: "why",
      asked: "CONFIRMATION_REQUIRED",
      outcome: "approved",
      done: "ok",
    });
    assert.equal(await page.evaluate(() => globalThis.paid), 1);
    assert.deepEqual(noise, []);
  });
}

it("leaves the questions to the one who presented before, until that one is done", async (t) => {
  const { page, noise } = await visit(t, `${server.origin}/classic.html`);
  const seen = await page.evaluate(async () => {
    const registry = await globalThis.makeRegistry();
    const { confirmations } = registry;
    const present = () => globalThis.messageOf(() => (globalThis.presenter = confirmations.present()));
    const messages = [present(), present()];
    globalThis.presenter.release();
    messages.push(present());
    const first = globalThis.presenter;
    await registry.invoke({ capabilityId: "view:shop.pay", input: {} });
    const [{ confirmationId, expiresAt }] = confirmations.pending();
    await new Promise((resolve) => setTimeout(resolve, 5));
    first.shown(confirmationId);
    const shown = confirmations.pending()[0].expiresAt;
    await new Promise((resolve) => setTimeout(resolve, 5));
    first.extend(confirmationId);
    const isLater = expiresAt < shown && shown < confirmations.pending()[0].expiresAt;
    messages.push(present());
    first.release();
    messages.push(present());
    return { isLater, messages: messages.map((message) => message ?? "presents") };
  });
  const taken = "Another presenter shows these questions.";
  assert.deepEqual(seen, { isLater: true, messages: ["presents", taken, "presents", taken, "presents"] });
  assert.deepEqual(noise, []);
});
