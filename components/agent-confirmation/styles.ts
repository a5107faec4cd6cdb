/**
 * The look of `<agent-confirmation>`. Lengths are in `em` of the reader's own default size, so that neither a page's root
 * size nor its inherited styles can make the question small, transparent or unclickable.
 */
import { css } from "lit";

export const styles = css`
  :host {
    all: initial !important;
    display: contents !important;
  }

  dialog {
    --accent: var(--agent-confirmation-accent, light-dark(#1d4ed8, #9db8ff));
    --on-accent: var(--agent-confirmation-on-accent, light-dark(#ffffff, #0b1430));
    --warning: var(--agent-confirmation-warning, light-dark(#9a3412, #fdba74));
    --surface: var(--agent-confirmation-background, Canvas);
    --ink: var(--agent-confirmation-color, CanvasText);
    --muted: color-mix(in srgb, var(--ink) 72%, var(--surface));
    --line: color-mix(in srgb, var(--ink) 16%, var(--surface));
    --panel: color-mix(in srgb, var(--ink) 5%, var(--surface));
    --inset: 1.5em;

    color-scheme: var(--agent-confirmation-color-scheme, light dark);
    box-sizing: border-box;
    inline-size: var(--agent-confirmation-width, 36em);
    max-inline-size: calc(100% - 2em);
    max-block-size: calc(100% - 2em);
    margin: auto;
    padding: 0;
    overflow: hidden;
    font: var(--agent-confirmation-font-size, medium) / 1.5
      var(--agent-confirmation-font-family, system-ui, sans-serif);
    color: var(--ink);
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--agent-confirmation-radius, 14px);
    box-shadow:
      0 1px 2px rgb(0 0 0 / 12%),
      0 24px 64px -12px rgb(0 0 0 / 40%);
    user-select: text;
    -webkit-user-select: text;
  }

  dialog[open] {
    display: flex;
  }

  /* Scrolls in the dialog's stead, whose round corners clip the bar. */
  .frame {
    flex: 1 1 auto;
    min-inline-size: 0;
    overflow: auto;
    overscroll-behavior: contain;
  }

  dialog::backdrop {
    background: var(--agent-confirmation-backdrop, rgb(10 14 24 / 55%));
  }

  *,
  ::before {
    box-sizing: border-box;
  }

  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }

  .question {
    display: grid;
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

  /* The controls stay in view whatever the length of what is above them. */
  .controls {
    position: sticky;
    inset-block-end: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.75em 1em;
    align-items: center;
    padding: 1em var(--inset);
    background: var(--surface);
    border-block-start: 1px solid var(--line);
  }

  .time {
    flex: 1 0 auto;
    margin: 0;
    font-size: 0.875em;
    font-variant-numeric: tabular-nums;
    color: var(--muted);
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75em;
    justify-content: flex-end;
    margin-inline-start: auto;
  }

  button {
    position: relative;
    overflow: hidden;
    min-inline-size: 7em;
    min-block-size: max(2.75em, 44px);
    max-inline-size: 100%;
    padding: 0.5em 1.15em;
    font: inherit;
    font-weight: 600;
    line-height: 1.3;
    color: var(--ink);
    overflow-wrap: anywhere;
    cursor: pointer;
    background: var(--surface);
    border: 1px solid color-mix(in srgb, var(--ink) 50%, var(--surface));
    border-radius: calc(var(--agent-confirmation-radius, 14px) * 0.7);
    touch-action: manipulation;
    user-select: none;
    -webkit-user-select: none;
  }

  /* The whole name stands in the heading, and is what assistive technology reads here. */
  .label {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  button:hover {
    background: var(--panel);
  }

  .approve {
    color: var(--on-accent);
    background: var(--accent);
    border-color: var(--accent);
  }

  .approve:hover {
    background: color-mix(in srgb, var(--accent) 88%, var(--ink));
  }

  button[aria-disabled="true"] {
    color: var(--muted);
    cursor: default;
    background: var(--panel);
    border-color: var(--line);
  }

  /* Shows how far the quiet time has gone. Nothing depends on it. */
  button[aria-disabled="true"]::before {
    position: absolute;
    inset: auto 0 0;
    block-size: 3px;
    content: "";
    background: var(--accent);
    transform-origin: left;
    animation: arm 700ms linear both;
  }

  .decline[aria-disabled="true"]::before {
    background: color-mix(in srgb, var(--ink) 50%, var(--surface));
  }

  @keyframes arm {
    from {
      transform: scaleX(0);
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    dialog[open] {
      animation: appear 160ms ease-out;
    }

    @keyframes appear {
      from {
        opacity: 0;
        transform: translateY(8px);
      }
    }
  }

  @media (prefers-reduced-motion: reduce) {
    button[aria-disabled="true"]::before {
      animation: none;
      content: none;
    }
  }

  @media (width < 32em) {
    dialog {
      --inset: 1.1em;

      max-inline-size: calc(100% - 1em);
      max-block-size: calc(100% - 1em);
    }

    .top,
    .facts > div,
    .values dl > div {
      grid-template-columns: minmax(0, 1fr);
    }

    .waiting {
      grid-row: 1;
      justify-self: start;
    }

    .buttons {
      flex: 1 0 100%;
    }

    .facts {
      gap: 0.6em;
    }

    .buttons > button {
      flex: 1 1 100%;
    }

    .action {
      font-size: 1.3em;
    }
  }

  /* Little room, on a phone or with a strong zoom: the controls come after the text and hide none of it. */
  @media (width < 32em), (height < 30em) {
    .controls {
      position: static;
    }
  }

  @media (forced-colors: active) {
    dialog {
      --accent: Highlight;

      border: 2px solid CanvasText;
    }

    .approve:not([aria-disabled="true"]) {
      color: HighlightText;
      background: Highlight;
      border-color: Highlight;
      forced-color-adjust: none;
    }

    button[aria-disabled="true"] {
      color: GrayText;
      border-color: GrayText;
    }
  }
`;
