/** The controls and the time beside them. */
import { css } from "lit";

export const controls = css`
  .controls {
    display: flex;
    flex: none;
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
  .quiet {
    position: absolute;
    inset: auto 0 0;
    block-size: 3px;
    pointer-events: none;
    background: var(--accent);
    transform-origin: left;
    animation: arm 700ms linear both;
  }

  .decline > .quiet {
    background: color-mix(in srgb, var(--ink) 50%, var(--surface));
  }

  @keyframes arm {
    from {
      transform: scaleX(0);
    }
  }
`;
