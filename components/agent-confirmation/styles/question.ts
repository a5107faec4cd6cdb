/** What there is to read: heading, facts, effects. */
import { css } from "lit";

export const question = css`
  /* Scrolls, and the controls do not: they are in view whatever the length of the text. */
  .question {
    display: grid;
    flex: 0 1 auto;
    min-block-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
    gap: 1.15em;
    padding: var(--inset) var(--inset) 1.25em;
  }

  .top {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0.75em 1em;
    align-items: start;
  }

  h2 {
    margin: 0;
    font: inherit;
  }

  /* Focus rests here so that it rests on no control. Nothing can be done with it, so it needs no ring. */
  h2:focus {
    outline: none;
  }

  .asks {
    display: flex;
    gap: 0.5em;
    align-items: center;
    font-size: 0.875em;
    color: var(--muted);
  }

  .asks svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    color: var(--accent);
  }

  .action {
    display: block;
    margin-block-start: 0.3em;
    font-size: 1.5em;
    font-weight: 650;
    line-height: 1.25;
    letter-spacing: -0.01em;
    text-wrap: balance;
    overflow-wrap: anywhere;
  }

  .waiting {
    padding: 0.1em 0.7em;
    font-size: 0.8125em;
    color: var(--muted);
    white-space: nowrap;
    border: 1px solid var(--line);
    border-radius: 1em;
  }

  .description {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .top .description {
    grid-column: 1 / -1;
  }

  dl {
    margin: 0;
  }

  dt {
    color: var(--muted);
  }

  dd {
    min-inline-size: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .facts {
    display: grid;
    gap: 0.25em;
    font-size: 0.9375em;
  }

  .facts > div {
    display: grid;
    grid-template-columns: minmax(5.5em, auto) minmax(0, 1fr);
    gap: 0 1em;
  }

  .kind {
    color: var(--muted);
  }

  .effects {
    display: grid;
    gap: 0.35em;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .effects li {
    display: flex;
    gap: 0.6em;
    align-items: flex-start;
  }

  .effects svg {
    flex: none;
    inline-size: 1.25em;
    block-size: 1.25em;
    margin-block-start: 0.14em;
    color: var(--muted);
  }

  .effects.grave svg {
    color: var(--warning);
  }

  .effects.grave {
    padding: 0.7em 0.9em;
    background: color-mix(in srgb, var(--warning) 10%, var(--surface));
    border: 1px solid color-mix(in srgb, var(--warning) 45%, var(--surface));
    border-radius: calc(var(--agent-confirmation-radius, 14px) * 0.7);
  }
`;
