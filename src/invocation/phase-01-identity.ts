/** Phase 1: is this request new, a repetition, or a different one under a used id? (contract.md section 10) */
import type { Surface } from "../registry/surface.js";
import { canonicalJson } from "../values/canonical-json.js";
import { fnv1a64 } from "../values/digest.js";
import { describeValue } from "../values/describe-value.js";
import type { RandomIds } from "../values/random-ids.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import { copyJson, NotJsonError } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import type { Call, Issued, IssuedRequest } from "./call.js";

interface Ended {
  readonly request: Issued | string;
  readonly result: AgentInvocationResult;
  readonly at: number;
}

/** The calls that are remembered: the running ones, and the ended ones within a bounded window. */
export class Identities {
  readonly #surface: Surface;
  readonly #running = new Map<string, Call>();
  /** Oldest first. */
  readonly #ended = new Map<string, Ended>();

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** A running call, or the result of an ended one, under this key. */
  find(key: string): Call | Ended | undefined {
    const running = this.#running.get(key);
    if (running) return running;
    const ended = this.#ended.get(key);
    const { dedupeCacheTtlMs } = this.#surface.limits;
    return ended && this.#surface.now() - ended.at < dedupeCacheTtlMs ? ended : undefined;
  }

  started(call: Call): void {
    this.#running.set(call.key, call);
  }

  ended(call: Call, result: AgentInvocationResult): void {
    const { key, issued } = call;
    this.#running.delete(key);
    if (!isTerminal(result)) return;
    const { dedupeCacheSize, dedupeCacheTtlMs } = this.#surface.limits;
    const now = this.#surface.now();
    this.#ended.delete(key);
    const request = weigh(issued.request.input ?? null) > maxKeptWeight ? fingerprintOf(issued) : issued;
    this.#ended.set(key, { request, result, at: now });
    for (const [oldest, { at }] of this.#ended) {
      if (this.#ended.size <= dedupeCacheSize && now - at < dedupeCacheTtlMs) break;
      this.#ended.delete(oldest);
    }
  }
}

/** Outcomes that expect the same call again are not remembered: that would break the retry. Nor are conflicts. */
function isTerminal(result: AgentInvocationResult): boolean {
  return (
    result.status === "ok" ||
    !["CONFIRMATION_REQUIRED", "RATE_LIMITED", "INVOCATION_CONFLICT"].includes(result.error.code)
  );
}

/** Ids are kept and repeated, so they are bounded, in characters. */
const maxToken = 512;

/** Heavier inputs are kept as their fingerprint alone. */
const maxKeptWeight = 65_536;

/** About how much memory a value takes: its characters, and some for each value. */
function weigh(value: JsonValue): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  let weight = 1;
  for (const key of Object.keys(value))
    weight += key.length + weigh((value as Record<string, JsonValue>)[key]!);
  return weight;
}

/**
 * Whether two requests are one, as issued. Fingerprints are made only here: most calls come once.
 * @param known A request, or the fingerprint that is left of it.
 */
export function isSame(known: Issued | string, call: Issued): boolean {
  return (typeof known === "string" ? known : fingerprintOf(known)) === fingerprintOf(call);
}

/** What was wrong with a request tells it apart too: an input that is no JSON is not the same as none. */
function fingerprintOf({ request, issues }: Issued): string {
  const { invocationId: _invocationId, expectedVersion, surfaceId, ...rest } = request;
  const value: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(rest)) value[name] = member ?? null;
  if (expectedVersion !== undefined) value["expectedVersion"] = expectedVersion;
  if (surfaceId !== undefined) value["surfaceId"] = surfaceId;
  return fnv1a64(canonicalJson(value) + issues.map(({ path, message }) => `${path} ${message}`).join());
}

/** The request as issued, and what is wrong with it. An agent may send anything, even what cannot be read. */
export function readRequest(raw: unknown, ids: RandomIds): Issued {
  const issues: AgentSchemaIssue[] = [];
  let given: Record<string, unknown> = {};
  let input: JsonValue | undefined;
  try {
    given = { ...(raw as object | null) };
    if (given["input"] !== undefined) input = copyJson(given["input"]);
  } catch (error) {
    // What a getter of the caller threw is not repeated.
    const isKnown = error instanceof NotJsonError;
    issues.push({
      path: isKnown ? error.path : "",
      message: isKnown ? error.message : "it could not be read",
    });
  }
  const text = (field: string): string | undefined => {
    const value = given[field];
    if (value === undefined) return value;
    if (typeof value === "string" && value.length <= maxToken) return value;
    const wanted = `expected a text of at most ${maxToken} characters`;
    issues.push({ path: field, message: `${wanted}, got ${describeValue(value)}` });
    return undefined;
  };
  const { expectedVersion } = given;
  const isVersion = Number.isInteger(expectedVersion);
  if (expectedVersion !== undefined && !isVersion) {
    issues.push({
      path: "expectedVersion",
      message: `expected an integer, got ${describeValue(expectedVersion)}`,
    });
  }
  const request: IssuedRequest = {
    invocationId: text("invocationId") ?? ids.next("inv_", 12),
    capabilityId: text("capabilityId") ?? "",
    instanceId: text("instanceId"),
    registrationId: text("registrationId"),
    surfaceId: text("surfaceId"),
    surfaceVersion: text("surfaceVersion"),
    confirmationId: text("confirmationId"),
    expectedVersion: isVersion ? (expectedVersion as number) : undefined,
    input,
  };
  return { request, issues };
}
