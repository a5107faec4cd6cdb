/** Options come from hosts: a wrong one is told at once, where it was written. */
export function demandThat(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new TypeError(message);
}

export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}
