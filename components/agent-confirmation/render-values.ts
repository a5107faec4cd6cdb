/** The list of the values that will be used, long texts folded. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { ReadableValue } from "./readable-values.js";
import type { ConfirmationStrings } from "./strings.js";

/** Longer texts are folded: characters, then lines. */
const longText = 320;
const longLines = 8;
const foldedText = 160;

export function renderRow(row: ReadableValue, strings: ConfirmationStrings): TemplateResult {
  return html`<div>
    <dt>
      <bdi>${row.label.join(" › ") || strings.values}</bdi>
      ${row.hint === undefined ? nothing : html`<span class="hint" dir="auto">${row.hint}</span>`}
    </dt>
    <dd>${renderValue(row, strings)}</dd>
  </div>`;
}

function renderValue({ value, masked, empty }: ReadableValue, strings: ConfirmationStrings): TemplateResult {
  if (masked) {
    return html`<span class="dots" aria-hidden="true">••••••</span
      ><span class="absent">${strings.masked}</span>`;
  }
  if (empty) return html`<span class="absent">${strings.empty}</span>`;
  if (value === null) return html`<span class="absent">${strings.nothing}</span>`;
  if (typeof value !== "string") return html`<span class="text">${value ? strings.yes : strings.no}</span>`;
  const isLong = value.length > longText || value.split("\n").length > longLines;
  if (!isLong) return html`<span class="text" dir="auto">${value}</span>`;
  return html`<details>
    <summary>
      <span class="text when-closed" dir="auto">${startOf(value)}</span>
      <span class="toggle when-closed">${strings.showAll(value.length)}</span>
      <span class="toggle when-open">${strings.showLess}</span>
    </summary>
    <span class="text" dir="auto">${value}</span>
  </details>`;
}

function startOf(text: string): string {
  const lines = text.split("\n").slice(0, 3).join("\n");
  // Not through the middle of a pair of surrogates.
  return `${lines
    .slice(0, foldedText)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trimEnd()}…`;
}
