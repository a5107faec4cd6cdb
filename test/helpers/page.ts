/** A page as an agent meets it: what is offered, and calls by name. */
import { fixture, html } from "@open-wc/testing";
import { createAgentToolset } from "../../src/index.js";
import type {
  AgentInvocationResult,
  AgentSurfaceRegistry,
  AgentTool,
  AgentToolCall,
  JsonValue,
} from "../../src/index.js";
import { findRegistry } from "../../components/index.js";

/** One hop of a task, as the library counts them. */
export function task(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Elements settle one task after a change; what a mutation observer has to tell first may take one more. */
export async function settled(): Promise<void> {
  for (let count = 0; count < 3; count++) await task();
}

/** Markup on the page until the test is over, once it has settled. */
export async function pageWith(text: string): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(html`<div></div>`);
  const template = document.createElement("template");
  template.innerHTML = text;
  root.append(template.content.cloneNode(true));
  await settled();
  return root;
}

/** What an assistant on this page has, the unavailable tools included. */
export function toolsOf(registry: AgentSurfaceRegistry = findRegistry()): AgentTool[] {
  const toolset = createAgentToolset(registry, {
    consumer: { id: "test", kind: "test" },
    confirmations: "two-phase",
  });
  const tools = toolset.tools();
  toolset.dispose();
  return tools;
}

/** The capability ids of what is offered and available. */
export function offered(registry?: AgentSurfaceRegistry): string[] {
  return toolsOf(registry)
    .filter(({ available }) => available)
    .map(({ capabilityId }) => capabilityId);
}

export function toolNamed(id: string, registry?: AgentSurfaceRegistry): AgentTool {
  const tool = toolsOf(registry).find(({ capabilityId }) => capabilityId === id);
  if (!tool)
    throw new Error(
      `no tool "${id}" among ${toolsOf(registry)
        .map((one) => one.capabilityId)
        .join(", ")}`,
    );
  return tool;
}

export function call(
  id: string,
  input: JsonValue = {},
  options: AgentToolCall & { registry?: AgentSurfaceRegistry } = {},
): Promise<AgentInvocationResult> {
  return toolNamed(id, options.registry).execute(input, options);
}

/** The output of a call that must succeed. */
export async function output(
  id: string,
  input: JsonValue = {},
  registry?: AgentSurfaceRegistry,
): Promise<JsonValue | undefined> {
  const result = await call(id, input, registry ? { registry } : {});
  if (result.status === "error") throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.output;
}

/** The code of a call that must fail. */
export async function errorCode(id: string, input: JsonValue = {}): Promise<string> {
  const result = await call(id, input);
  return result.status === "error" ? result.error.code : "ok";
}

let count = 0;

/** A tag that nothing is defined under yet. */
export function freshTag(): string {
  return `x-fresh-${++count}`;
}

/** The lines that were printed with console.warn and console.error while `during` ran. */
export async function printed(during: () => Promise<unknown> | void): Promise<string[]> {
  const lines: string[] = [];
  const { warn, error } = console;
  console.warn = console.error = (...words: unknown[]) => lines.push(words.map(String).join(" "));
  try {
    await during();
  } finally {
    Object.assign(console, { warn, error });
  }
  return lines;
}
