/** What the tests of windows share: a surface with windows, and what an agent sees of them. */
import {
  createAgentToolset,
  createWindows,
  type AgentComponentDefinition,
  type AgentInvocation,
  type AgentInvocationResult,
  type AgentModalDefinition,
  type AgentWindows,
  type AgentWindowsChange,
  type InvokeOptions,
  type RegistryOptions,
} from "../../src/index.js";
import { act, consumer, createSurface, errorOf, type TestSurface } from "./surface.js";

export const agent = consumer("agent");

export interface Desk extends TestSurface {
  readonly windows: AgentWindows;
  /** What `windows.subscribe` told. */
  readonly notices: AgentWindowsChange[];
  /** The tools of an exposer, as "cart.apply". */
  readonly tools: () => string[];
  /** Calls "cart.apply". */
  readonly call: (
    tool: string,
    own?: Partial<AgentInvocation>,
    options?: InvokeOptions,
  ) => Promise<AgentInvocationResult>;
  /** What a call of a tool is refused with by what blocks it. */
  readonly blockedBy: (tool: string) => Promise<unknown>;
}

export function createDesk(options: RegistryOptions = {}): Desk {
  const surface = createSurface(options);
  const { registry } = surface;
  const windows = createWindows(registry);
  const toolset = createAgentToolset(registry, {
    consumer: agent,
    topology: "remote",
    includeUnavailable: false,
  });
  const notices: AgentWindowsChange[] = [];
  windows.subscribe((change) => notices.push(change));
  const call: Desk["call"] = (tool, own, invokeOptions) =>
    registry.invoke({ capabilityId: `view:${tool}`, ...own }, { consumer: agent, ...invokeOptions });
  return {
    ...surface,
    windows,
    notices,
    tools: () => toolset.tools().map(({ capabilityId }) => capabilityId.replace(/^view:|^domain:/, "")),
    call,
    async blockedBy(tool) {
      const { code, details } = errorOf(await call(tool));
      return code === "CAPABILITY_NOT_AVAILABLE" && details?.["reason"] === "blocked_by_modal"
        ? details["blockedBy"]
        : code;
    },
  };
}

/** A window with the action `go`. */
export function win(type: string, own: Partial<AgentModalDefinition> = {}): AgentModalDefinition {
  return { type, description: `The window ${type}.`, actions: { go: act() }, ...own };
}

export function inside(
  type: string,
  parent: string,
  own: Partial<AgentComponentDefinition> = {},
): AgentComponentDefinition {
  return {
    type,
    description: `The window ${type}.`,
    actions: { go: act() },
    parent: { type: parent },
    ...own,
  };
}

export function idsOf(...types: string[]): string[] {
  return types.map((type) => `${type}@default`);
}
