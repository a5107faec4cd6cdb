/** The two pictures of a question. Both only repeat what words say beside them. */
import { html, svg } from "lit";
import type { TemplateResult } from "lit";

function icon(shape: TemplateResult<2>): TemplateResult {
  return html`<svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${shape}
  </svg>`;
}

export const agentIcon = icon(svg`
  <path d="M12 3l7 3v5c0 4.6-2.9 8.3-7 10-4.1-1.7-7-5.4-7-10V6z" />
  <path d="M9 12l2.2 2.2L15.2 10" />
`);

export const warningIcon = icon(svg`
  <path d="M12 4L2.8 20h18.4z" />
  <path d="M12 10v4.5M12 17.4v.1" />
`);
