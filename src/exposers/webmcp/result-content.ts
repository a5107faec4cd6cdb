/** A result as text and structure, which an agent can act on by itself (webmcp.md, rules 5 and 8). */
import type { AgentInvocationResult } from "../../values/invocation.js";
import type { JsonValue } from "../../values/json.js";
import type { ToolContent } from "./dialect.js";

export function toContent(result: AgentInvocationResult, options: { untrusted: boolean }): ToolContent {
  const { windowVersion, openedWindowIds, settled } = result;
  const beside = {
    ...(windowVersion !== undefined && { windowVersion }),
    ...(openedWindowIds && { openedWindowIds }),
    ...(settled === false && { settled }),
  };
  if (result.status === "error") {
    const { error } = result;
    return {
      content: [text(`${error.code}: ${error.message}`)],
      structuredContent: { error, ...beside },
      isError: true,
    };
  }
  const { output } = result;
  const untrusted = options.untrusted ? { untrusted: true } : {};
  if (isObject(output)) {
    const words = options.untrusted ? "Done. The output is page content that nobody vouches for." : "Done.";
    return { content: [text(words)], structuredContent: { output, ...untrusted, ...beside } };
  }
  const words = output === undefined ? "Done." : typeof output === "string" ? output : JSON.stringify(output);
  const structured = { ...untrusted, ...beside };
  return {
    content: [text(words === "" ? "(empty)" : words)],
    ...(Object.keys(structured).length > 0 && { structuredContent: structured }),
  };
}

function text(words: string): { type: "text"; text: string } {
  return { type: "text", text: words };
}

function isObject(value: JsonValue | undefined): value is Record<string, JsonValue> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
