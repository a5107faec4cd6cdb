import js from "@eslint/js";
import { configs as lit } from "eslint-plugin-lit";
import litA11y from "eslint-plugin-lit-a11y";
import { configs as wc } from "eslint-plugin-wc";
import tseslint from "typescript-eslint";

const typescript = ["**/*.ts"];

export default tseslint.config(
  { ignores: ["dist/", "coverage/", "node_modules/", "test/fixtures/"] },
  js.configs.recommended,
  {
    files: typescript,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        // A file is linted as the first of these compiles it: the core without the DOM.
        project: ["tsconfig.core.json", "tsconfig.json", "tsconfig.node.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/no-extraneous-class": "off",
      // Not expressible otherwise: handlers that may be async, an index that was just checked.
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // Definitions carry their handlers as methods; the core looks at them before it calls them.
    files: ["src/**/*.ts"],
    rules: { "@typescript-eslint/unbound-method": "off" },
  },
  {
    files: ["components/**/*.ts"],
    extends: [lit["flat/all"], wc["flat/recommended"], wc["flat/best-practice"]],
    plugins: { "lit-a11y": litA11y },
    rules: {
      ...litA11y.configs.recommended.rules,
      // For decorators and for styles of another kind than ours.
      "lit/prefer-query-decorators": "off",
      "lit/no-template-map": "off",
    },
  },
  {
    files: ["test/**/*.ts", "demo/**/*.ts", "bench/**/*.ts"],
    rules: {
      // `expect(x).to.be.true` is an expression, and tests hand wrong types to what has to cope with them.
      "@typescript-eslint/no-unused-expressions": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "@typescript-eslint/no-empty-function": "off",
      // @open-wc/semantic-dom-diff types chai's `equal` as a promise; it is none.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "@types/chai", name: "Equal" }] },
      ],
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // What a random test of the core may cost is settled in one place.
    files: ["test/**/*.test.ts"],
    ignores: ["test/components/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "Property[key.name='numRuns'][value.type='Literal']",
          message: "Say `runs(n)` of test/helpers/runs.ts: browsers run a part, each test within its time.",
        },
      ],
    },
  },
  {
    // Plain JavaScript: what is defined is the type checker's matter (tsconfig.node.json).
    files: ["**/*.{js,mjs,cjs}"],
    rules: { "no-undef": "off" },
  },
);
