/** What was asked for already: a thousand actions on a page are one request. */
const asked = new WeakSet<() => Promise<unknown>>();

/** Loads a part of the library while the page is idle, once. A failure is reported by whoever needs the part in earnest. */
export function whenIdle(load: () => Promise<unknown>): void {
  if (asked.has(load)) return;
  asked.add(load);
  const start = () => {
    load().catch(() => undefined);
  };
  if ("requestIdleCallback" in globalThis) requestIdleCallback(start);
  else setTimeout(start, 1_000);
}
