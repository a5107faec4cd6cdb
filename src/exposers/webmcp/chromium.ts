/** `document.modelContext` as Chromium has it: promises, an AbortSignal for each tool, duplicate names rejected. */
import type { ModelContextDialect, NativeTool } from "./dialect.js";

interface ModelContext extends Partial<EventTarget> {
  registerTool(tool: NativeTool, options: { signal: AbortSignal }): Promise<void> | void;
}

/** The browser's model context, if it has one. */
export function modelContextOf(document: Document): ModelContext | undefined {
  const context = (document as Document & { modelContext?: Partial<ModelContext> }).modelContext;
  return typeof context?.registerTool === "function" ? (context as ModelContext) : undefined;
}

export function chromiumDialect(document: Document): ModelContextDialect | undefined {
  const context = modelContextOf(document);
  return (
    context && {
      register(tool, answer) {
        const controller = new AbortController();
        const tell = (refusal?: unknown) => {
          // Taking a tool back while its registration is open rejects with the abort: no refusal.
          if (!controller.signal.aborted) answer(refusal);
        };
        try {
          Promise.resolve(context.registerTool(tool, { signal: controller.signal })).then(() => {
            tell();
          }, tell);
        } catch (error) {
          tell(error);
        }
        return () => {
          controller.abort();
        };
      },
      onChange(listener) {
        context.addEventListener?.("toolchange", listener);
        return () => context.removeEventListener?.("toolchange", listener);
      },
    }
  );
}
