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
  /** For `status`, such as "chromium". */
  readonly name: string;
  /**
   * Offers a tool. Gives what takes it back, which is safe to call at any time and never causes an unhandled rejection.
   * @param onRefused Called once where the browser does not take the tool, with its reason.
   */
  register(tool: NativeTool, onRefused: (reason: unknown) => void): () => void;
}
