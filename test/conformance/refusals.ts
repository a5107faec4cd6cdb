/** What `register` says about definitions that their authors must mend. */
import {
  AgentSurfaceDefinitionError,
  type AgentComponentDefinition,
  type AgentEnvironment,
  type AgentSurfaceLimits,
} from "../../src/index.js";
import { act, cart, createSurface, look } from "../helpers/surface.js";

interface Where {
  readonly environment?: AgentEnvironment;
  readonly limits?: Partial<AgentSurfaceLimits>;
}

/** The definition error of `register`, or `undefined` where it takes the definition. */
export function refusalOf(definition: unknown, where: Where = {}): AgentSurfaceDefinitionError | undefined {
  try {
    createSurface(where).registry.register(definition as AgentComponentDefinition);
    return undefined;
  } catch (error) {
    if (error instanceof AgentSurfaceDefinitionError) return error;
    throw error;
  }
}

/** The code of that error, or "ok". */
export function codeOf(definition: unknown, where: Where = {}): string {
  return refusalOf(definition, where)?.code ?? "ok";
}

/** A component with fields of any value. */
export function component(own: object): AgentComponentDefinition {
  return cart(own);
}

/** A component with one action `apply`, with fields of any value. */
export function withAction(own: object): AgentComponentDefinition {
  return cart({ actions: { apply: act(own) as never } });
}

/** A component with one observation `read`, with fields of any value. */
export function withObservation(own: object): AgentComponentDefinition {
  return cart({ observations: { read: look(own) as never } });
}

/** A component with an action or observation under any name. */
export function named(name: string, kind: "actions" | "observations" = "actions"): AgentComponentDefinition {
  return cart({ observations: {}, actions: {}, [kind]: { [name]: kind === "actions" ? act() : look() } });
}

/** `record` without one of its fields. */
export function without(record: object, field: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}
