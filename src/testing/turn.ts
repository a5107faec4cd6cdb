interface Port {
  onmessage: (() => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/**
 * One real task: when it is over, every microtask that was queued before it has run. Not a timer where that can be
 * helped: test frameworks stop those.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    // jsdom has none.
    if (typeof MessageChannel === "undefined") {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel() as { readonly port1: Port; readonly port2: Port };
    port1.onmessage = () => {
      // Node stays alive while a port listens.
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
