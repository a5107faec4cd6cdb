/** `document.modelContext` as Chromium has it: promises, an AbortSignal for each tool, duplicate names rejected. */
import type { ModelContextDialect, NativeTool } from "./dialect.js";

interface ModelContext {
  registerTool(tool: NativeTool, options: { signal: AbortSignal }): Promise<void> | void;
}

export function chromiumDialect(document: Document): ModelContextDialect | undefined {
  const context = (document as Document & { modelContext?: Partial<ModelContext> }).modelContext;
  if (typeof context?.registerTool !== "function") return undefined;
  return {
    name: "chromium",
    register(tool, onRefused) {
      const controller = new AbortController();
      const refused = (reason: unknown) => {
        // Taking a tool back while its registration is open rejects with the abort: no refusal.
        if (!controller.signal.aborted) onRefused(reason);
      };
      try {
        Promise.resolve(context.registerTool!(tool, { signal: controller.signal })).catch(refused);
      } catch (error) {
        refused(error);
      }
      return () => {
        controller.abort();
      };
    },
  };
}
