import { importActing } from "../element/lazy-parts.js";
import type * as Calling from "./calling.js";

/** What the standalone bundles load when an agent first calls: one file, with what acts on the page in it. */
export const importCalling = importActing as () => Promise<typeof Calling>;

/** It came with the phases that run the call. */
export const loadActing = importCalling;
