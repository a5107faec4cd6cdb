import { attempt } from "./attempt.js";

/**
 * Time for the core, injectable so that tests can hold it. A *task* is one hop of a MessageChannel: timers and animation
 * frames slow down or stop in hidden tabs, where agents work (contract.md section 0).
 */
export interface Scheduler {
  /** Runs the callback in the next task. */
  task(callback: () => void): void;
  /** Runs the callback after a time in milliseconds; the handle goes to `clear`. */
  timeout(callback: () => void, milliseconds: number): unknown;
  clear(handle: unknown): void;
}

/** As much of a MessagePort as we use; `ref` and `unref` are Node's, where a waiting port would keep the process alive. */
interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  ref?(): void;
  unref?(): void;
}

/** 24 days: a longer time overflows in every engine, and the timer fires at once. */
const longest = 2 ** 31 - 1;

export function createScheduler(): Scheduler {
  let channel: { readonly port1: Port; readonly port2: Port } | undefined;
  let waiting: (() => void)[] = [];

  const open = () => {
    const opened = new MessageChannel() as { readonly port1: Port; readonly port2: Port };
    opened.port1.onmessage = () => {
      const callbacks = waiting;
      waiting = [];
      opened.port1.unref?.();
      for (const callback of callbacks) attempt(callback, console.error);
    };
    opened.port1.unref?.();
    return opened;
  };

  return {
    task(callback) {
      channel ??= open();
      waiting.push(callback);
      if (waiting.length > 1) return;
      channel.port1.ref?.();
      channel.port2.postMessage(null);
    },
    timeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, longest)),
    clear(handle) {
      clearTimeout(handle as Parameters<typeof clearTimeout>[0]);
    },
  };
}
