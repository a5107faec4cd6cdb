/** The errors of the core: what agents are told, what schemas report, what authors must mend. */
import type { AgentSchemaIssue } from "./issues.js";
import type { JsonValue } from "./json.js";

export type { AgentSchemaIssue };

/** The closed list. */
export const errorCodes = [
  "CAPABILITY_NOT_FOUND",
  "CAPABILITY_NOT_AVAILABLE",
  "AMBIGUOUS_INSTANCE",
  "COMPONENT_UNMOUNTED",
  "STALE_CAPABILITY",
  "INVOCATION_CONFLICT",
  "INVALID_INPUT",
  "NOT_AUTHENTICATED",
  "NOT_AUTHORIZED",
  "PRECONDITION_FAILED",
  "CONFIRMATION_REQUIRED",
  "CONFIRMATION_INVALID",
  "RATE_LIMITED",
  "TIMEOUT",
  "CANCELLED",
  "EXECUTION_FAILED",
] as const;

export type AgentCapabilityErrorCode = (typeof errorCodes)[number];

export const errorRetries = [
  "no",
  "yes",
  "after-refresh",
  "after-delay",
  "with-confirmation",
  "with-changes",
] as const;

export type AgentErrorRetry = (typeof errorRetries)[number];

export interface AgentCapabilityErrorPayload {
  code: AgentCapabilityErrorCode;
  /** Safe for agents, in the imperative: what happened, to what, what to do next. 300 characters at most. */
  message: string;
  retry: AgentErrorRetry;
  details?: Record<string, JsonValue>;
}

/** Brands instead of `instanceof`: a page may carry several copies of this library. */
const surfaceErrorBrand = Symbol.for("agent-tags/AgentSurfaceError");
const schemaErrorBrand = Symbol.for("agent-tags/AgentSchemaError");

/** Thrown by a handler, policy, precondition or executor, it reaches the agent as it is; everything else is masked. */
export class AgentSurfaceError extends Error {
  readonly payload: AgentCapabilityErrorPayload;
  constructor(payload: AgentCapabilityErrorPayload, options?: { cause?: unknown }) {
    super(payload.message, options);
    this.name = "AgentSurfaceError";
    this.payload = payload;
    Object.defineProperty(this, surfaceErrorBrand, { value: true });
  }
}

export function isAgentSurfaceError(error: unknown): error is AgentSurfaceError {
  return hasBrand(error, surfaceErrorBrand);
}

/** A value that does not fit its schema, with every failing field. */
export class AgentSchemaError extends Error {
  readonly issues: AgentSchemaIssue[];
  constructor(issues: AgentSchemaIssue[]) {
    super(issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "));
    this.name = "AgentSchemaError";
    this.issues = issues;
    Object.defineProperty(this, schemaErrorBrand, { value: true });
  }
}

export function isAgentSchemaError(error: unknown): error is AgentSchemaError {
  return hasBrand(error, schemaErrorBrand);
}

export type AgentDefinitionErrorCode =
  "INVALID_ID" | "INVALID_DEFINITION" | "PLANE_VIOLATION" | "DUPLICATE_CAPABILITY" | "LIMIT_EXCEEDED";

/** A definition that its author must mend. Thrown by `register` and by the schema constructors in every environment. */
export class AgentSurfaceDefinitionError extends Error {
  readonly code: AgentDefinitionErrorCode;
  /** A finer word, `"unsupported-schema"` for instance. */
  readonly reason?: string;
  /** Where: a JSON pointer into a schema, or the name of a field. */
  readonly path?: string;
  constructor(code: AgentDefinitionErrorCode, message: string, at: { reason?: string; path?: string } = {}) {
    super(message);
    this.name = "AgentSurfaceDefinitionError";
    this.code = code;
    Object.assign(this, at);
  }
}

function hasBrand(error: unknown, brand: symbol): boolean {
  try {
    return typeof error === "object" && error !== null && (error as Record<symbol, unknown>)[brand] === true;
  } catch {
    // What is thrown may be anything, a proxy too.
    return false;
  }
}
