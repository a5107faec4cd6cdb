import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from "vite";

/**
 * What the standalone bundles load when it is first needed: what a person sees, with its template engine, and what only
 * agents need. Each part is a file of its own that shares nothing with the bundle: a page that asks for
 * `agent-tags.js?v=2` would otherwise load the bundle a second time, under the address that the part knows.
 */
const lazyParts: Record<string, string> = {
  "agent-tags.confirmation": "components/agent-confirmation/agent-confirmation-element.ts",
  "agent-tags.acting": "components/acting/calling.ts",
  "agent-tags.webmcp": "src/exposers/webmcp/create-exposer.ts",
  "agent-tags.modal": "components/agent-modal/modal-control.ts",
  "agent-tags.inputs": "components/element/inputs.ts",
};

/** The part with each module that a bundle imports lazily. */
const partOf: Record<string, string> = {
  "components/agent-confirmation/agent-confirmation-element.ts": "agent-tags.confirmation",
  "components/acting/acting.ts": "agent-tags.acting",
  "src/exposers/webmcp/create-exposer.ts": "agent-tags.webmcp",
  "components/agent-modal/modal-control.ts": "agent-tags.modal",
  "components/element/inputs.ts": "agent-tags.inputs",
};

const registeringModules: Record<string, string> = Object.fromEntries(
  readdirSync("components")
    .filter((name) => name.startsWith("agent-"))
    .map((name) => [`components/${name}`, `components/${name}/${name}.ts`]),
);

/** The package: modules for bundlers and import maps, readable, with shared chunks. */
const modules: BuildEnvironmentOptions = {
  lib: {
    entry: {
      index: "src/index.ts",
      webmcp: "src/exposers/webmcp/index.ts",
      testing: "src/testing/index.ts",
      all: "components/all.ts",
      "components/index": "components/index.ts",
      ...registeringModules,
    },
    formats: ["es"],
  },
  minify: false,
  rolldownOptions: {
    external: [/^lit(\/|$)/, "@lit/context"],
    output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  },
};

/** One file with everything in it, for pages without a build. */
function standalone(name: string, entry: string, format: "es" | "iife"): BuildEnvironmentOptions {
  return {
    lib: { entry, formats: [format], name: "AgentTags" },
    rolldownOptions: {
      // Said here because Vite keeps the white space of ES libraries.
      output: { entryFileNames: `${name}.js`, codeSplitting: false, minify: true },
    },
  };
}

const builds: Record<string, BuildEnvironmentOptions> = {
  modules,
  bundle: standalone("agent-tags", "components/bundle.ts", "es"),
  // For the few pages without a build that use them; the bundles do not load these.
  policies: standalone("agent-tags.policies", "src/policy/index.ts", "es"),
  toolset: standalone("agent-tags.toolset", "src/dialect/index.ts", "es"),
  standardSchema: standalone("agent-tags.standard-schema", "components/extras/standard-schema.ts", "es"),
  procedures: standalone("agent-tags.procedures", "components/extras/procedures.ts", "es"),
  activity: standalone("agent-tags.activity", "components/agent-activity/agent-activity.ts", "es"),
  classic: standalone("agent-tags.classic", "components/bundle.ts", "iife"),
  ...Object.fromEntries(
    Object.entries(lazyParts).map(([name, entry]) => [
      name.replace(/\W/g, "_"),
      standalone(name, entry, "es"),
    ]),
  ),
};

/** Modules that come in another file, by who imports them; in their place in a bundle stands what loads or finds them. */
const lateModules: Record<string, string> = {
  "create-registry.ts ../invocation/pipeline.js": "components/acting/late-pipeline.ts",
  "surface.ts ../confirmation/confirmations.js": "components/acting/late-confirmations.ts",
  "binding.ts ./load-acting.js": "components/acting/import-calling.ts",
  "action-input.ts ../element/inputs.js": "components/extras/late-inputs.ts",
  "binding.ts ../element/inputs.js": "components/extras/late-inputs.ts",
  "index.ts ./create-exposer.js": "components/agent-webmcp/late-exposer.ts",
  "agent-modal-element.ts ./with-control.js": "components/agent-modal/late-control.ts",
  "check-definition.ts ./check-procedure.js": "components/extras/late-procedures.ts",
  "core.ts ./schema/from-standard-schema.js": "components/extras/late-standard-schema.ts",
  "surface.ts ./procedure-index.js": "components/extras/late-procedures.ts",
  "snapshot.ts ./procedure-descriptors.js": "components/extras/late-procedures.ts",
  "registrations.ts ./suffix-lint.js": "components/extras/late-procedures.ts",
  "create-registry.ts ./suffix-lint.js": "components/extras/late-procedures.ts",
};

/**
 * Points the bundles' dynamic imports at the lazy parts beside them. A classic script has to ask for its own address
 * while it runs: without CORS the browser resolves its imports against no address at all.
 */
function loadLazyParts(): Plugin {
  const replaced = new Set<string>();
  return {
    name: "load-lazy-parts",
    applyToEnvironment: ({ name }) => name === "bundle" || name === "classic",
    resolveId: {
      order: "pre",
      handler: (specifier, importer = "") => {
        const place = `${basename(importer)} ${specifier}`;
        const late = lateModules[place];
        if (late) replaced.add(place);
        return late && fileURLToPath(new URL(late, import.meta.url));
      },
    },
    buildEnd(error) {
      const stale = Object.keys(lateModules).find((place) => !replaced.has(place));
      if (!error && stale) throw new Error(`Nothing imports "${stale}" any more: mend lateModules.`);
    },
    transform(code, id) {
      if (!id.endsWith(".ts") || !/\bimport\(/.test(code)) return;
      const isClassic = this.environment.name === "classic";
      const pointed = code.replace(/\bimport\(\s*"([^"]+)\.js"\s*\)/g, (_, specifier: string) => {
        const source = new URL(`${specifier}.ts`, `file://${id}`).pathname;
        const part = Object.entries(partOf).find(([module]) => source.endsWith(`/${module}`))?.[1];
        if (part === undefined) throw new Error(`${id} imports ${specifier} lazily: add it to partOf`);
        return `import(/* @vite-ignore */ new URL(${JSON.stringify(`./${part}.js`)}, scriptAddress).href)`;
      });
      const address = isClassic ? "document.currentScript?.src || document.baseURI" : "import.meta.url";
      const before = `const scriptAddress = ${address};`;
      // No line moves, so the source map that came in still serves.
      return { code: before + pointed, map: null };
    },
  };
}

export default defineConfig({
  plugins: [loadLazyParts()],
  build: { target: "es2022", outDir: "dist", emptyOutDir: false, sourcemap: true, copyPublicDir: false },
  environments: Object.fromEntries(
    Object.entries(builds).map(([name, build]) => [name, { consumer: "client" as const, build }]),
  ),
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name in builds) await builder.build(environment);
      }
    },
  },
});
