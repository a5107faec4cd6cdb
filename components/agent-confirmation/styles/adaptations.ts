/** What changes with motion, room and colours that the person has chosen. */
import { css } from "lit";

export const adaptations = css`
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
    .quiet {
      animation: none;
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

  /* Little room, on a phone or with a strong zoom: one row of controls leaves some for the text. */
  @media (height < 30em) {
    .controls {
      gap: 0.25em 0.75em;
      padding-block: 0.5em;
    }

    .buttons {
      flex-wrap: nowrap;
    }

    .buttons > button {
      flex: 1 1 0;
      min-inline-size: 0;
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
