import { LitElement, html, nothing } from "lit";
import type { CSSResult, PropertyValues, TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { define } from "../element/define.js";
import { Arming } from "./arming.js";
import { leaveTurn, takeTurn } from "./document-turn.js";
import { Presses } from "./press.js";
import { QuestionQueue } from "./question-queue.js";
import type { Asked, ConfirmationSource } from "./question-queue.js";
import { QuestionTime, msLeftOf } from "./question-time.js";
import { announcementOf, renderQuestion } from "./render-question.js";
import type { QuestionHandlers, QuestionState } from "./render-question.js";
import { answer, prepare } from "./shown-question.js";
import type { Shown } from "./shown-question.js";
import { englishStrings } from "./strings.js";
import type { ConfirmationStrings } from "./strings.js";
import { styles } from "./styles.js";
import { TypingWatch } from "./typing.js";

export type { ConfirmationSource } from "./question-queue.js";
export type { ConfirmationStrings } from "./strings.js";

/**
 * @summary The question to a person, before an agent's action runs.
 *
 * It shows one question at a time, in a modal dialog, with everything that will be used, and tells the registry the
 * answer. Only a real press of its own control approves: no script, no form, no second half of a double click. A page
 * needs no such element of its own: one is put in place when a question comes.
 *
 * @slot note - Something to say beside every question, for instance whom to ask. It stands above the controls and
 *   cannot approve.
 *
 * @csspart dialog - The dialog.
 * @csspart heading - Who asks for what: "An agent asks for your approval" and the action's name.
 * @csspart waiting - How many more questions wait.
 * @csspart description - What the action does, in its author's words.
 * @csspart facts - Who asks, and in which window.
 * @csspart values - The list of values that will be used.
 * @csspart effects - What the action does to the world, in words.
 * @csspart time - The time that is left.
 * @csspart extend - The control that gives more time, near the end of it.
 * @csspart decline - The control that declines.
 * @csspart approve - The control that approves. It is `aria-disabled` until it acts.
 *
 * @cssproperty [--agent-confirmation-accent=light-dark(#1d4ed8, #9db8ff)] - Approve, focus rings, links.
 * @cssproperty [--agent-confirmation-on-accent=light-dark(#ffffff, #0b1430)] - Text on the accent.
 * @cssproperty [--agent-confirmation-warning=light-dark(#9a3412, #fdba74)] - Effects.
 * @cssproperty [--agent-confirmation-background=Canvas] - The dialog's background.
 * @cssproperty [--agent-confirmation-color=CanvasText] - Its text.
 * @cssproperty [--agent-confirmation-backdrop=rgb(10 14 24 / 55%)] - What covers the page.
 * @cssproperty [--agent-confirmation-color-scheme=light dark] - Set it to `light` or `dark` where the page has only one.
 * @cssproperty [--agent-confirmation-font-family=system-ui, sans-serif] - The font.
 * @cssproperty [--agent-confirmation-font-size=medium] - Its size; every length follows it.
 * @cssproperty [--agent-confirmation-radius=14px] - The corners.
 * @cssproperty [--agent-confirmation-width=36em] - The dialog's width where there is room.
 *
 * @cssstate asking - A question is shown.
 * @cssstate grave - The question is about something that cannot be undone.
 *
 * @example
 * ```html
 * <agent-confirmation></agent-confirmation>
 * <script type="module">
 *   document.querySelector("agent-confirmation").watch(registry);
 * </script>
 * ```
 */
export class AgentConfirmationElement extends LitElement {
  static override styles: CSSResult[] = styles;
  static override properties = { strings: { attribute: false } };

  /** Texts that replace the English ones, for translation; each one that is absent stays as it is. */
  declare strings: Partial<ConfirmationStrings>;

  readonly #internals = this.attachInternals();
  readonly #queue = new QuestionQueue(() => {
    this.#advance();
  });
  #shown: Shown | undefined;
  /** Which question is in front of the person; the rest of the state follows it. */
  #visible: Shown | undefined;
  readonly #arming = new Arming(() => {
    this.#renderIn(0);
  });
  readonly #presses = new Presses(this.#arming);
  readonly #typing = new TypingWatch();
  readonly #time = new QuestionTime();
  #wasOffered = false;
  /** When the question that waits for a pause in typing began to. */
  #waitingSince: number | undefined;
  #focusedBefore: HTMLElement | undefined;
  /** The document we are in; in `disconnectedCallback` neither `ownerDocument` nor `isConnected` says so. */
  #document: Document | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #closings = new MutationObserver(() => {
    if (this.#visible && !this.#dialog?.open) this.#decide(false, "dismissed");
  });

  readonly #handlers: QuestionHandlers = {
    approve: (event) => {
      this.#onApprove(event);
    },
    extend: (event) => {
      if (!this.#presses.isReal(event)) return;
      this.#time.extend();
      this.#renderIn(0);
    },
    decline: (event) => {
      this.#onDecline(event);
    },
  };

  constructor() {
    super();
    this.strings = {};
  }

  /** Defines the tag, unless something is defined under it already. */
  static define(tag = "agent-confirmation", registry: CustomElementRegistry = customElements): void {
    define(this, tag, registry);
  }

  /**
   * Shows this registry's questions from now on, while the element is in a document. Where another presenter holds the
   * registry, its questions are left to that one.
   * @returns its remover; a question that is shown then counts as taken away.
   */
  watch(registry: ConfirmationSource): () => void {
    const stop = this.#queue.watch(registry);
    return () => {
      this.#takeAway(stop);
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#document = this.ownerDocument;
    this.#document.defaultView?.addEventListener("pagehide", this.#onPageHide);
    this.#typing.start(this.#document.defaultView, deepActiveElement(this.#document));
    this.#queue.open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const document = this.#document!;
    this.#document = undefined;
    document.defaultView?.removeEventListener("pagehide", this.#onPageHide);
    this.#typing.stop();
    this.#takeAway(() => {
      this.#queue.close();
    });
    this.#hide();
    leaveTurn(document, this);
  }

  /** A move that keeps state keeps the question too; without this method it would be a removal. */
  connectedMoveCallback(): void {
    // Nothing changes for us.
  }

  get #dialog(): HTMLDialogElement | null {
    return this.shadowRoot?.querySelector("dialog") ?? null;
  }

  /** What leaves the queue undecided is answered: every waiting call ends. */
  #takeAway(change: () => void): void {
    const asked = this.#shown?.asked;
    change();
    if (asked && !this.#queue.has(asked)) answer(asked, false, "removed");
  }

  /** Makes what is shown the oldest question that waits, or nothing. */
  #advance(): void {
    if (this.#shown && !this.#queue.has(this.#shown.asked)) {
      this.#shown = undefined;
      this.#visible = undefined;
      this.#waitingSince = undefined;
      this.#arming.stop();
      this.#time.stop();
      // Another element may have waited longer than our next question.
      if (this.#document) leaveTurn(this.#document, this);
    }
    if (!this.#shown) this.#shown = this.#takeNext();
    if (!this.#shown) this.#hide();
    this.requestUpdate();
  }

  #takeNext(): Shown | undefined {
    const asked = this.#queue.first;
    if (!asked || !this.#document || !takeTurn(this.#document, this, () => this.#advance())) return undefined;
    try {
      return prepare(asked);
    } catch (error) {
      this.#giveUp(asked, error);
      // The answer has brought the next one.
      return this.#shown;
    }
  }

  /** Whatever goes wrong, in a text of the host's or in showing the dialog: the question is answered. */
  protected override performUpdate(): void {
    try {
      super.performUpdate();
    } catch (error) {
      if (!this.#shown) throw error;
      this.#giveUp(this.#shown.asked, error);
    }
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const shown = this.#shown;
    if (!shown || shown === this.#visible || !this.#document) return;
    this.#waitingSince ??= performance.now();
    const wait = this.#dialog!.open ? 0 : this.#typing.msToWait(this.#waitingSince);
    if (wait > 0) this.#renderIn(wait);
    else this.#show(shown);
  }

  #show(shown: Shown): void {
    const dialog = this.#dialog!;
    if (!dialog.open || !dialog.matches(":modal")) {
      this.#focusedBefore = deepActiveElement(this.ownerDocument);
      this.#close();
      dialog.showModal();
    }
    if (!dialog.checkVisibility()) throw new Error("Something around it is hidden, so nobody would see it.");
    clearTimeout(this.#timer);
    this.#visible = shown;
    this.#waitingSince = undefined;
    this.#closings.observe(dialog, { attributeFilter: ["open"] });
    // To a control the first key press would be an answer.
    dialog.querySelector<HTMLElement>("#heading")!.focus({ preventScroll: true });
    const { defaultView: window } = dialog.ownerDocument;
    this.#presses.start(window!);
    this.#arming.start(window!, [...dialog.querySelectorAll(".buttons > button")]);
    shown.asked.presenter.shown(shown.asked.question.confirmationId);
    this.#time.start(shown, dialog.ownerDocument);
    this.#wasOffered = this.#time.isOffered;
    this.#setStates(shown);
  }

  /** At once and whatever the state: the dialog closes, focus goes back, timers end. */
  #hide(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#visible = undefined;
    this.#arming.stop();
    this.#presses.stop();
    this.#time.stop();
    this.#closings.disconnect();
    this.#setStates(undefined);
    const before = this.#focusedBefore;
    this.#focusedBefore = undefined;
    this.#close();
    if (before?.isConnected && deepActiveElement(before.ownerDocument) !== before) {
      before.focus({ preventScroll: true });
    }
  }

  /** A dialog that only lost its attribute is modal all the same, and `close()` passes it over: the page stays inert. */
  #close(): void {
    const dialog = this.#dialog;
    if (!dialog?.open && !dialog?.matches(":modal")) return;
    dialog.open = true;
    dialog.close();
  }

  /** A question that cannot be shown is refused rather than left to wait. */
  #giveUp(asked: Asked, error: unknown): void {
    console.error("<agent-confirmation> cannot ask its question, which counts as denied:", error);
    answer(asked, false, "cannot-ask");
  }

  /** Of what is in front of the person, nothing else. The question has left the screen before the call goes on. */
  #decide(approved: boolean, reason?: string): void {
    const asked = this.#visible?.asked;
    if (asked) answer(asked, approved, reason);
  }

  /** Renders when the controls become armed, and with each second of the time that is left. */
  #renderIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.requestUpdate();
      if (!this.#visible) return;
      const toArmed = this.#arming.at - performance.now();
      const toSecond = this.#time.msLeft % 1000;
      this.#watchTime();
      // A little later, for clocks that are read in coarse steps.
      this.#renderIn(5 + (toArmed > 0 ? Math.min(toArmed, toSecond) : toSecond));
    }, milliseconds);
  }

  /** What comes onto the screen beside the controls may move them. */
  #watchTime(): void {
    const { isOffered } = this.#time;
    if (isOffered && !this.#wasOffered) this.#arming.restart();
    this.#wasOffered = isOffered;
  }

  #setStates(shown: Shown | undefined): void {
    const { states } = this.#internals;
    for (const [name, isOn] of [
      ["asking", shown !== undefined],
      ["grave", shown?.asked.question.reversible === false],
    ] as const) {
      if (isOn) states.add(name);
      else states.delete(name);
    }
  }

  /** A page that cannot come back, such as a frame that is removed, asks nobody any more. */
  readonly #onPageHide = ({ persisted }: PageTransitionEvent): void => {
    for (const asked of this.#queue.all) answer(asked, false, "page-hidden");
    if (!persisted) this.#queue.close();
  };

  #onApprove(event: MouseEvent): void {
    if (event.detail <= 1 && this.#presses.isReal(event)) this.#decide(true);
  }

  #onDecline(event: MouseEvent): void {
    if (this.#presses.isReal(event)) this.#decide(false, "declined");
  }

  /** Escape in the quiet time was meant for something else. */
  #onCancel(event: Event): void {
    if (event.target === this.#dialog && this.#arming.isQuiet) event.preventDefault();
  }

  /** Keys pressed in the question are no shortcuts of the page: Escape closes one layer. */
  #onKey(event: KeyboardEvent): void {
    event.stopPropagation();
    // Of two `cancel` events only the first can be prevented.
    if (event.key === "Escape" && this.#arming.isQuiet) event.preventDefault();
  }

  get #state(): QuestionState {
    return {
      strings: { ...englishStrings, ...this.strings },
      waiting: this.#queue.size - 1,
      isArmed: this.#arming.isArmed,
      turn: this.#arming.turn,
      secondsLeft: this.#shown ? Math.ceil(msLeftOf(this.#shown) / 1000) : 0,
      isMoreOffered: this.#time.isOffered,
    };
  }

  protected override render(): TemplateResult {
    const shown = this.#shown;
    const state = this.#state;
    return html`
      <dialog
        part="dialog"
        role="alertdialog"
        aria-labelledby="heading"
        aria-describedby="description facts effects values"
        @cancel=${this.#onCancel}
        @keydown=${this.#onKey}
        @keyup=${this.#onKey}
      >
        ${shown ? keyed(shown, renderQuestion(shown, state, this.#handlers)) : nothing}
        <p class="announced" role="status">${this.#visible ? announcementOf(state) : nothing}</p>
      </dialog>
    `;
  }
}

function deepActiveElement(document: Document): HTMLElement | undefined {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-confirmation": AgentConfirmationElement;
  }
}
