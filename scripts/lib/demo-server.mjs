import { createReadStream, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join, posix } from "node:path";
import { answerApi } from "./demo-api.mjs";
import { root } from "./root.mjs";

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
};

/** As strict as a page can be that asks a person: the question needs its template engine's policy, and nothing else does. */
const headers = {
  "cache-control": "no-store",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; "),
  "x-content-type-options": "nosniff",
};

/** Only what the pages are made of. */
const isServed = (path) => /^\/(demo|dist)\//.test(path);

function findFile(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat?.isDirectory()) return path.endsWith("/") ? findFile(join(path, "index.html")) : undefined;
  return stat && join(root, path);
}

function pathOf({ url = "/" }) {
  try {
    const { pathname } = new URL(url, "http://localhost");
    return posix.normalize(decodeURIComponent(pathname).replaceAll("\\", "/"));
  } catch {
    return "";
  }
}

function answer(request, response) {
  const path = pathOf(request);
  if (path === "/" || path === "/demo") {
    response.writeHead(302, { ...headers, location: "/demo/" }).end();
    return;
  }
  if (path.startsWith("/demo/api/")) {
    void answerApi(path, request).then(([status, output]) => {
      response.writeHead(status, { ...headers, "content-type": types[".json"] }).end(JSON.stringify(output));
    });
    return;
  }
  const file = isServed(path) ? findFile(path) : undefined;
  if (!file) {
    response.writeHead(404, { ...headers, "content-type": "text/plain" }).end("Not found\n");
    return;
  }
  response.writeHead(200, { ...headers, "content-type": types[extname(file)] ?? "application/octet-stream" });
  createReadStream(file)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** The given port, or the next that is free. */
async function listen(server, port, tries = 50) {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE" || tries === 0) throw error;
    await listen(server, port + 1, tries - 1);
  }
}

/** Serves the demo pages and the bundles to this machine. */
export async function serveDemo(port) {
  const server = createServer(answer);
  await listen(server, port);
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${address.port}/demo/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
