/** The complete input of a procedure: what the agent sends and what the page gives, in one (contract.md section 11). */
import { observed } from "../values/attempt.js";
import { agentSchema, readBinding } from "../definition/agent-input.js";
import { isRecord } from "../definition/rules.js";
import type { CapabilityShape, ProcedureShape } from "../definition/shape.js";
import type { AgentSchema } from "../schema/types.js";
import { cut, describeValue } from "../values/describe-value.js";
import { isAgentSchemaError } from "../values/errors.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import { copyJson, setOwn } from "../values/json.js";
import type { JsonValue } from "../values/json.js";

type Values = Readonly<Record<string, JsonValue>>;

/** The input, or what is wrong: with keys that are the page's, with the agent's values, or with the page's. */
export type BoundInput =
  | { readonly input: JsonValue }
  | { readonly locked: string[] }
  | { readonly issues: readonly AgentSchemaIssue[] }
  | { readonly failed: Error };

/**
 * @param sent What the agent sent.
 * @param bind What the page gives now.
 * @throws what a schema's `parse` throws that is no AgentSchemaError.
 */
export function bindInput(
  { input: full, procedure }: CapabilityShape & { procedure: ProcedureShape },
  sent: JsonValue,
  bind: () => unknown,
): BoundInput {
  const { bound, overridable, agentInput, fullSchema } = procedure;
  const own: Values = isRecord(sent) ? sent : {};
  const isLocked = (key: string) => !overridable.includes(key);
  const locked = suppliedAmong(own, bound.filter(isLocked), agentInput);
  if (locked.length > 0) return { locked };

  const page = valuesOf(bind);
  // Known only now, where binding failed or gave less at the registration.
  const late = page.keys.filter((key) => !bound.includes(key));
  const lateLocked = suppliedAmong(own, late.filter(isLocked), agentInput);
  if (lateLocked.length > 0) return { locked: lateLocked };
  // With nothing known to be bound the agent would be asked for what is the page's.
  if (page.failed && bound.length === 0) return { failed: page.failed };

  const keys = [...bound, ...late];
  if (keys.length === 0) return parsed(full!, sent);
  if (!isRecord(sent)) {
    return { issues: [{ path: "", message: `expected an object, got ${describeValue(sent)}` }] };
  }
  const expected = late.length > 0 ? agentSchema(full!, fullSchema, keys, overridable) : agentInput;
  const agentPart = parsed(expected, sent);
  if (!("input" in agentPart)) return agentPart;
  if (page.failed) return { failed: page.failed };

  const merged: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(own)) setOwn(merged, key, value);
  for (const [key, value] of Object.entries(page.values)) {
    if (isLocked(key) || !Object.hasOwn(own, key)) setOwn(merged, key, value);
  }
  const whole = parsed(full!, merged);
  return "issues" in whole ? blame(whole.issues, own, keys) : whole;
}

/** The locked keys that the agent sent, by any spelling: an own `__proto__` is a way to spell them all. */
function suppliedAmong(
  own: Values,
  locked: readonly string[],
  { jsonSchema }: AgentSchema<unknown>,
): string[] {
  const supplied = locked.filter((key) => Object.hasOwn(own, key));
  const { properties } = jsonSchema as { properties?: object };
  let part: unknown = own;
  while (isRecord(part) && Object.hasOwn(part, "__proto__")) {
    part = Object.getOwnPropertyDescriptor(part, "__proto__")!.value;
    const carried = isRecord(part) ? locked.filter((key) => Object.hasOwn(part as object, key)) : [];
    supplied.push(...carried);
  }
  const isOdd =
    part !== own && supplied.length === 0 && !(properties && Object.hasOwn(properties, "__proto__"));
  return isOdd ? ["__proto__"] : [...new Set(supplied)];
}

/** What the page gives, as a copy. A key without a value is the page's all the same. */
function valuesOf(bind: () => unknown): { keys: string[]; values: Values; failed?: Error } {
  let keys: string[] = [];
  try {
    const given = readBinding(bind);
    keys = Object.keys(given);
    return { keys, values: copyJson(given) as Values };
  } catch (cause) {
    return { keys, values: {}, failed: new Error("bind() failed.", { cause }) };
  }
}

/** A promise is refused below, which is reported. */
const ignore = (): void => undefined;

function parsed(
  schema: AgentSchema<JsonValue>,
  value: JsonValue,
): { input: JsonValue } | { issues: readonly AgentSchemaIssue[] } {
  try {
    return { input: copyJson(observed(schema.parse(value), ignore)) };
  } catch (error) {
    if (isAgentSchemaError(error)) return { issues: error.issues };
    throw error;
  }
}

/** The page is to blame for its own keys. What is said about the whole may quote a bound value. */
function blame(issues: readonly AgentSchemaIssue[], own: Values, keys: readonly string[]): BoundInput {
  const pages = keys.filter((key) => !Object.hasOwn(own, key));
  if (issues.some(({ path }) => pages.some((key) => isAt(path, key)))) {
    return { failed: new TypeError("bind() gave values that do not fit the schema.") };
  }
  const message = "it does not fit together with what the page gives";
  return { issues: issues.map((issue) => (issue.path === "" ? { path: "", message } : issue)) };
}

/** Whether a place such as `a.b[0]` is the root's key, or in it. */
function isAt(path: string, key: string): boolean {
  const head = cut(key);
  return path.startsWith(head) && ["", ".", "["].includes(path.charAt(head.length));
}
