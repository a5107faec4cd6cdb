import type { Call } from "./call.js";

/**
 * Which actions wait for each other. By default those of one component instance run one after the other, in order of
 * arrival; the others wait in a queue of bounded length (004, "Concurrency"; contract.md section 17).
 */
export class ActionSlots {
  readonly #depth: number;
  /** By component, capability or key; a slot lives while something runs in it. */
  readonly #slots = new Map<unknown, Slot>();

  constructor(depth: number) {
    this.#depth = depth;
  }

  enter(call: Call): "full" | Promise<void> | undefined {
    const { capability } = call;
    const { concurrency } = capability.shape;
    const { mode } = concurrency;
    const owner =
      mode === "key" ? concurrency.key : mode === "instance" ? capability.registration : capability;
    let slot = this.#slots.get(owner);
    if (!slot) {
      slot = new Slot(mode === "parallel" ? concurrency.max : 1, () => this.#slots.delete(owner));
      this.#slots.set(owner, slot);
    }
    return slot.enter(call, this.#depth);
  }
}

class Slot {
  readonly #max: number;
  readonly #onIdle: () => void;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(max: number, onIdle: () => void) {
    this.#max = max;
    this.#onIdle = onIdle;
  }

  enter(call: Call, depth: number): "full" | Promise<void> | undefined {
    if (this.#running < this.#max) {
      this.#running += 1;
      call.onEnd(() => {
        this.#release();
      });
      return undefined;
    }
    if (this.#waiting.length >= depth) return "full";
    return new Promise((grant) => {
      this.#waiting.push(grant);
      call.onEnd(() => {
        const place = this.#waiting.indexOf(grant);
        if (place >= 0) this.#waiting.splice(place, 1);
        else this.#release();
      });
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#running -= 1;
    if (this.#running === 0) this.#onIdle();
  }
}
