/** Failures that hosts word themselves: what of them may travel. */
import { isRecord } from "../definition/rules.js";
import { attempt } from "../values/attempt.js";
import { errorCodes, errorRetries, isAgentSurfaceError } from "../values/errors.js";
import { copyJson } from "../values/json.js";
import { make } from "./failure.js";
import type { Failure } from "./failure.js";

/** What an `AgentSurfaceError` tells the agent, as a copy; `undefined` for every other error, and where it tells nothing that can travel. */
export function toldBy(error: unknown): Failure | undefined {
  return isAgentSurfaceError(error) ? readFailure(error.payload) : undefined;
}

/** A copy of a failure that came from outside; `undefined` where it is none. */
export function readFailure(payload: unknown): Failure | undefined {
  const copy = attempt(
    () => copyJson(payload) as unknown as Partial<Failure> | null,
    () => undefined,
  );
  const { code, message, retry, details } = copy ?? {};
  if (!isAmong(errorCodes, code) || typeof message !== "string") return undefined;
  return make(
    code,
    isAmong(errorRetries, retry) ? retry : "no",
    message,
    isRecord(details) ? details : undefined,
  );
}

function isAmong<T>(list: readonly T[], value: unknown): value is T {
  return list.includes(value as T);
}
