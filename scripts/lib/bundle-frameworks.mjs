/**
 * The frameworks that tests use, each served as one file: React is CommonJS, Angular and Svelte are hundreds of modules,
 * and Svelte's components have to be compiled.
 */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { compile } from "svelte/compiler";
import { root } from "./root.mjs";

const library = /^\/test\/frameworks\/libs\/(\w+)\.[jt]s$/;

const svelte = {
  name: "svelte",
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const { js } = compile(source, { filename: basename(path), dev: true, css: "injected" });
      return { contents: js.code };
    });
  },
};

async function bundle(name) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "test/frameworks/libs", `${name}.ts`)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    // What people develop with: React mounts twice in its StrictMode only there.
    define: {
      "process.env.NODE_ENV": '"development"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
    },
    // With the compiler of templates.
    alias: { vue: "vue/dist/vue.esm-bundler.js" },
    conditions: ["browser", "development"],
    minify: true,
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
    plugins: [svelte],
  });
  return outputFiles[0]?.text;
}

/** A plugin of the browsers' test runner, for the files in test/frameworks/libs. */
export function frameworksPlugin() {
  const bundles = new Map();
  return {
    name: "frameworks",
    async serve({ path }) {
      const name = library.exec(path)?.[1];
      if (!name) return undefined;
      if (!bundles.has(name)) bundles.set(name, bundle(name));
      return { body: await bundles.get(name), type: "js" };
    },
  };
}
