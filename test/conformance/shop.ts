/** What the areas about calls share: `shop.cart` with the action `apply` and the observation `read`, and what reached them. */
import type {
  AgentActionContext,
  AgentComponentDefinition,
  AgentInvocation,
  AgentInvocationResult,
  AgentPolicy,
  AgentPolicyNext,
  AgentRegistrationHandle,
  InvokeOptions,
  JsonValue,
  RegistryOptions,
} from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  deferred,
  look,
  type Deferred,
  type TestSurface,
} from "../helpers/surface.js";

export const apply = "view:shop.cart.apply";
export const read = "view:shop.cart.read";

type Call = (own?: Partial<AgentInvocation>, options?: InvokeOptions) => Promise<AgentInvocationResult>;

export interface Shop extends TestSurface {
  readonly handle: AgentRegistrationHandle;
  readonly definition: AgentComponentDefinition;
  /** Calls `apply`. */
  readonly call: Call;
  /** Calls `read`. */
  readonly look: Call;
}

export interface ShopOptions extends RegistryOptions {
  /** The action's own fields. */
  action?: Parameters<typeof act>[0];
  /** The observation's own fields. */
  observation?: Parameters<typeof look>[0];
  /** The component's own fields. */
  component?: Partial<AgentComponentDefinition>;
}

/** A shop whose action gives the inputs that it got to `ran` and answers at once. */
export function openShop(options: ShopOptions = {}): Shop & { readonly ran: JsonValue[] } {
  const ran: JsonValue[] = [];
  const execute = (input: JsonValue) => void ran.push(input);
  return { ...open({ ...options, action: { execute, ...options.action } }), ran };
}

export interface Run extends Deferred<JsonValue> {
  readonly input: JsonValue;
  readonly context: AgentActionContext;
}

/** A shop whose action goes on until its `runs` are told to end; parallel unless the test says otherwise. */
export function openBusyShop(options: ShopOptions = {}): Shop & { readonly runs: Run[] } {
  const runs: Run[] = [];
  const execute = (input: JsonValue, context: AgentActionContext): Promise<JsonValue> => {
    const handler = deferred<JsonValue>();
    runs.push({ ...handler, input, context });
    return handler.promise;
  };
  return { ...open({ ...options, action: { execute, ...options.action } }), runs };
}

function open({ action, observation, component, ...options }: ShopOptions): Shop {
  const surface = createSurface(options);
  const definition = cart({
    observations: { read: look(observation) },
    actions: { apply: act(action) },
    ...component,
  });
  const handle = surface.registry.register(definition);
  const caller =
    (capabilityId: string): Call =>
    (own, invokeOptions) =>
      surface.registry.invoke({ capabilityId, ...own }, invokeOptions);
  return { ...surface, handle, definition, call: caller(apply), look: caller(read) };
}

export type Stage = "onAuthorize" | "onInvoke";

/** A policy with one layer. */
export function layer(
  stage: Stage,
  body: (next: AgentPolicyNext, context: Record<string, unknown>) => Promise<AgentInvocationResult>,
): AgentPolicy {
  return { name: "layer", [stage]: (context: never, next: AgentPolicyNext) => body(next, context) };
}

/** Whether a promise is settled when all that is ready has happened; `advance(0)` of the surface's time before it. */
export async function isSettled(promise: Promise<unknown>, { time }: TestSurface): Promise<boolean> {
  let settled = false;
  void promise.then(
    () => (settled = true),
    () => (settled = true),
  );
  await time.advance(0);
  return settled;
}

/** The reason of a call that was refused. */
export function reasonOf(result: AgentInvocationResult): unknown {
  return result.status === "error" ? result.error.details?.["reason"] : undefined;
}
