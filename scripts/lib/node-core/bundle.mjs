/**
 * TypeScript tests as modules for Node: each file becomes one, what they share goes into chunks. Packages stay where they
 * are.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../root.mjs";

const alias = { "@open-wc/testing": join(root, "scripts/lib/node-core/expect.mjs") };

/**
 * @param {readonly string[]} files Relative to the root.
 * @param {string} outDir Emptied first.
 * @param {{ plugins?: import("vite").Plugin[], sourcemap?: boolean }} [options] The plugins run before all others.
 * @returns {Promise<string[]>} The modules, in the order of the files.
 */
export async function bundle(files, outDir, { plugins = [], sourcemap = true } = {}) {
  rmSync(outDir, { recursive: true, force: true });
  // Not at the top: before the first `npm ci` there is none.
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    resolve: { alias },
    // No module that Node could load.
    ssr: { noExternal: ["@esm-bundle/chai"] },
    plugins: [...plugins, tests()],
    build: {
      ssr: true,
      target: "es2022",
      outDir,
      sourcemap,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [nameOf(file), join(root, file)])),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name]-[hash].mjs" },
      },
    },
  });
  return files.map((file) => join(outDir, `${nameOf(file)}.mjs`));
}

/** What bundlers call a file: its path with slashes, everywhere. */
export const idOf = (file) => join(root, file).replaceAll("\\", "/");

const nameOf = (file) => file.replace(/\.ts$/, "");

/**
 * What package.json says of side effects is for those who use the package: our tests and their helpers all count. What
 * asks for its address means the source.
 *
 * @returns {import("vite").Plugin}
 */
function tests() {
  return {
    name: "tests",
    transform(code, id) {
      if (!id.startsWith(idOf("test/")) && !id.startsWith(idOf("scripts/"))) return null;
      const address = JSON.stringify(pathToFileURL(id).href);
      return { code: code.replaceAll("import.meta.url", address), map: null, moduleSideEffects: true };
    },
  };
}
