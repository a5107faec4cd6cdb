/** The look of `<agent-activity>`. Lengths are in `em` of the reader's own default size. */
import { css } from "lit";

export const styles = css`
  :host {
    display: block;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  .panel {
    --accent: var(--agent-activity-accent, light-dark(#1d4ed8, #9db8ff));
    --warning: var(--agent-activity-warning, light-dark(#9a3412, #fdba74));
    --surface: var(--agent-activity-background, Canvas);
    --ink: var(--agent-activity-color, CanvasText);
    --muted: color-mix(in srgb, var(--ink) 72%, var(--surface));
    --line: color-mix(in srgb, var(--ink) 16%, var(--surface));

    color-scheme: var(--agent-activity-color-scheme, light dark);
    max-inline-size: 32em;
    font: var(--agent-activity-font-size, medium) / 1.4
      var(--agent-activity-font-family, system-ui, sans-serif);
    color: var(--ink);
    text-align: start;
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--agent-activity-radius, 10px);
  }

  .inside {
    margin-block-start: 1em;
  }

  *,
  ::before {
    box-sizing: border-box;
  }

  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }

  summary {
    display: flex;
    gap: 0.6em;
    align-items: center;
    min-block-size: max(2.25em, 24px);
    padding: 0.35em 0.8em;
    font-size: 0.9375em;
    cursor: pointer;
    list-style: none;
    border-radius: var(--agent-activity-radius, 10px);
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary::after {
    flex: none;
    inline-size: 0.5em;
    block-size: 0.5em;
    margin-block-start: -0.2em;
    margin-inline-start: auto;
    content: "";
    border: solid var(--muted);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
  }

  details[open] > summary::after {
    margin-block-start: 0.2em;
    transform: rotate(225deg);
  }

  .text,
  .name,
  .end {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .sign {
    flex: none;
    inline-size: 0.6em;
    block-size: 0.6em;
    border: 2px solid var(--muted);
    border-radius: 50%;
  }

  .active > .sign,
  .done .sign {
    background: var(--accent);
    border-color: var(--accent);
  }

  .not-done .sign {
    border-color: var(--warning);
    border-radius: 0;
  }

  ol,
  ul {
    max-block-size: min(20em, 50vh);
    margin: 0;
    padding: 0 0.8em;
    overflow: auto;
    list-style: none;
    border-block-start: 1px solid var(--line);
  }

  li {
    padding-block: 0.5em;
    font-size: 0.9375em;
  }

  li + li {
    border-block-start: 1px solid var(--line);
  }

  .running li {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4em 1em;
    align-items: center;
  }

  .what {
    flex: 1 1 10em;
    min-inline-size: 0;
  }

  .name {
    font-weight: 600;
  }

  .end {
    display: flex;
    gap: 0.6em;
    align-items: baseline;
  }

  .by {
    display: block;
    font-size: 0.875em;
    color: var(--muted);
    overflow-wrap: anywhere;
  }

  .time {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  button {
    min-inline-size: 24px;
    min-block-size: max(2em, 24px);
    padding: 0.25em 0.9em;
    font: inherit;
    font-weight: 600;
    color: var(--ink);
    cursor: pointer;
    background: var(--surface);
    border: 1px solid color-mix(in srgb, var(--ink) 50%, var(--surface));
    border-radius: calc(var(--agent-activity-radius, 10px) * 0.7);
    touch-action: manipulation;
  }

  button:hover {
    background: color-mix(in srgb, var(--ink) 6%, var(--surface));
  }

  /* Read out, not seen. */
  .heard {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: -1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (prefers-reduced-motion: no-preference) {
    .active > .sign {
      animation: pulse 1.6s ease-in-out infinite;
    }

    @keyframes pulse {
      50% {
        opacity: 0.35;
      }
    }
  }

  @media (forced-colors: active) {
    .panel {
      --accent: Highlight;

      border-color: CanvasText;
    }

    .active > .sign,
    .done .sign {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`;
