/** What the package promises to those who install it. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const path = (name) => fileURLToPath(new URL(name, root));
const manifest = JSON.parse(readFileSync(path("package.json"), "utf8"));
const entries = Object.entries(manifest.exports).filter(([, target]) => typeof target === "object");
const elements = readdirSync(path("dist/components")).filter((name) => /^agent-.*\.js$/.test(name));

/** The entries of the map, with its pattern written out. */
const written = entries.flatMap(([subpath, target]) =>
  subpath.includes("*")
    ? elements.map((file) => {
        const name = file.replace(/\.js$/, "");
        const fill = (text) => text.replaceAll("*", name);
        return [fill(subpath), { types: fill(target.types), default: fill(target.default) }];
      })
    : [[subpath, target]],
);

for (const [subpath, target] of written) {
  test(`${subpath} resolves to a file that is there, with its types`, () => {
    const specifier = `agent-tags${subpath.slice(1)}`;
    assert.equal(fileURLToPath(import.meta.resolve(specifier)), path(target.default));
    assert.ok(existsSync(path(target.default)), target.default);
    assert.ok(existsSync(path(target.types)), target.types);
  });
}

test("the package has an entry for each of its elements", () => {
  const folders = readdirSync(path("components")).filter((name) => name.startsWith("agent-"));
  assert.ok(folders.length > 0);
  assert.deepEqual(elements.map((name) => name.replace(/\.js$/, "")).sort(), folders.sort());
});

test("nothing else of the package can be imported", () => {
  for (const inside of [
    "agent-tags/dist/index.js",
    "agent-tags/src/index.ts",
    "agent-tags/components/none.js/x",
  ]) {
    assert.throws(() => import.meta.resolve(inside), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
  }
});

test("everything that the map names is among the files that are published", () => {
  for (const [, target] of written) {
    for (const file of Object.values(target)) {
      const isPublished = manifest.files.some((folder) => file.startsWith(`./${folder}/`));
      assert.ok(isPublished, file);
    }
  }
});

test("the version is the same in the package and in the elements", () => {
  const source = readFileSync(path("components/element/version.ts"), "utf8");
  assert.equal(/export const version = "([^"]+)"/.exec(source)?.[1], manifest.version);
});

test("the core exports what the normative text names", async () => {
  const core = await import("agent-tags");
  for (const name of [
    "action",
    "AgentSchemaError",
    "AgentSurfaceDefinitionError",
    "AgentSurfaceError",
    "audit",
    "authenticated",
    "consoleAuditSink",
    "createAgentSurfaceRegistry",
    "createAgentToolset",
    "defineAgentComponent",
    "emptyObjectSchema",
    "environment",
    "fromJsonSchema",
    "fromStandardSchema",
    "hasPermission",
    "isAgentSurfaceError",
    "memoryAuditSink",
    "observation",
    "rateLimit",
    "requireConfirmation",
    "schemaFor",
    "tenantBoundary",
  ]) {
    assert.ok(name in core, name);
  }
});

test("the test kit stands on the same core as the application, and on no test framework", async () => {
  const { createTestSurface, ...others } = await import("agent-tags/testing");
  assert.deepEqual(others, {});
  const core = await import("agent-tags");
  const error = await createTestSurface()
    .observe("view:shop.cart.read")
    .catch((reason) => reason);
  assert.ok(error.cause instanceof core.AgentSurfaceError);
  assert.doesNotMatch(readFileSync(path("dist/testing.js"), "utf8"), /from ["'](?!\.)/);
});

test("the package needs nothing at run time but Lit", () => {
  assert.deepEqual(Object.keys(manifest.dependencies).sort(), ["@lit/context", "lit"]);
  assert.equal(manifest.peerDependenciesMeta.zod.optional, true);
});
