/** The three tools of the mode "meta" as a model reads them (contract.md section 13). */
import { fromJsonSchema } from "../schema/from-json-schema.js";
import type { AgentSchema } from "../schema/types.js";
import type { AgentToolAnnotations } from "./types.js";

export type MetaToolName = "surface_discover" | "surface_read" | "surface_act";

/** What a checked input has; each tool's schema says which. */
export interface MetaInput {
  scope?: string[];
  capabilityId?: string;
  instanceId?: string;
  input?: Record<string, never>;
  invocationId?: string;
  confirmationId?: string;
  surfaceVersion?: string;
}

export interface MetaTool {
  readonly name: MetaToolName;
  readonly description: string;
  readonly schema: AgentSchema<MetaInput>;
  readonly annotations: AgentToolAnnotations;
}

const text = { type: "string", maxLength: 128 };
const target = {
  capabilityId: { ...text, description: "As surface_discover gives it." },
  instanceId: { ...text, description: "Which one, where a component is there several times." },
};

export function metaTools(): MetaTool[] {
  return [
    {
      name: "surface_discover",
      description:
        "Lists what this page offers now: components with observations (to read) and actions (to run), and procedures, each with its id and schemas. Call it first, and again when an answer says so.",
      schema: closed({
        scope: {
          type: "array",
          items: text,
          maxItems: 50,
          description: "Only component types that begin with one of these, to see more of them.",
        },
      }),
      annotations: annotate({ readOnly: true }),
    },
    {
      name: "surface_read",
      description: "Reads an observation of the page.",
      schema: closed(
        {
          ...target,
          input: { type: "object", description: "By its inputSchema, if it has one." },
        },
        ["capabilityId"],
      ),
      annotations: annotate({ readOnly: true, untrusted: true }),
    },
    {
      name: "surface_act",
      description:
        "Runs an action or a procedure of the page. CONFIRMATION_REQUIRED: a person must approve it first.",
      schema: closed(
        {
          ...target,
          input: { type: "object", description: "By its inputSchema." },
          invocationId: { type: "string", description: "The same for a repeated attempt: it runs once." },
          confirmationId: {
            type: "string",
            description: "Only after CONFIRMATION_REQUIRED: the id in that answer, with the same input.",
          },
          surfaceVersion: { type: "string", description: "The version that surface_discover gave." },
        },
        ["capabilityId", "input"],
      ),
      annotations: annotate({ destructive: true, untrusted: true, confirms: true }),
    },
  ];
}

function closed(properties: object, required: string[] = []): AgentSchema<MetaInput> {
  return fromJsonSchema({ type: "object", properties, required, additionalProperties: false });
}

function annotate(own: Partial<AgentToolAnnotations>): AgentToolAnnotations {
  const readOnly = own.readOnly ?? false;
  const none = { destructive: false, untrusted: false, confirms: false };
  return Object.freeze({ readOnly, idempotent: readOnly, ...none, ...own });
}
