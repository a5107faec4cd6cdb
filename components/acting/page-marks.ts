/** What the page's own validation says once a form is submitted: it marks fields `aria-invalid`, and shows why. */
import type { AgentSchemaIssue } from "../../src/values/errors.js";
import { elementsOf, nameOf, type Control } from "../binding/controls.js";
import { isSensitive } from "../binding/sensitive.js";
import { viewOf } from "../binding/visibility.js";
import { clip } from "../binding/clip.js";
import { visibleText } from "./visible-text.js";

const longestReason = 300;

/** The fields that are marked now, each with what stands there about it. */
export function marked(form: HTMLFormElement): Map<string, AgentSchemaIssue> {
  const issues = new Map<string, AgentSchemaIssue>();
  for (const control of elementsOf(form)) {
    const path = nameOf(control);
    if (control.getAttribute("aria-invalid") !== "true" || issues.has(path)) continue;
    issues.set(path, { path, message: (!isSensitive(control) && reasonAt(control)) || "is not valid" });
  }
  return issues;
}

function reasonAt(control: Control): string {
  const ids = control.getAttribute("aria-errormessage") ?? control.getAttribute("aria-describedby") ?? "";
  const root = control.getRootNode() as Document | ShadowRoot;
  const texts = ids.split(/\s+/).map((id) => {
    const element = id ? root.getElementById(id) : null;
    return element && viewOf(element) ? visibleText(element) : "";
  });
  return clip(texts.filter(Boolean).join(" ").replace(/\s+/g, " "), longestReason);
}
