import { fileURLToPath } from "node:url";
import { join } from "node:path";

/** The repository's root; every script works there, wherever it was started. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Results and stamps that may be thrown away at any time. */
export const cache = join(root, "node_modules/.cache/agent-tags");
