/**
 * How much of a long property test is run. Node runs all of it and sees that its generator reaches what it is about; the
 * browsers, three at a time on a small machine, look for what only they do differently.
 */
export const isWhole = typeof document === "undefined";

export function runs(count: number): number {
  return isWhole ? count : Math.ceil(count / 5);
}
