/** What an assistant that keeps its tools has been told, without looking again. */
import { waitUntil } from "@open-wc/testing";
import { createAgentToolset } from "../../src/index.js";
import type { AgentTool } from "../../src/index.js";
import { findRegistry } from "../../components/index.js";
import { importActing } from "../../components/element/lazy-parts.js";
import { settled } from "./page.js";

export interface Told {
  tool(): AgentTool;
  /** Why it cannot be used, as far as was told; `undefined` where it can. */
  reason(): string | undefined;
  /** How often anything was told since the last time that this was asked. */
  notices(): number;
  /** Until that is told: signals are loaded while the page is idle, and observers wait for frames. */
  until(reason: string | undefined): Promise<void>;
}

const over: (() => void)[] = [];

afterEach(() => {
  for (const end of over.splice(0)) end();
});

/** Until what tells by itself is loaded, which the page's idle time is for. WebKit has none: there it is a second. */
export async function signalsLoaded(): Promise<void> {
  await new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 1_000);
  });
  await importActing();
  await settled();
}

/** @param id The capability. */
export function toldOf(id: string): Told {
  const registry = findRegistry();
  const toolset = createAgentToolset(registry, {
    consumer: { id: "keeps", kind: "test" },
    confirmations: "two-phase",
  });
  let tools = toolset.tools();
  let count = 0;
  over.push(
    toolset.subscribe((next) => (tools = [...next])),
    registry.subscribe(({ type }) => (count += Number(type === "surface-changed"))),
    () => {
      toolset.dispose();
    },
  );
  const tool = () => {
    const found = tools.find(({ capabilityId }) => capabilityId === id);
    if (!found) throw new Error(`no tool "${id}"`);
    return found;
  };
  const reason = () => tool().unavailableReason;
  return {
    tool,
    reason,
    notices: () => {
      const before = count;
      count = 0;
      return before;
    },
    until: (wanted) =>
      waitUntil(() => reason() === wanted, `told "${wanted}"`, { timeout: 8_000, interval: 20 }),
  };
}
