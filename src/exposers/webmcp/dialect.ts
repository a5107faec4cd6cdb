/** What the exposer needs of a browser's model context; each implementation that differs has one small file (webmcp.md). */
import type { JsonSchema } from "../../schema/types.js";

/** A result as MCP writes it. */
export interface ToolContent {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

export interface NativeTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly untrustedContentHint: boolean;
    readonly consequentialHint: boolean;
  };
  /** Never throws. The second argument differs between implementations and is used by shape. */
  execute(input: unknown, second?: unknown): Promise<ToolContent>;
}

export interface ModelContextDialect {
  /**
   * Offers a tool. Gives what takes it back, which is safe to call at any time and never causes an unhandled rejection.
   * @param answer Called once with what the browser says: nothing where it takes the tool, its reason where it does not.
   */
  register(tool: NativeTool, answer: (refusal?: unknown) => void): () => void;
  /** Tells that any script's tools changed, so that a taken name may be free. Gives what ends it. */
  onChange(listener: () => void): () => void;
}
