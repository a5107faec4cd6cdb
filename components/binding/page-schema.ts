/** What long reads take and give: where to read on, and how much there is. */
import type { JsonSchema } from "../../src/schema/types.js";

export function pageInputSchema(unit: string, most: number): JsonSchema {
  return {
    type: "object",
    properties: {
      offset: {
        type: "integer",
        minimum: 0,
        description: `How many ${unit} to skip; "next" of the answer before`,
      },
      limit: { type: "integer", minimum: 1, maximum: most, description: `How many ${unit} to read` },
    },
    additionalProperties: false,
  };
}

export function pageOutputSchema(content: Record<string, JsonSchema>, unit: string): JsonSchema {
  return {
    type: "object",
    properties: {
      ...content,
      total: { type: "integer", minimum: 0, description: `All ${unit} that there are` },
      truncated: { type: "boolean", description: "Whether more follows" },
      next: { type: "integer", minimum: 0, description: "The offset to read on from" },
    },
    required: [...Object.keys(content), "total", "truncated"],
    additionalProperties: false,
  };
}
