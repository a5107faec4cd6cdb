import { catalogOf } from "../registry/catalog.js";
import type { AgentSurfaceRegistry } from "../registry/types.js";
import type { JsonSchema } from "../schema/types.js";
import { createAgentToolset as createFullToolset } from "../toolset/create-toolset.js";
import { lazyList } from "../toolset/lazy-list.js";
import type { AgentTool, AgentToolset, AgentToolsetOptions } from "../toolset/types.js";
import type { JsonValue } from "../values/json.js";
import { shownMetaSchema, textRead } from "./meta-input.js";
import { checkDialect, copyFor } from "./schema-for.js";
import { withoutNulls } from "./without-nulls.js";

/**
 * The surface as tools for one consumer. The catalog is incremental: a change costs what changed, and a tool stays the
 * same object while it would act the same.
 * In the mode "meta" it is three tools instead, whatever is mounted: `surface_discover`, `surface_read`, `surface_act`.
 * In another `dialect` than "full" the tools show copies of their schemas, see `schemaFor`. In "strict" a null in an
 * input is left out where it stands for what is absent, see `withoutNulls`.
 * @throws {TypeError} for a consumer without id or kind, for an unknown `mode` or `dialect`, and where neither
 * `topology` nor `confirmations` is given: there is no safe default for both kinds of loop.
 */
export function createAgentToolset(
  registry: AgentSurfaceRegistry,
  { dialect = "full", ...options }: AgentToolsetOptions,
): AgentToolset {
  checkDialect(dialect, "a toolset");
  const full = createFullToolset(registry, options);
  if (dialect === "full") return full;
  const isMeta = options.mode === "meta";
  const catalog = catalogOf(registry);
  const shown = new WeakMap<AgentTool, AgentTool>();

  return {
    tools: () => full.tools().map(show),
    subscribe: (listener) =>
      full.subscribe((tools, { added, removed, changed }) =>
        listener(
          lazyList(() => tools.map(show)),
          { added: added.map(show), removed: removed.map(show), changed: changed.map(show) },
        ),
      ),
    dispose() {
      full.dispose();
    },
  };

  /** The same tool for the same tool. */
  function show(tool: AgentTool): AgentTool {
    let own = shown.get(tool);
    if (!own) shown.set(tool, (own = build(tool)));
    return own;
  }

  function build(tool: AgentTool): AgentTool {
    const { inputSchema, outputSchema } = tool;
    const copy = (schema: JsonSchema) => copyFor(schema, dialect as "strict" | "minimal");
    return Object.freeze({
      ...tool,
      inputSchema: copy(isMeta && dialect === "strict" ? shownMetaSchema(inputSchema) : inputSchema),
      ...(outputSchema && { outputSchema: copy(outputSchema) }),
      ...(dialect === "strict" && {
        execute: (input, call) => tool.execute(meant(tool, input), call),
      }),
    } satisfies AgentTool);
  }

  function meant({ inputSchema }: AgentTool, input: JsonValue): JsonValue {
    const own = withoutNulls(inputSchema, input);
    return isMeta ? textRead(own, schemaOf) : own;
  }

  /** What a meta tool's input is held to, where that does not depend on which of several instances is meant. */
  function schemaOf(capabilityId: string, instanceId: string | undefined): JsonSchema | undefined {
    const found = catalog.find(capabilityId, instanceId, options.consumer);
    const [schema, ...others] = found.map(({ shape }) => shape.inputSchema);
    const text = JSON.stringify(schema);
    return others.every((other) => JSON.stringify(other) === text) ? schema : undefined;
  }
}
