type Report = (error: unknown) => void;

/** Runs what belongs to somebody else: one that throws is reported, and stops nobody. */
export function attempt<T>(step: () => T, report: Report): T | undefined {
  try {
    return observed(step(), report);
  } catch (error) {
    report(error);
    return undefined;
  }
}

/** What somebody else's function gave. Where that is a promise, what it fails with is reported and not left unhandled. */
export function observed<T>(given: T, report: Report): T {
  if (isThenable(given)) void Promise.resolve(given).then(undefined, report);
  return given;
}

export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function"
  );
}
