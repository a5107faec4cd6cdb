/** The list of values. */
import { css } from "lit";

export const values = css`
  .values {
    overflow: hidden;
    background: var(--panel);
    border: 1px solid var(--line);
    border-radius: calc(var(--agent-confirmation-radius, 14px) * 0.7);
  }

  .values h3 {
    margin: 0;
    padding: 0.65em 1em 0;
    font-size: 0.8125em;
    font-weight: 600;
    color: var(--muted);
  }

  .values dl {
    padding: 0.35em 1em 0.5em;
  }

  .values dl > div {
    display: grid;
    grid-template-columns: minmax(6em, 32%) minmax(0, 1fr);
    gap: 0 1em;
    padding-block: 0.5em;
  }

  .values dl > div + div {
    border-block-start: 1px solid var(--line);
  }

  .values dt {
    overflow-wrap: anywhere;
  }

  .hint {
    display: block;
    font-size: 0.8125em;
    line-height: 1.4;
  }

  .text {
    font-weight: 500;
    white-space: pre-wrap;
  }

  .absent {
    font-style: italic;
    color: var(--muted);
  }

  .dots {
    margin-inline-end: 0.6em;
    letter-spacing: 0.1em;
  }

  summary {
    display: block;
    scroll-margin-block: 1em 9em;
    cursor: pointer;
    border-radius: 4px;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  .toggle {
    display: inline-flex;
    align-items: center;
    min-block-size: 1.75em;
    font-size: 0.875em;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  details[open] .when-closed,
  details:not([open]) .when-open {
    display: none;
  }
`;
