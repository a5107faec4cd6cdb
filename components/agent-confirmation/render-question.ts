/** The question in HTML: text from agents and pages is text, and stands in `bdi` or in a block of its own direction. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { agentIcon, warningIcon } from "./icons.js";
import { renderRow } from "./render-values.js";
import type { Shown } from "./shown-question.js";
import type { ConfirmationStrings } from "./strings.js";

/** What changes while a question is shown. */
export interface QuestionState {
  readonly strings: ConfirmationStrings;
  /** How many more questions wait. */
  readonly waiting: number;
  readonly isArmed: boolean;
  /** Counts quiet times: what shows how far one has gone begins again with each. */
  readonly turn: number;
  readonly secondsLeft: number;
  readonly isMoreOffered: boolean;
}

export interface QuestionHandlers {
  readonly approve: (event: MouseEvent) => void;
  readonly decline: (event: MouseEvent) => void;
  readonly extend: (event: MouseEvent) => void;
}

/** What a screen reader says beside the question itself; it changes seldom. */
export function announcementOf({ strings, isArmed, isMoreOffered }: QuestionState): string {
  const armed = isArmed ? strings.ready : strings.notYet;
  return isMoreOffered ? `${strings.endsSoon} ${armed}` : armed;
}

export function renderQuestion(shown: Shown, state: QuestionState, on: QuestionHandlers): TemplateResult {
  return html`<div class="frame">
    <div class="question">
      ${renderTop(shown, state)} ${renderFacts(shown, state.strings)} ${renderEffects(shown, state.strings)}
      ${renderValues(shown, state.strings)}
      <slot name="note"></slot>
    </div>
    ${renderControls(shown, state, on)}
  </div>`;
}

function renderTop({ name, description }: Shown, { strings, waiting }: QuestionState): TemplateResult {
  return html`<div class="top">
    <h2 id="heading" part="heading" tabindex="-1">
      <span class="asks">${agentIcon}<span>${strings.asks}</span></span>
      <bdi class="action">${strings.action(name)}</bdi>
    </h2>
    ${waiting > 0 ? html`<span part="waiting" class="waiting">${strings.waiting(waiting)}</span>` : nothing}
    <p id="description" part="description" class="description" dir="auto">${description}</p>
  </div>`;
}

function renderFacts({ consumer, window: where }: Shown, strings: ConfirmationStrings): TemplateResult {
  const kind = strings.consumerKind(consumer.kind);
  return html`<dl id="facts" part="facts" class="facts">
    <div>
      <dt>${strings.askedBy}</dt>
      <dd><bdi>${consumer.id}</bdi>${kind ? html` <span class="kind">(${kind})</span>` : nothing}</dd>
    </div>
    ${
      where === undefined
        ? nothing
        : html`<div>
            <dt>${strings.where}</dt>
            <dd><bdi>${where}</bdi></dd>
          </div>`
    }
  </dl>`;
}

function renderEffects({ asked }: Shown, strings: ConfirmationStrings) {
  const effects = strings.effects(asked.question);
  if (effects.length === 0) return nothing;
  return html`<ul
    id="effects"
    part="effects"
    class=${asked.question.reversible ? "effects" : "effects grave"}
  >
    ${effects.map((text) => html`<li>${warningIcon}<span>${text}</span></li>`)}
  </ul>`;
}

function renderValues({ values }: Shown, strings: ConfirmationStrings) {
  if (values.length === 0) return nothing;
  return html`<section id="values" part="values" class="values">
    <h3>${strings.values}</h3>
    <dl>${values.map((row) => renderRow(row, strings))}</dl>
  </section>`;
}

function renderControls(shown: Shown, state: QuestionState, on: QuestionHandlers) {
  const { strings, isArmed, turn, secondsLeft, isMoreOffered } = state;
  const isDisabled = isArmed ? "false" : "true";
  const progress = isArmed ? nothing : keyed(turn, html`<span class="quiet"></span>`);
  return html`<div class="controls">
    <p part="time" class="time" role="timer">${strings.timeLeft(secondsLeft)}</p>
    ${
      isMoreOffered
        ? html`<button
            type="button"
            part="extend"
            class="extend"
            aria-disabled=${isDisabled}
            @click=${on.extend}
          >
            ${strings.moreTime}
          </button>`
        : nothing
    }
    <div class="buttons">
      <button type="button" part="decline" class="decline" aria-disabled=${isDisabled} @click=${on.decline}>
        ${strings.decline}${progress}
      </button>
      <button type="button" part="approve" class="approve" aria-disabled=${isDisabled} @click=${on.approve}>
        <span class="label">${strings.approve(shown.name)}</span>${progress}
      </button>
    </div>
  </div>`;
}
