import type { AgentSurfaceLimits } from "../values/limits.js";
import type { Call } from "./call.js";

interface Consumer {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * How many observations run at once: per consumer and in all. Who is over its number waits in a queue of its own, so
 * that no consumer starves another (004, "Concurrency", D24).
 */
export class ObservationGate {
  readonly #limits: Readonly<AgentSurfaceLimits>;
  /** Those with a running or waiting observation, in the order in which they get the next free place. */
  readonly #consumers = new Map<string, Consumer>();
  #running = 0;

  constructor(limits: Readonly<AgentSurfaceLimits>) {
    this.#limits = limits;
  }

  enter(call: Call): "full" | Promise<void> | undefined {
    const key = call.consumerKey;
    const consumer = this.#consumers.get(key) ?? { running: 0, waiting: [] };
    this.#consumers.set(key, consumer);
    if (this.#hasPlace(consumer)) {
      this.#start(consumer);
      call.onEnd(() => {
        this.#leave(key, consumer);
      });
      return undefined;
    }
    if (consumer.waiting.length >= this.#limits.maxQueuedObservationsPerConsumer) {
      this.#forget(key, consumer);
      return "full";
    }
    return new Promise((grant) => {
      consumer.waiting.push(grant);
      call.onEnd(() => {
        const place = consumer.waiting.indexOf(grant);
        if (place >= 0) {
          consumer.waiting.splice(place, 1);
          this.#forget(key, consumer);
        } else this.#leave(key, consumer);
      });
    });
  }

  #hasPlace(consumer: Consumer): boolean {
    const { maxConcurrentObservationsPerConsumer, maxConcurrentObservationsTotal } = this.#limits;
    return (
      consumer.running < maxConcurrentObservationsPerConsumer &&
      this.#running < maxConcurrentObservationsTotal
    );
  }

  #start(consumer: Consumer): void {
    consumer.running += 1;
    this.#running += 1;
  }

  #leave(key: string, consumer: Consumer): void {
    consumer.running -= 1;
    this.#running -= 1;
    this.#forget(key, consumer);
    for (const [nextKey, next] of this.#consumers) {
      if (next.waiting.length === 0 || !this.#hasPlace(next)) continue;
      this.#start(next);
      // To the end of the line: the next place is another consumer's.
      this.#consumers.delete(nextKey);
      this.#consumers.set(nextKey, next);
      next.waiting.shift()!();
      return;
    }
  }

  #forget(key: string, consumer: Consumer): void {
    if (consumer.running === 0 && consumer.waiting.length === 0) this.#consumers.delete(key);
  }
}
