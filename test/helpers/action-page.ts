/** A window with actions, as the page's author writes it and an agent calls it. */
import { fixture, html } from "@open-wc/testing";
import type { AgentActionElement } from "../../components/index.js";
import type { AgentCapabilityErrorPayload, JsonValue } from "../../src/index.js";
import { call, settled } from "./page.js";

export const actId = "view:e.window.act";

export async function page(content: ReturnType<typeof html>): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(
    html`<agent-window type="e.window" description="A window">${content}</agent-window>`,
  );
  await settled();
  return root;
}

export function actionIn(root: Element): AgentActionElement {
  return root.querySelector("agent-action")!;
}

/** What a call is refused with. */
export async function refusal(input: JsonValue = {}, id = actId): Promise<AgentCapabilityErrorPayload> {
  const result = await call(id, input);
  if (result.status === "error") return result.error;
  throw new Error("the call was not refused");
}

/** The fields that an INVALID_INPUT names. */
export function pathsOf({ details }: AgentCapabilityErrorPayload): string[] {
  return (details!.issues as { path: string }[]).map(({ path }) => path);
}
