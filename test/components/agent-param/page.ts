/** A page with one action and what stands in it. */
import { fixture } from "@open-wc/testing";
import { html } from "lit";
import type { TemplateResult } from "lit";
import "../../../components/all.js";
import type { AgentActionElement } from "../../../components/index.js";
import type { JsonSchema } from "../../../src/index.js";
import { offered, printed, settled, toolNamed } from "../../helpers/page.js";

export const id = "view:p.window.act";

export async function page(content: TemplateResult): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(
    html`<agent-window type="p.window" description="A window">${content}</agent-window>`,
  );
  await settled();
  return root;
}

/** An action with these params, and nothing else of the page. */
export async function actionWith(params: string): Promise<AgentActionElement> {
  const root = await page(html``);
  root.innerHTML = `<agent-action name="act" description="Act">${params}</agent-action>`;
  await quietly();
  return root.querySelector("agent-action")!;
}

/** Problems print a line each. */
export async function quietly(): Promise<string[]> {
  return printed(settled);
}

/** What an agent is told to give, or `undefined` where it has no tool. */
export function taken(): JsonSchema | undefined {
  return offered().includes(id) ? toolNamed(id).inputSchema : undefined;
}

/** The schema of the one param, written as its attributes. */
export async function one(attributes: string, inside = ""): Promise<unknown> {
  await actionWith(`<agent-param name="a" ${attributes}>${inside}</agent-param>`);
  return (taken()?.properties as Record<string, unknown> | undefined)?.a;
}

export function problems(): (string | undefined)[] {
  return [...document.querySelectorAll("agent-param")].map(({ problem }) => problem?.code);
}
