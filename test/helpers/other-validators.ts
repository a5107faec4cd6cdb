/** Two other validators of draft 2020-12, both with `format` asserted. */
import { Validator } from "@cfworker/json-schema";
import {
  registerSchema,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";
import type { JsonSchema } from "../../src/schema/index.js";

export type Accepts = (value: unknown) => boolean;

/** It writes into schemas. */
export function byCfworker(schema: JsonSchema): Accepts {
  const validator = new Validator(structuredClone(schema), "2020-12");
  return (value) => validator.validate(value).valid;
}

let count = 0;

export async function byHyperjump(schema: JsonSchema): Promise<Accepts> {
  setShouldValidateFormat(true);
  const uri = `https://schemas.example/${count++}`;
  registerSchema({ $schema: "https://json-schema.org/draft/2020-12/schema", ...schema }, uri);
  try {
    const isValid = await validate(uri);
    return (value) => isValid(value as never).valid;
  } finally {
    unregisterSchema(uri);
  }
}
