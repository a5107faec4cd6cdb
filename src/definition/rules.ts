/** What each field of a definition must be: one table a kind, from which the checks and their messages come. */
import { isComponentType, isInstanceId } from "../values/ids.js";

/** Whether a value will do, what it must be in words, and whether it may be left out. */
export type Rule = readonly [test: Test, needs: string, required?: "required"];
export type Rules = Readonly<Record<string, Rule>>;
type Test = (value: never) => boolean;

function isOfType(type: string): (value: unknown) => boolean {
  return (value) => typeof value === type;
}

export function isOneOf(...words: string[]): Rule {
  return [(value: string) => words.includes(value), words.map((word) => `"${word}"`).join(" or ")];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPaths(value: unknown): boolean {
  return Array.isArray(value) && value.every((path) => typeof path === "string");
}

function isPolicies(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPolicy);
}

function isPolicy(value: unknown): boolean {
  if (!isRecord(value) || typeof value["name"] !== "string") return false;
  const { onDiscovery, onAuthorize, onInvoke } = value;
  return [onDiscovery, onAuthorize, onInvoke].every((hook) =>
    ["function", "undefined"].includes(typeof hook),
  );
}

function isSchema(value: unknown): boolean {
  return isRecord(value) && typeof value["parse"] === "function" && isRecord(value["jsonSchema"]);
}

function isParent(value: unknown): boolean {
  return isRecord(value) && isComponentType(value["type"]) && isInstanceId(value["instanceId"] ?? "default");
}

function isConcurrency(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { mode, key, max } = value;
  if (mode === "key") return typeof key === "string" && key !== "";
  if (mode === "parallel") return Number.isInteger(max) && (max as number) > 0;
  return mode === "instance" || mode === "capability";
}

export function isFilled(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

function isTextOrFunction(value: unknown): boolean {
  return typeof value === "string" || typeof value === "function";
}

export function required([test, needs]: Rule): Rule {
  return [test, needs, "required"];
}

const text: Rule = [isOfType("string"), "a text"];
export const flag: Rule = [isOfType("boolean"), "true or false"];
export const handler: Rule = [isOfType("function"), "a function"];
export const object: Rule = [isRecord, "an object"];
const paths: Rule = [isPaths, 'a list of paths such as "card.number"'];
export const schema: Rule = [
  isSchema,
  "a schema: wrap a JSON Schema with fromJsonSchema, a Zod schema with fromStandardSchema",
];

export const description: Rule = [isFilled, "a text that tells agents what it is", "required"];
export const policies: Rule = [
  isPolicies,
  "a list of policies, each with a name and functions as onDiscovery, onAuthorize and onInvoke",
];

const common: Rules = { description, label: text, meta: object, policies };

/** When a capability can be used, and why not. */
export const whenRules: Rules = {
  when: handler,
  unavailableReason: [isTextOrFunction, "a text, or a function that gives one"],
};

export const componentRules: Rules = {
  ...common,
  type: [isComponentType, 'lower-case words joined by dots, such as "shop.cart"', "required"],
  instanceId: [isInstanceId, 'made of letters, digits, "_" and "-", such as "order-42"'],
  parent: [isParent, "{ type, instanceId? } of another component"],
  internal: object,
  origin: text,
  priority: [Number.isFinite, "a number"],
  enabled: flag,
  state: handler,
  sensitive: paths,
  observations: object,
  actions: object,
  procedures: [Array.isArray, "a list of bindings"],
};

const capabilityRules: Rules = {
  ...common,
  input: schema,
  output: schema,
  ...whenRules,
  timeoutMs: [isPositive, "a number of milliseconds above 0"],
};

export const observationRules: Rules = {
  ...capabilityRules,
  output: required(schema),
  untrusted: flag,
  read: required(handler),
};

export const actionRules: Rules = {
  ...capabilityRules,
  input: required(schema),
  effect: required(isOneOf("local-state", "navigation")),
  idempotent: flag,
  reversible: flag,
  confirmation: isOneOf("never", "optional", "required"),
  audit: isOneOf("none", "metadata", "full"),
  precondition: handler,
  execute: required(handler),
  concurrency: [
    isConcurrency,
    '{ mode: "instance" }, { mode: "capability" }, { mode: "key", key } or { mode: "parallel", max }',
  ],
  sensitive: paths,
};
