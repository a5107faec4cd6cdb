/**
 * Waits for the page: what follows an `await` in its handlers shows only in the second task. Hops of a message channel,
 * since timers and animation frames stop in hidden tabs.
 */
export async function tasks(count: number): Promise<void> {
  for (let hop = 0; hop < count; hop++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    });
  }
}
