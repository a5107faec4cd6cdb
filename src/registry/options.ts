/** What a host may configure, and what of it would pass unnoticed: a misspelt `polices` is no policies at all. */
import { checkFields } from "../definition/check-fields.js";
import { handler, isOneOf, isRecord, object, policies } from "../definition/rules.js";
import type { Rules } from "../definition/rules.js";
import type { AgentPolicy } from "../definition/policy.js";
import { demandsOf } from "../policy/demand.js";
import { defaultLimits } from "../values/limits.js";
import type { RegistryOptions } from "./types.js";

type Report = (error: unknown) => void;

const optionRules: Rules = {
  environment: isOneOf("development", "production", "test"),
  context: handler,
  policies,
  audit: [isSink, "a sink with a function record(event)"],
  onRegister: handler,
  onDuplicateInstance: isOneOf("reject", "replace"),
  duplicateSuffixPolicy: isOneOf("off", "warn", "error"),
  route: handler,
  limits: object,
  now: handler,
  schedule: [isScheduler, "a scheduler with the functions task, timeout and clear"],
};

/** @throws {AgentSurfaceDefinitionError} that names the option and what it must be. */
export function checkOptions(options: RegistryOptions): void {
  const known = Object.keys(optionRules).map((name) => [name, options[name as keyof RegistryOptions]]);
  checkFields("The registry", Object.fromEntries(known) as object, optionRules);
}

/** For development: names that mean nothing. */
export function reportUnknown(options: RegistryOptions, report: Report): void {
  for (const [given, known, what] of [
    [options, optionRules, "option"],
    [options.limits ?? {}, defaultLimits, "limit"],
  ] as const) {
    for (const name of Object.keys(given)) {
      if (Object.hasOwn(known, name)) continue;
      report(
        new Error(`The registry has no ${what} "${name}". There are: ${Object.keys(known).join(", ")}.`),
      );
    }
  }
}

/** For development: policies that decide nothing. */
export function reportIdle(policies: Iterable<AgentPolicy>, report: Report): void {
  for (const policy of policies) {
    const { name, onDiscovery, onAuthorize, onInvoke } = policy;
    if (onDiscovery ?? onAuthorize ?? onInvoke ?? demandsOf([policy])[0]) continue;
    report(
      new Error(
        `The policy "${name}" has none of onDiscovery, onAuthorize and onInvoke: it decides nothing.`,
      ),
    );
  }
}

function isSink(value: unknown): boolean {
  return isRecord(value) && typeof value["record"] === "function";
}

function isScheduler(value: unknown): boolean {
  return isRecord(value) && ["task", "timeout", "clear"].every((name) => typeof value[name] === "function");
}
