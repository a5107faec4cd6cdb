/** The two pictures of a question. Both only repeat what words say beside them. */
import { html } from "lit";

export const agentIcon = html`<svg
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M12 3l7 3v5c0 4.6-2.9 8.3-7 10-4.1-1.7-7-5.4-7-10V6z" />
  <path d="M9 12l2.2 2.2L15.2 10" />
</svg>`;

export const warningIcon = html`<svg
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <path d="M12 4L2.8 20h18.4z" />
  <path d="M12 10v4.5M12 17.4v.1" />
</svg>`;
