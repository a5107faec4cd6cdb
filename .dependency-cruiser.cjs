/**
 * The directions that never turn back. Inside src each folder stands on the ones below it; a folder may use its own
 * files, `src/values` and what its line names, types included.
 */
const ground = ["values", "schema", "definition"];
const middle = ["registry", "policy", "confirmation", "audit"];

const mayUse = {
  values: [],
  schema: ["values"],
  definition: ["values", "schema"],
  procedure: ground,
  registry: [...ground, "procedure", "policy", "confirmation", "audit"],
  policy: [...ground, "registry", "confirmation", "audit"],
  confirmation: [...ground, "registry", "policy", "audit"],
  audit: [...ground, "registry", "policy", "confirmation"],
  invocation: [...ground, "procedure", ...middle],
  windows: [...ground, "registry"],
  toolset: [...ground, "registry"],
  dialect: [...ground, "registry", "toolset"],
  exposers: ["values", "schema", "toolset", "windows"],
};

/** `registry.invoke` runs the pipeline, which stands on the registry: one file puts the two together. */
const composition = "^src/registry/create-registry\\.ts$";

const layers = Object.entries(mayUse).map(([folder, others]) => ({
  name: `src-${folder}`,
  comment: `src/${folder} may use ${others.map((name) => `src/${name}`).join(", ") || "nothing else in src"}.`,
  severity: "error",
  from: { path: `^src/${folder}/`, pathNot: composition },
  to: { path: "^src/", pathNot: `^src/(${[folder, ...others].join("|")})/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    {
      name: "src-composition",
      comment:
        "The file that puts registry and pipeline together may use what the pipeline may, and the pipeline.",
      severity: "error",
      from: { path: composition },
      to: { path: "^src/", pathNot: `^src/(${[...mayUse.invocation, "invocation"].join("|")})/` },
    },
    {
      name: "src-testing",
      comment: "The test kit may use everything of src but the exposers.",
      severity: "error",
      from: { path: "^src/testing/" },
      to: { path: "^src/exposers/" },
    },
    {
      name: "nothing-imports-the-test-kit",
      comment: "What ships to a page never brings the test kit along.",
      severity: "error",
      from: { path: "^(src|components)/", pathNot: "^src/testing/" },
      to: { path: "^src/testing/" },
    },
    {
      name: "src-without-components",
      comment: "Elements stand on the core, never the other way round.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^components/" },
    },
    {
      name: "src-without-packages",
      comment: "The core runs by itself: no package, no Lit, nothing of Node.",
      severity: "error",
      from: { path: "^src/" },
      to: { pathNot: "^src/", couldNotResolve: false },
    },
    ...["demo", "test", "bench"].map((folder) => ({
      name: `nothing-imports-${folder}`,
      comment: `Only ${folder} itself imports ${folder}.`,
      severity: "error",
      from: { pathNot: `^${folder}/` },
      to: { path: `^${folder}/` },
    })),
    {
      name: "public-face",
      comment: "Demo and bench use only what the package exports.",
      severity: "error",
      from: { path: "^(demo|bench)/" },
      to: {
        path: "^(src|components)/",
        pathNot: "^(src|components|src/exposers/[^/]+)/(index|all|bundle)\\.ts$",
      },
    },
    {
      name: "conformance-by-the-public-face",
      comment: "A rule is one that everybody can check: what the core exports, and no element.",
      severity: "error",
      from: { path: "^test/conformance/" },
      to: { path: "^(src|components)/", pathNot: "^src/(testing/)?index\\.ts$" },
    },
    {
      name: "elements-apart",
      comment: "Elements meet through DOM context and events, never through each other's classes.",
      severity: "error",
      from: { path: "^components/(agent-[^/]+)/" },
      // Loading what a person sees is no acquaintance with its class.
      to: {
        path: "^components/agent-[^/]+/",
        pathNot: "^components/$1/",
        dependencyTypesNot: ["dynamic-import"],
      },
    },
    {
      name: "only-our-dependencies",
      comment: "What ships uses lit and @lit/context.",
      severity: "error",
      from: { path: "^components/" },
      to: {
        path: "node_modules",
        pathNot: "node_modules/(lit|lit-html|lit-element|@lit/context)/",
      },
    },
    {
      name: "no-cycles",
      comment: "No cycles, types included.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import leads somewhere.",
      severity: "error",
      from: { path: "^(src|components)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(dist|coverage)/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["types", "import", "default"] },
  },
};
