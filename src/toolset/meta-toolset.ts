import type { AgentSurfaceRegistry } from "../registry/types.js";
import { defaultInstanceId } from "../values/ids.js";
import { MetaCalls } from "./meta-calls.js";
import { metaTools } from "./meta-tools.js";
import type { MetaTool } from "./meta-tools.js";
import type { AgentTool, AgentToolset, AgentToolsetOptions } from "./types.js";

/**
 * The whole surface behind three tools, for loops that cannot take one tool for each capability.
 * @throws {TypeError} for a budget that is no number.
 */
export function createMetaToolset(
  registry: AgentSurfaceRegistry,
  options: AgentToolsetOptions,
): AgentToolset {
  const { maxComponents = 0, maxBytes = 0 } = options.budget ?? {};
  if (!(maxComponents >= 0 && maxBytes >= 0)) {
    throw new TypeError("The budget of a toolset needs numbers of 0 or more.");
  }
  const calls = new MetaCalls(registry, options);
  const tools = metaTools().map((tool) => buildTool(tool, calls));
  return {
    tools: () => [...tools],
    // The three never change.
    subscribe: () => () => undefined,
    dispose() {
      calls.dispose();
    },
  };
}

function buildTool(tool: MetaTool, calls: MetaCalls): AgentTool {
  const { name, description, schema, annotations } = tool;
  return Object.freeze({
    name,
    description,
    inputSchema: schema.jsonSchema,
    capabilityId: name,
    instanceId: defaultInstanceId,
    registrationId: "",
    annotations,
    available: true,
    execute: (input, call) => calls.execute(tool, input, call ?? {}),
  } satisfies AgentTool);
}
