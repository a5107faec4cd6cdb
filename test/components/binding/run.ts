/** Runs a binding as an element does. */
import type { ActionBinding } from "../../../components/binding/binding.js";
import { isAgentSurfaceError, type AgentCapabilityErrorPayload } from "../../../src/values/errors.js";
import type { JsonValue } from "../../../src/values/json.js";

export function run(
  binding: ActionBinding,
  input: JsonValue = {},
  resultFrom?: () => Element | undefined,
): Promise<JsonValue | undefined> {
  return binding.run(input, {
    signal: new AbortController().signal,
    ...(resultFrom && { resultFrom }),
  });
}

/** The refusal that a call ends with. */
export async function refused(call: Promise<unknown>): Promise<AgentCapabilityErrorPayload> {
  try {
    await call;
  } catch (error) {
    if (isAgentSurfaceError(error)) return error.payload;
    throw error;
  }
  throw new Error("the call was not refused");
}

/** Notes the events that reach an element, as `type name`. */
export function record(element: EventTarget, ...types: string[]): string[] {
  const seen: string[] = [];
  for (const type of types) {
    element.addEventListener(type, ({ target }) => {
      seen.push(`${type} ${(target as Element).getAttribute("name") ?? (target as Element).localName}`);
    });
  }
  return seen;
}
