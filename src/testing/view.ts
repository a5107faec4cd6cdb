/** Calls on the surface for one consumer and one host: finds tokens, repeats questions, waits for the person. */
import { AgentSurfaceError } from "../index.js";
import type {
  AgentConsumer,
  AgentInvocation,
  AgentInvocationResult,
  AgentSurfaceRegistry,
} from "../index.js";
import type { Host, HostScope } from "./host-scope.js";
import { matching, targetsIn, theOne } from "./targets.js";
import type { TestInvokeOptions, TestView } from "./types.js";

/** What the views of one surface share. */
export interface World {
  readonly registry: AgentSurfaceRegistry;
  readonly scope: HostScope;
  /** The call that each question was asked for. */
  readonly asked: Map<string, string>;
  nextInvocationId(): string;
  isDisposed(): boolean;
}

/** @param host absent: the surface's own */
export function createView(world: World, consumer: AgentConsumer, host?: Host): TestView {
  const { registry, scope } = world;

  const snapshot: TestView["snapshot"] = (context) =>
    scope.during(host, () => registry.snapshot({ consumer, ...context }));

  const invoke: TestView["invoke"] = (capabilityId, input, options = {}) =>
    scope.until(host, () => {
      const { consumer: _consumer, signal: _signal, timeoutMs: _timeoutMs, wait = false, ...given } = options;
      const request: AgentInvocation & { invocationId: string } = {
        capabilityId,
        ...(input !== undefined && { input }),
        ...(given.registrationId === undefined && foundTokens(capabilityId, options)),
        ...given,
        invocationId: given.invocationId ?? invocationIdFor(world, given.confirmationId),
      };
      return call(world, request, { consumer, ...options, wait });
    });

  const foundTokens = (capabilityId: string, options: TestInvokeOptions): Partial<AgentInvocation> => {
    const seen = registry.snapshot({ consumer: options.consumer ?? consumer });
    const [first, ...others] = matching(targetsIn(seen), capabilityId, options.instanceId);
    if (!first || others.length > 0) return {};
    const { registrationId, instanceId, isDangerous } = first;
    return {
      registrationId,
      ...(instanceId !== undefined && { instanceId }),
      ...(isDangerous && { surfaceVersion: seen.surfaceVersion }),
    };
  };

  return {
    snapshot,
    invoke,
    async observe<T>(...call: Parameters<typeof invoke>) {
      const result = await invoke(...call);
      if (result.status === "error") throw unexpected(result);
      return result.output as T;
    },
    captureRef(capabilityId, wanted) {
      const seen = snapshot();
      const { registrationId, instanceId } = theOne(targetsIn(seen), capabilityId, wanted);
      const tokens = {
        registrationId,
        surfaceVersion: seen.surfaceVersion,
        ...(instanceId !== undefined && { instanceId }),
      };
      return Object.freeze({
        capabilityId,
        ...tokens,
        invoke: (...[input, options]: [Parameters<typeof invoke>[1]?, TestInvokeOptions?]) =>
          invoke(capabilityId, input, { ...tokens, ...options }),
      });
    },
  };
}

async function call(
  { registry, asked, isDisposed }: World,
  request: AgentInvocation & { invocationId: string },
  options: TestInvokeOptions & { wait: boolean },
): Promise<AgentInvocationResult> {
  const first = await registry.invoke(request, options);
  const confirmationId = questionOf(first);
  if (confirmationId === undefined) return first;
  asked.set(confirmationId, request.invocationId);
  if (!options.wait) return first;
  const { signal } = options;
  try {
    await registry.confirmations.waitFor(confirmationId, signal && { signal });
  } catch {
    // The caller gave up: the question leaves the screen, and the call below comes to CANCELLED.
    registry.confirmations.resolve(confirmationId, { approved: false, reason: "removed" });
  }
  if (isDisposed()) return first;
  asked.delete(confirmationId);
  // The approval binds the registration; what else changed on the surface meanwhile does not matter any more.
  const { surfaceVersion: _surfaceVersion, ...again } = request;
  return registry.invoke({ ...again, confirmationId }, options);
}

/** An approval goes with the call that asked for it, once: to spend it again is another call. */
function invocationIdFor({ asked, nextInvocationId }: World, confirmationId: string | undefined): string {
  const known = confirmationId === undefined ? undefined : asked.get(confirmationId);
  if (known === undefined) return nextInvocationId();
  asked.delete(confirmationId!);
  return known;
}

/** The question that a person of this page must answer before the call can run. */
function questionOf(result: AgentInvocationResult): string | undefined {
  if (result.status === "ok" || result.error.code !== "CONFIRMATION_REQUIRED") return undefined;
  const { confirmationId, origin } = result.error.details ?? {};
  return origin === "client" && typeof confirmationId === "string" ? confirmationId : undefined;
}

function unexpected({ capabilityId, error }: AgentInvocationResult & { status: "error" }): Error {
  const details = error.details ? ` ${JSON.stringify(error.details)}` : "";
  return new Error(`"${capabilityId}" came to ${error.code}: ${error.message}${details}`, {
    cause: new AgentSurfaceError(error),
  });
}
