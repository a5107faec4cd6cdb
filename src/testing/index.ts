/** `agent-tags/testing`: a surface for the tests of applications, free of test frameworks. */
export { createTestSurface } from "./create-test-surface.js";
export type {
  TestConfirmations,
  TestInvokeOptions,
  TestRef,
  TestSurface,
  TestSurfaceOptions,
  TestTime,
  TestView,
} from "./types.js";
