/** What each field of a procedure's binding must be. */
import { isComponentType, isInstanceId } from "../values/ids.js";
import { serverEffects } from "./effect.js";
import {
  description,
  flag,
  handler,
  isFilled,
  isOneOf,
  isRecord,
  object,
  policies,
  required,
  schema,
  whenRules,
} from "./rules.js";
import type { Rules } from "./rules.js";

function isContext(value: unknown): boolean {
  return isRecord(value) && isComponentType(value["type"]) && isInstanceId(value["instanceId"]);
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

export const bindingRules: Rules = {
  kind: required(isOneOf("procedure-binding")),
  ref: required(object),
  config: required(object),
  contextLink: [isContext, "{ type, instanceId } of a component"],
};

export const refRules: Rules = {
  id: [isFilled, '"domain:" and the path', "required"],
  path: [isFilled, 'the procedure\'s path, such as "orders.cancel"', "required"],
  description,
  inputSchema: required(schema),
  outputSchema: schema,
  effect: required(isOneOf(...(serverEffects as string[]))),
  requiresApproval: flag,
};

export const configRules: Rules = {
  ...whenRules,
  bind: handler,
  overridableFields: [isNames, "a list of keys of the input"],
  confirmation: isOneOf("optional", "required"),
  policies,
  describe: handler,
  meta: object,
};
