/** `agent-tags.standard-schema.js`: what the standalone bundles need to take schemas of Zod, Valibot or ArkType. */
import { fromStandardSchema } from "../../src/schema/from-standard-schema.js";
import { extras } from "./extras.js";

extras().fromStandardSchema = fromStandardSchema;
