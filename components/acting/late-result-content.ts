/** Stands for how results are written in the standalone bundles: it comes with what a call loads. */
import type { ToolContent } from "../../src/exposers/webmcp/dialect.js";
import type { toContent as realToContent } from "../../src/exposers/webmcp/result-content.js";
import { importCalling } from "./import-calling.js";

export async function toContent(
  ...[result, options]: Parameters<typeof realToContent>
): Promise<ToolContent> {
  try {
    const { toContent: real } = await importCalling();
    return real(result, options);
  } catch {
    // What could not be loaded is what the result tells of.
    const text = result.status === "error" ? `${result.error.code}: ${result.error.message}` : "Done.";
    return { content: [{ type: "text", text }], isError: true };
  }
}
