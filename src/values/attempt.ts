/** Runs what belongs to somebody else: one that throws is reported, and stops nobody. */
export function attempt<T>(step: () => T, report: (error: unknown) => void): T | undefined {
  try {
    return step();
  } catch (error) {
    report(error);
    return undefined;
  }
}
