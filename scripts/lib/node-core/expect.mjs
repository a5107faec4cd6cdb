/** Stands in for `@open-wc/testing`, whose `expect` brings plugins along that need a page. */
import { Assertion, config, expect } from "@esm-bundle/chai";

config.truncateThreshold = 0;

/** Node's test runner hands only errors of its own kind on with their stack. */
const { assert } = Assertion.prototype;
Assertion.prototype.assert = function (...parts) {
  try {
    Reflect.apply(assert, this, parts);
  } catch (error) {
    const { message, stack } = /** @type {Error} */ (error);
    throw Object.assign(new Error(message), { name: "AssertionError", stack });
  }
};

export { expect };
