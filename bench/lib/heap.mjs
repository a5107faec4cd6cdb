/** The heap of this process, after everything that can go is gone. Needs `node --expose-gc`. */
import { nextTask } from "./race.mjs";

export async function collect() {
  // Twice: what a finalizer or a pending task held goes with the second.
  for (let turn = 0; turn < 2; turn++) {
    await nextTask();
    globalThis.gc();
  }
}

/** Bytes. */
export async function heapInUse() {
  await collect();
  return process.memoryUsage().heapUsed;
}
