import { createReadStream, statSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

const types = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript",
  ".svg": "image/svg+xml",
};

function findFile(folder, path) {
  const file = join(folder, normalize(path));
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isDirectory() ? findFile(file, "index.html") : stat && file;
}

/**
 * A plain file server on a free port of this machine, by default of the whole repository. `pages` are served from
 * memory, HTML by path; `headers` go out with every answer: a content security policy, say.
 * @param {{ folder?: string, pages?: Record<string, string>, headers?: Record<string, string> }} [options]
 */
export async function serve({ folder = root, pages = {}, headers = {} } = {}) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const page = pages[path];
    const file = page === undefined ? findFile(folder, path) : undefined;
    if (page === undefined && !file) return void response.writeHead(404).end();
    const type = file ? types[extname(file)] : types[".html"];
    response.writeHead(200, { "content-type": type ?? "application/octet-stream", ...headers });
    if (file) createReadStream(file).pipe(response);
    else response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    /** @returns {Promise<void>} */
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
