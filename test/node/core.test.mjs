/** The core in plain Node: the same promises, and no page anywhere. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { pageGlobals } from "../../scripts/lib/node-core/page-globals.mjs";

/** Names of page globals that anything asked for. */
const touched = new Set();
for (const name of pageGlobals) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      touched.add(name);
      return undefined;
    },
  });
}

const core = await import("agent-tags");
const { action, createAgentSurfaceRegistry, createAgentToolset, defineAgentComponent } = core;
const { emptyObjectSchema, fromJsonSchema, observation } = core;

function cart() {
  const rows = ["a"];
  return defineAgentComponent({
    type: "shop.cart",
    description: "The cart.",
    observations: {
      read: observation({
        description: "Reads the rows.",
        output: fromJsonSchema({ type: "array", items: { type: "string" } }),
        read: () => rows,
      }),
    },
    actions: {
      add: action({
        description: "Adds a row.",
        input: fromJsonSchema({
          type: "object",
          properties: { row: { type: "string" } },
          required: ["row"],
          additionalProperties: false,
        }),
        effect: "local-state",
        execute: ({ row }) => void rows.push(row),
      }),
      clear: action({
        description: "Clears the cart.",
        input: emptyObjectSchema,
        effect: "local-state",
        confirmation: "required",
        execute: () => void (rows.length = 0),
      }),
    },
  });
}

test("registers, lists and invokes", async () => {
  const registry = createAgentSurfaceRegistry();
  const handle = registry.register(cart());
  const [component] = registry.snapshot().components;
  assert.equal(component.registrationId, handle.registrationId);
  assert.deepEqual(
    component.actions.map(({ capabilityId }) => capabilityId),
    ["view:shop.cart.add", "view:shop.cart.clear"],
  );

  const added = await registry.invoke({ capabilityId: "view:shop.cart.add", input: { row: "b" } });
  assert.equal(added.status, "ok");
  const read = await registry.invoke({ capabilityId: "view:shop.cart.read" });
  assert.deepEqual(read.output, ["a", "b"]);
  const bad = await registry.invoke({ capabilityId: "view:shop.cart.add", input: { row: 5 } });
  assert.equal(bad.error.code, "INVALID_INPUT");

  handle.unregister();
  const gone = await registry.invoke({ capabilityId: "view:shop.cart.read" });
  assert.equal(gone.error.code, "COMPONENT_UNMOUNTED");
  registry.dispose();
});

test("gives tools, asks for approval and goes on after it", async () => {
  const registry = createAgentSurfaceRegistry();
  registry.register(cart());
  const toolset = createAgentToolset(registry, {
    consumer: { id: "node", kind: "test" },
    topology: "embedded",
  });
  const tools = Object.fromEntries(toolset.tools().map((tool) => [tool.name, tool]));
  assert.deepEqual(Object.keys(tools), [
    "view_shop__cart__read",
    "view_shop__cart__add",
    "view_shop__cart__clear",
  ]);

  await tools.view_shop__cart__add.execute({ row: "b" });
  registry.confirmations.subscribe((pending) => {
    for (const { confirmationId } of pending)
      registry.confirmations.resolve(confirmationId, { approved: true });
  });
  const cleared = await tools.view_shop__cart__clear.execute({});
  assert.equal(cleared.status, "ok");
  assert.deepEqual((await tools.view_shop__cart__read.execute({})).output, []);
  toolset.dispose();
  registry.dispose();
});

test("tells of changes in the microtask that made them", async () => {
  const registry = createAgentSurfaceRegistry();
  const events = [];
  registry.subscribe(({ type }) => events.push(type));
  registry.register(cart());
  await Promise.resolve();
  assert.deepEqual(events, ["component-registered", "surface-changed"]);
  registry.dispose();
});

test("asks for no global of a page, at import and in use", () => {
  assert.deepEqual([...touched], []);
});

test("keeps nothing that could run once a component is gone", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const registry = createAgentSurfaceRegistry();
  const toolset = createAgentToolset(registry, {
    consumer: { id: "node", kind: "test" },
    topology: "remote",
  });
  toolset.subscribe(() => undefined);

  /** In a function of its own, so that nothing stays on the stack. */
  async function mountAndGo() {
    const definition = cart();
    const held = [definition.actions.add.execute, definition.observations.read.read, definition].map(
      (value) => new WeakRef(value),
    );
    const handle = registry.register(definition);
    await registry.invoke({ capabilityId: "view:shop.cart.read" });
    await registry.invoke({ capabilityId: "view:shop.cart.add", input: { row: "b" } });
    await registry.invoke({ capabilityId: "view:shop.cart.clear" });
    // The new definition must be free too once its owner is gone.
    const next = cart();
    delete next.actions.clear;
    held.push(new WeakRef(next), new WeakRef(next.actions.add.execute), new WeakRef(next.actions.add.input));
    handle.redefine(next);
    toolset.tools();
    handle.unregister();
    toolset.tools();
    return { held, handle };
  }
  // The host may hold on to its handle.
  const { held, handle } = await mountAndGo();
  await new Promise((resolve) => setTimeout(resolve));
  collect();
  assert.equal(handle.status, "unregistered");
  assert.deepEqual(
    held.map((reference) => reference.deref() !== undefined),
    held.map(() => false),
  );
  registry.dispose();
});

test("lets the process end once its calls have ended", async () => {
  const script = `
    const { createAgentSurfaceRegistry, emptyObjectSchema } = await import("agent-tags");
    const registry = createAgentSurfaceRegistry();
    registry.register({
      type: "a",
      description: "A.",
      actions: { go: { description: "Goes.", input: emptyObjectSchema, effect: "local-state", execute: async () => {} } },
    });
    const { status } = await registry.invoke({ capabilityId: "view:a.go" });
    console.log(status);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    timeout: 5_000,
  });
  assert.equal(stdout.trim(), "ok");
});
