import type { Scheduler } from "../../src/index.js";

/** One real task: when it is over, every microtask that was queued before it has run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

interface Waiting {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that only moves when it is told to. Both halves go into a registry's options. */
export class FakeTime {
  #now = Date.UTC(2026, 0, 1);
  #serial = 0;
  readonly #waiting = new Map<number, Waiting>();

  readonly now = (): number => this.#now;

  readonly schedule: Scheduler = {
    task: (callback) => void this.#add(callback, 0),
    timeout: (callback, milliseconds) => this.#add(callback, milliseconds),
    clear: (handle) => void this.#waiting.delete(handle as number),
  };

  /** How many callbacks wait for their time. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Moves the clock, stops at every callback that falls due and lets what it causes happen. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await turn();
    for (;;) {
      const due = [...this.#waiting].filter(([, { at }]) => at <= end);
      const [next] = due.sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [handle, { at, callback }] = next;
      this.#waiting.delete(handle);
      this.#now = Math.max(this.#now, at);
      callback();
      await turn();
    }
    this.#now = end;
  }

  #add(callback: () => void, milliseconds: number): number {
    this.#serial += 1;
    this.#waiting.set(this.#serial, { at: this.#now + milliseconds, callback });
    return this.#serial;
  }
}
