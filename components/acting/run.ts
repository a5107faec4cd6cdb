/** What is common to the ways to run an action. */
import type { JsonValue } from "../../src/values/json.js";
import type { ActionContext, ActionOptions } from "../binding/types.js";

/** What was done. `isFinal`: it is the result as it stands, and nothing is waited for. */
export interface Acted {
  readonly value: JsonValue | undefined;
  readonly isFinal?: boolean;
}

/** @param begin To be called before what `done-on` follows. */
export type Run<T extends Element = Element> = (
  target: T,
  options: ActionOptions,
  input: JsonValue,
  context: ActionContext,
  begin: () => void,
) => Promise<Acted>;
