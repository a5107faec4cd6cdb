/** Phase 1: is this request new, a repetition, or a different one under a used id? (contract.md section 10) */
import type { Surface } from "../registry/surface.js";
import { canonicalJson } from "../values/canonical-json.js";
import { fnv1a64 } from "../values/digest.js";
import { randomId } from "../values/ids.js";
import type { AgentInvocation, AgentInvocationResult } from "../values/invocation.js";
import { copyJson, NotJsonError } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import type { IssuedRequest } from "./call.js";

interface Known {
  readonly fingerprint: string;
  /** While it runs. */
  readonly running?: Promise<AgentInvocationResult>;
  /** Once it ended, and when. */
  readonly result?: AgentInvocationResult;
  readonly at: number;
}

export type Identity =
  | { readonly is: "new"; readonly fingerprint: string }
  | { readonly is: "same"; readonly result: Promise<AgentInvocationResult> }
  | { readonly is: "conflict" };

/** The requests that are remembered: the running ones, and the ended ones within a bounded window. */
export class Identities {
  readonly #surface: Surface;
  readonly #running = new Map<string, Known>();
  /** Oldest first. */
  readonly #ended = new Map<string, Known>();

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  look(consumerKey: string, request: IssuedRequest): Identity {
    const key = joined(consumerKey, request.invocationId);
    const fingerprint = fingerprintOf(request);
    const known = this.#running.get(key) ?? this.#fresh(key);
    if (!known) return { is: "new", fingerprint };
    if (known.fingerprint !== fingerprint) return { is: "conflict" };
    return { is: "same", result: known.running ?? Promise.resolve(known.result!) };
  }

  started(
    consumerKey: string,
    invocationId: string,
    fingerprint: string,
    running: Promise<AgentInvocationResult>,
  ): void {
    this.#running.set(joined(consumerKey, invocationId), { fingerprint, running, at: 0 });
  }

  ended(consumerKey: string, result: AgentInvocationResult): void {
    const key = joined(consumerKey, result.invocationId);
    const known = this.#running.get(key);
    this.#running.delete(key);
    if (!known || !isTerminal(result)) return;
    const { dedupeCacheSize, dedupeCacheTtlMs } = this.#surface.limits;
    const now = this.#surface.now();
    this.#ended.set(key, { fingerprint: known.fingerprint, result, at: now });
    for (const [oldest, { at }] of this.#ended) {
      if (this.#ended.size <= dedupeCacheSize && now - at < dedupeCacheTtlMs) break;
      this.#ended.delete(oldest);
    }
  }

  #fresh(key: string): Known | undefined {
    const known = this.#ended.get(key);
    return known && this.#surface.now() - known.at < this.#surface.limits.dedupeCacheTtlMs
      ? known
      : undefined;
  }
}

/** Outcomes that expect the same call again are not remembered: that would break the retry. */
function isTerminal(result: AgentInvocationResult): boolean {
  return result.status === "ok" || !["CONFIRMATION_REQUIRED", "RATE_LIMITED"].includes(result.error.code);
}

/** With the length in front no two pairs share a key, whatever characters they hold. */
function joined(consumerKey: string, invocationId: string): string {
  return `${consumerKey.length}:${consumerKey}${invocationId}`;
}

function fingerprintOf(request: IssuedRequest): string {
  const { invocationId: _invocationId, expectedVersion, surfaceId, ...rest } = request;
  const value: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(rest)) value[name] = member ?? null;
  if (expectedVersion !== undefined) value["expectedVersion"] = expectedVersion;
  if (surfaceId !== undefined) value["surfaceId"] = surfaceId;
  return fnv1a64(canonicalJson(value));
}

const textFields = [
  "invocationId",
  "instanceId",
  "registrationId",
  "surfaceId",
  "surfaceVersion",
  "confirmationId",
] as const;

/** The request as issued, or what is wrong with it. An agent may send anything. */
export function readRequest(raw: AgentInvocation): { request: IssuedRequest; issues: AgentSchemaIssue[] } {
  const given = { ...(raw as object | null) } as Record<string, unknown>;
  const issues: AgentSchemaIssue[] = [];
  const text = (field: string): string | undefined => {
    const value = given[field];
    if (value === undefined || typeof value === "string") return value;
    issues.push({
      path: field,
      message: `expected a text, got ${value === null ? "null" : `a ${typeof value}`}`,
    });
    return undefined;
  };
  const texts = Object.fromEntries(textFields.map((field) => [field, text(field)])) as Record<
    (typeof textFields)[number],
    string | undefined
  >;
  const { expectedVersion } = given;
  if (expectedVersion !== undefined && !Number.isInteger(expectedVersion)) {
    issues.push({
      path: "expectedVersion",
      message: "expected an integer, the version of the window as you read it",
    });
  }
  let input: JsonValue | undefined;
  try {
    input = given["input"] === undefined ? undefined : copyJson(given["input"]);
  } catch (error) {
    if (error instanceof NotJsonError) issues.push({ path: error.path, message: error.message });
    else issues.push({ path: "", message: "the input could not be read as JSON" });
  }
  const request: IssuedRequest = {
    ...texts,
    invocationId: texts.invocationId ?? randomId("inv_", 12),
    capabilityId: text("capabilityId") ?? "",
    expectedVersion: Number.isInteger(expectedVersion) ? (expectedVersion as number) : undefined,
    input,
  };
  return { request, issues };
}
