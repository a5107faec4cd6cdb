/** The registry's time in a test: a clock that moves when it is told to, or a refusal to move one that is not ours. */
import type { RegistryOptions, Scheduler } from "../index.js";
import { turn } from "./turn.js";
import type { TestTime } from "./types.js";

interface Waiting {
  readonly at: number;
  readonly callback: () => void;
}

export class FakeTime implements TestTime {
  #now = Date.UTC(2026, 0, 1);
  /** Where the clock will stand when all that was asked for is done. */
  #goal = this.#now;
  #serial = 0;
  /** In the order in which they were asked for. */
  readonly #waiting = new Map<number, Waiting>();

  readonly now = (): number => this.#now;

  readonly schedule: Scheduler = {
    // A task is no matter of time: what waits for one goes on while the clock stands.
    task: (callback) => void turn().then(callback),
    timeout: (callback, milliseconds) => {
      this.#serial += 1;
      this.#waiting.set(this.#serial, { at: this.#now + milliseconds, callback });
      return this.#serial;
    },
    clear: (handle) => void this.#waiting.delete(handle as number),
  };

  readonly advance = async (milliseconds: number): Promise<void> => {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`Time cannot advance by ${milliseconds}: give milliseconds, 0 or more.`);
    }
    this.#goal += milliseconds;
    const goal = this.#goal;
    await turn();
    for (let next = this.#takeDue(goal); next; next = this.#takeDue(goal)) {
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await turn();
    }
    this.#now = Math.max(this.#now, goal);
  };

  #takeDue(goal: number): Waiting | undefined {
    const due = [...this.#waiting].filter(([, { at }]) => at <= goal);
    const [first] = due.sort(([, one], [, other]) => one.at - other.at);
    if (first) this.#waiting.delete(first[0]);
    return first?.[1];
  }
}

/** Somebody else's time: it can be read. */
export function foreignTime(options: Pick<RegistryOptions, "now">): TestTime {
  return {
    now: () => (options.now ? options.now() : Date.now()),
    advance: () =>
      Promise.reject(
        new Error(
          "This surface does not run in the test kit's time: create it without realTime, now and schedule, or move that time where it comes from.",
        ),
      ),
  };
}
