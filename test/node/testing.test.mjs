/** How an application tests what it offers to agents: here with Node's own test runner, and no page. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { afterEach, beforeEach, test } from "node:test";
import { promisify } from "node:util";
import { action, defineAgentComponent, emptyObjectSchema, fromJsonSchema, observation } from "agent-tags";
import { createTestSurface } from "agent-tags/testing";

/** The application. */
function cart(rows) {
  return defineAgentComponent({
    type: "shop.cart",
    description: "The cart.",
    observations: {
      read: observation({
        description: "Reads the rows.",
        output: fromJsonSchema({ type: "array", items: { type: "string" } }),
        read: () => [...rows],
      }),
    },
    actions: {
      add: action({
        description: "Adds a row.",
        input: fromJsonSchema({
          type: "object",
          properties: { row: { type: "string" } },
          required: ["row"],
        }),
        effect: "local-state",
        execute: ({ row }) => void rows.push(row),
      }),
      clear: action({
        description: "Clears the cart.",
        input: emptyObjectSchema,
        effect: "local-state",
        confirmation: "required",
        execute: () => void rows.splice(0),
      }),
    },
  });
}

let surface;
let handle;
beforeEach(() => {
  surface = createTestSurface({ context: () => ({ user: "gus" }) });
  handle = surface.register(cart(["tea"]));
});
afterEach(() => surface.dispose());

test("an agent adds a row and reads it back", async () => {
  const result = await surface.invoke("view:shop.cart.add", { row: "milk" });
  assert.equal(result.status, "ok");
  assert.deepEqual(await surface.observe("view:shop.cart.read"), ["tea", "milk"]);
});

test("the cart is cleared once a person has approved", async () => {
  const asked = await surface.invoke("view:shop.cart.clear");
  assert.equal(asked.error.code, "CONFIRMATION_REQUIRED");
  assert.deepEqual(await surface.observe("view:shop.cart.read"), ["tea"]);

  const { confirmationId } = await surface.confirmations.approve();
  const result = await surface.invoke("view:shop.cart.clear", {}, { confirmationId });
  assert.equal(result.status, "ok");
  assert.deepEqual(await surface.observe("view:shop.cart.read"), []);
});

test("nothing is cleared after the question has expired", async () => {
  const clearing = surface.invoke("view:shop.cart.clear", {}, { wait: true });
  await surface.confirmations.expire();
  assert.deepEqual((await clearing).error.details, { reason: "expired" });
  assert.deepEqual(await surface.observe("view:shop.cart.read"), ["tea"]);
});

test("a call from before the remount is refused", async () => {
  const add = surface.captureRef("view:shop.cart.add");
  handle.unregister();
  surface.register(cart([]));
  const result = await add.invoke({ row: "milk" });
  assert.equal(result.error.code, "STALE_CAPABILITY");
  assert.deepEqual(await surface.observe("view:shop.cart.read"), []);
});

test("it works under Node's own fake timers", async (t) => {
  t.mock.timers.enable();
  const real = createTestSurface({ realTime: true });
  real.register(
    defineAgentComponent({
      type: "shop.slow",
      description: "Takes its time.",
      actions: {
        run: action({
          description: "Runs for ever.",
          input: emptyObjectSchema,
          effect: "local-state",
          execute: () => new Promise(() => undefined),
        }),
      },
    }),
  );
  const running = real.invoke("view:shop.slow.run", {}, { timeoutMs: 1_000 });
  t.mock.timers.tick(1_000);
  assert.equal((await running).error.code, "TIMEOUT");
  real.dispose();
});

test("a process ends although its surfaces were never disposed", async () => {
  const script = `
    const { createTestSurface } = await import("agent-tags/testing");
    const surface = createTestSurface();
    const { error } = await surface.invoke("view:a.go");
    await surface.time.advance(1000);
    console.log(error.code);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    timeout: 5_000,
  });
  assert.equal(stdout.trim(), "CAPABILITY_NOT_FOUND");
});
