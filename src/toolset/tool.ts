import type { CapabilityShape } from "../definition/shape.js";
import type { CatalogEntry, RegistryCatalog } from "../registry/catalog.js";
import { emptyJsonSchema } from "../schema/empty-json-schema.js";
import type { Caller } from "./caller.js";
import type { AgentTool } from "./types.js";

type Asks = ReturnType<RegistryCatalog["asks"]>;

/** @param asks Whether a person is asked before it runs. */
export function buildTool(entry: CatalogEntry, name: string, asks: Asks, caller: Caller): AgentTool {
  const { shape, registrationId, available, unavailableReason } = entry;
  const { instanceId } = entry.component;
  return Object.freeze({
    name,
    description: describe(shape, asks),
    ...(shape.label !== undefined && { title: shape.label }),
    inputSchema: shape.inputSchema ?? emptyJsonSchema,
    ...(shape.outputSchema && { outputSchema: shape.outputSchema }),
    capabilityId: shape.id,
    instanceId,
    registrationId,
    annotations: Object.freeze({
      readOnly: shape.kind === "observation" || shape.effect === "server-query",
      idempotent: shape.idempotent,
      destructive: !shape.reversible,
      untrusted: shape.untrusted,
      confirms: asks !== "never",
    }),
    available,
    ...(unavailableReason !== undefined && { unavailableReason }),
    execute: (input, call) =>
      caller.call({ capabilityId: shape.id, instanceId, registrationId, input }, call ?? {}),
  } satisfies AgentTool);
}

/** Stable text: what is live (availability, versions) never enters it, so that unchanged tools are never sent again. */
function describe({ kind, effect, description }: CapabilityShape, asks: Asks): string {
  const plane = kind === "procedure" ? "domain" : "view";
  const approval = {
    always: " · requires confirmation",
    sometimes: " · may require confirmation",
    never: "",
  }[asks];
  return `[${plane} · ${effect}${approval}] ${description}`;
}
