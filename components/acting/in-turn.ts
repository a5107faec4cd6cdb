import { keptFor } from "./kept.js";

/**
 * One call after the other on the same form, whatever actions they are of: their values must not mix.
 * @throws the signal's reason, where the call ended before its turn.
 */
export async function inTurn<T>(holder: Element, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const turns = keptFor<Promise<void>>(holder, "turns");
  const before = turns.get(holder);
  let end!: () => void;
  const mine = new Promise<void>((resolve) => (end = resolve));
  turns.set(holder, before ? before.then(() => mine) : mine);
  try {
    if (before) await unlessAborted(signal, before);
    signal.throwIfAborted();
    return await act();
  } finally {
    end();
  }
}

/** What is awaited, or the end of the call. */
export async function unlessAborted<T>(signal: AbortSignal, awaited: Promise<T>): Promise<T> {
  let stop!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
