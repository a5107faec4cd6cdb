/** `agent-tags.standard-schema.js`: what the standalone bundles need to take what Zod, Valibot or ArkType convert. */
import { normalizePlace } from "../../src/schema/normalize.js";
import { extras } from "./extras.js";

extras().normalizePlace = normalizePlace;
