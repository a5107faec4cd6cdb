/** The browser's model context, or as much of one as tests need where the engine has none. */
interface Tool {
  readonly name: string;
}

interface ModelContext extends EventTarget {
  registerTool(tool: Tool, options: { signal: AbortSignal }): Promise<void>;
  getTools(): Promise<Tool[]>;
}

type Holder = Document & { modelContext?: ModelContext };

export function modelContext(document: Document): ModelContext {
  const holder = document as Holder;
  if (!holder.modelContext) {
    Object.defineProperty(holder, "modelContext", { value: new StandIn(), configurable: true });
  }
  return holder.modelContext!;
}

class StandIn extends EventTarget implements ModelContext {
  readonly #tools = new Map<string, Tool>();

  async registerTool(tool: Tool, { signal }: { signal: AbortSignal }): Promise<void> {
    await Promise.resolve();
    if (signal.aborted) return;
    if (this.#tools.has(tool.name)) throw new DOMException("Duplicate tool name", "InvalidStateError");
    this.#tools.set(tool.name, tool);
    signal.addEventListener("abort", () => {
      this.#tools.delete(tool.name);
      this.dispatchEvent(new Event("toolchange"));
    });
  }

  getTools(): Promise<Tool[]> {
    return Promise.resolve([...this.#tools.values()]);
  }
}

modelContext(document);
