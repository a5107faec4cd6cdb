import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { start } from "./run.mjs";

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

/** Xvfb picks a free display itself and writes its number to the descriptor that it is given. */
async function startDisplay(program) {
  const { child, stop } = start(
    program,
    ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const pipe = /** @type {import("node:stream").Readable} */ (child.stdio[3]);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`Xvfb ended with code ${code}`);
  });
  const [number] = await Promise.race([once(pipe, "data"), ended]);
  ended.catch(() => {});
  return { display: `:${String(number).trim()}`, stop };
}

async function untilReady(port, driver) {
  for (let tries = 0; tries < 100; tries++) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with code ${driver.exitCode}`);
    const status = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (status?.ok) return;
    await wait(100);
  }
  throw new Error("WebKitWebDriver did not answer within 10 seconds");
}

/**
 * WebKit's driver, with a screen of its own so that no window opens before the person who runs the tests. `stop` ends
 * both; the browser ends with its driver.
 */
export async function startWebKitDriver({ driver, display }) {
  const screen = await startDisplay(display);
  const port = await freePort();
  const server = start(driver, [`--port=${port}`, "--host=127.0.0.1"], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: "ignore",
  });
  await untilReady(port, server.child);
  const stop = () => {
    server.stop();
    screen.stop();
  };
  return { port, stop };
}
