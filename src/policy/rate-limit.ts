import type { AgentPolicy } from "../definition/policy.js";
import { consumerKey } from "../values/consumer.js";
import { AgentSurfaceError } from "../values/errors.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import { demandThat } from "./options.js";

export interface RateLimitOptions {
  /** Calls, 1 at least. */
  limit: number;
  /** Milliseconds. */
  windowMs: number;
}

interface Window {
  readonly start: number;
  calls: number;
}

/** How many pairs of consumer and capability are counted; the one that called longest ago is forgotten first. */
const maxCounted = 1_000;

/**
 * At most `limit` calls in a window of `windowMs`, for each consumer and capability. A window begins with its first call.
 * A call that ends with a question to a person gives its place back: the approved call comes again.
 */
export function rateLimit({ limit, windowMs }: RateLimitOptions): AgentPolicy {
  demandThat(Number.isInteger(limit) && limit >= 1, "rateLimit: limit is an integer of 1 or more.");
  demandThat(Number.isFinite(windowMs) && windowMs > 0, "rateLimit: windowMs is a time in milliseconds.");
  const windows = new Map<string, Window>();

  const windowAt = (key: string, at: number): Window => {
    const last = windows.get(key);
    const age = last ? at - last.start : Infinity;
    // A clock that was set back begins anew.
    const current = last && age >= 0 && age < windowMs ? last : { start: at, calls: 0 };
    windows.delete(key);
    windows.set(key, current);
    if (windows.size > maxCounted) windows.delete(windows.keys().next().value!);
    return current;
  };

  return {
    name: "rate-limit",
    async onAuthorize({ consumer, capabilityId, now }, next) {
      const at = now();
      const current = windowAt(`${capabilityId} ${consumerKey(consumer)}`, at);
      if (current.calls >= limit) throw tooMany(capabilityId, limit, windowMs, current.start + windowMs - at);
      current.calls += 1;
      const result = await next();
      if (isQuestion(result)) current.calls -= 1;
      return result;
    },
  };
}

/** To a person of this page: nothing ran yet. */
function isQuestion(result: AgentInvocationResult): boolean {
  if (result.status === "ok" || result.error.code !== "CONFIRMATION_REQUIRED") return false;
  return result.error.details?.["origin"] === "client";
}

function tooMany(capabilityId: string, limit: number, windowMs: number, wait: number): AgentSurfaceError {
  const retryAfterMs = Math.ceil(wait);
  return new AgentSurfaceError({
    code: "RATE_LIMITED",
    message: `"${capabilityId}" takes ${limit} calls in ${windowMs} ms at most. Try again in ${retryAfterMs} ms.`,
    retry: "after-delay",
    details: { reason: "rate", retryAfterMs },
  });
}
