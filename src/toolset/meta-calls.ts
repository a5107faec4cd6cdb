import { catalogOf } from "../registry/catalog.js";
import type { RegistryCatalog } from "../registry/catalog.js";
import type { AgentSurfaceRegistry } from "../registry/types.js";
import { isAgentSchemaError } from "../values/errors.js";
import type { AgentSchemaIssue } from "../values/errors.js";
import type { AgentInvocationResult } from "../values/invocation.js";
import type { JsonValue } from "../values/json.js";
import { Caller } from "./caller.js";
import { fitDiscovery } from "./discovery.js";
import type { Budget } from "./discovery.js";
import type { MetaInput, MetaTool } from "./meta-tools.js";
import { narrowScope } from "./narrow-scope.js";
import { invalidInput, notExecuted } from "./refusals.js";
import type { Asked } from "./refusals.js";
import { ToldRegistrations } from "./told-registrations.js";
import type { AgentToolCall, AgentToolsetOptions } from "./types.js";

/** What the three tools of the mode "meta" do. */
export class MetaCalls {
  readonly #registry: AgentSurfaceRegistry;
  readonly #catalog: RegistryCatalog;
  readonly #options: AgentToolsetOptions;
  readonly #caller: Caller;
  readonly #budget: Budget;
  readonly #told = new ToldRegistrations();

  constructor(registry: AgentSurfaceRegistry, options: AgentToolsetOptions) {
    this.#registry = registry;
    this.#catalog = catalogOf(registry);
    this.#options = options;
    this.#caller = new Caller(registry, options);
    const { maxComponents = Infinity, maxBytes = this.#catalog.limits.maxOutputBytes } = options.budget ?? {};
    this.#budget = { maxComponents, maxBytes };
  }

  dispose(): void {
    this.#caller.dispose();
  }

  async execute(
    { name, schema }: MetaTool,
    raw: JsonValue,
    given: AgentToolCall,
  ): Promise<AgentInvocationResult> {
    let call: AgentToolCall = {};
    let input: MetaInput;
    try {
      call = { ...given };
    } catch {
      return notExecuted(this.#asked(call, name), "no", "since its options cannot be used");
    }
    try {
      input = schema.parse(raw ?? {});
    } catch (error) {
      return invalidInput(this.#asked(call, name), issuesOf(error));
    }
    if (name === "surface_discover") return this.#discover(input, call);
    return this.#run(name === "surface_read", input, call);
  }

  #discover(input: MetaInput, call: AgentToolCall): AgentInvocationResult {
    const asked = this.#asked(call, "surface_discover");
    if (call.signal?.aborted) return notExecuted(asked, "yes", "before it began");
    const { consumer, scope: configured, includeUnavailable = true } = this.#options;
    const narrowed = narrowScope(configured, input.scope);
    const { scope } = narrowed;
    const snapshot = this.#registry.snapshot({ consumer, includeUnavailable, ...(scope && { scope }) });
    // For a snapshot an empty scope is everything.
    const isNothing = scope?.length === 0;
    const discovery = fitDiscovery(
      isNothing ? { ...snapshot, components: [], procedures: [] } : snapshot,
      narrowed,
      this.#budget,
    );
    this.#told.tell(discovery);
    this.#caller.saw(discovery.surfaceVersion);
    return { status: "ok", ...asked, output: discovery as unknown as JsonValue };
  }

  async #run(isReading: boolean, input: MetaInput, call: AgentToolCall): Promise<AgentInvocationResult> {
    const { capabilityId = "", instanceId, invocationId, confirmationId, ...rest } = input;
    const own: AgentToolCall = {
      ...call,
      ...(invocationId !== undefined && { toolCallId: invocationId }),
      ...(confirmationId !== undefined && { confirmationId }),
    };
    const { consumer, scope } = this.#options;
    const found = this.#catalog.find(capabilityId, instanceId, consumer);
    // What lies outside is as if it were not there: the registry says so.
    const inside = found.filter(({ component }) => this.#catalog.inScope(component, scope));
    const misfit = inside.find(({ shape }) => (shape.kind === "observation") !== isReading);
    if (misfit) return invalidInput(this.#asked(own, capabilityId), [wrongTool(misfit.shape.kind)]);
    // What was looked at here is what runs, also where the phases are still to be loaded.
    const only = inside.length === 1 ? inside[0]!.registrationId : undefined;
    const registrationId = this.#told.tokenFor(capabilityId, instanceId) ?? only;
    const result = await this.#caller.call(
      {
        ...rest,
        capabilityId,
        ...(instanceId !== undefined && { instanceId }),
        ...(registrationId !== undefined && { registrationId }),
      },
      own,
    );
    if (isStale(result)) this.#told.refused(capabilityId, instanceId);
    return result;
  }

  #asked({ toolCallId }: AgentToolCall, capabilityId: string): Asked {
    return {
      invocationId: typeof toolCallId === "string" ? toolCallId : this.#catalog.ids.next("inv_", 12),
      capabilityId,
      surfaceVersion: this.#registry.getVersion(),
    };
  }
}

function wrongTool(kind: string): AgentSchemaIssue {
  const [article, tool] =
    kind === "observation" ? ["an", "surface_read"] : [kind === "action" ? "an" : "a", "surface_act"];
  return { path: "capabilityId", message: `it is ${article} ${kind}, call ${tool} instead` };
}

function isStale(result: AgentInvocationResult): boolean {
  if (result.status === "ok") return false;
  return ["STALE_CAPABILITY", "COMPONENT_UNMOUNTED", "CAPABILITY_NOT_FOUND"].includes(result.error.code);
}

/** What was wrong, without what came: an input that is no object may well be one with secrets, as a text. */
function issuesOf(error: unknown): AgentSchemaIssue[] {
  if (!isAgentSchemaError(error)) return [{ path: "", message: "it could not be read" }];
  return error.issues.map(({ path, message }) =>
    path === "" || path === "input" ? { path, message: message.replace(/, got .*/s, "") } : { path, message },
  );
}
