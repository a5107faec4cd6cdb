/** The dialog itself: colours, size, backdrop. */
import { css } from "lit";

export const frame = css`
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

  .frame {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-inline-size: 0;
  }

  /* Said, not shown. */
  .announced {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
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
`;
