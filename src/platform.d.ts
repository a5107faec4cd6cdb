/**
 * The few globals that the core uses and that every host has: browsers, workers and Node.
 * The core compiles against these alone (no DOM types), which is what keeps it free of the DOM.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare const AbortController: { new (): AbortController };

declare const MessageChannel: { new (): { readonly port1: object; readonly port2: object } };

/** A number in browsers, an object in Node. */
interface TimerHandle {
  readonly [Symbol.toPrimitive]?: unknown;
}
declare function setTimeout(callback: () => void, milliseconds: number): TimerHandle;
declare function clearTimeout(handle: TimerHandle | undefined): void;
declare function queueMicrotask(callback: () => void): void;

declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T };
declare const performance: { now(): number };
declare const console: {
  error(...data: unknown[]): void;
  warn(...data: unknown[]): void;
  debug(...data: unknown[]): void;
};
