import { LitElement, html, nothing } from "lit";
import type { CSSResult, PropertyValues, TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { define } from "../element/define.js";
import { ActivityLog } from "./activity-log.js";
import type { Ended, Running } from "./activity-log.js";
import { Announcer } from "./announcer.js";
import { isQuestion, isWithin, openModal } from "./open-modal.js";
import { RegistrySource } from "./registry-source.js";
import { englishStrings } from "./strings.js";
import type { ActivityStrings } from "./strings.js";
import { styles } from "./styles.js";

export type { ActivityStrings } from "./strings.js";

/** What is over sooner is not listed as running: rows that come and go at once help nobody. In milliseconds. */
const appearMs = 300;
/** The least time between two looks at the clock, in milliseconds. */
const tickMs = 200;
/** How long a live region has to be there before what it says is read out, in milliseconds. */
const regionMs = 500;
/** How many running calls are listed. */
const maxRows = 20;

/**
 * @summary What agents do on this page, for the person: running calls, each with a way to cancel it, and how the last
 * ones ended.
 *
 * It shows nothing until an agent calls something. It tells names and ends of calls, never values. What it says is read
 * out politely, one sentence a second at most. While a modal dialog makes it inert, it shows the same inside the dialog;
 * the question of `<agent-confirmation>` alone stays undisturbed, and what happens meanwhile is said afterwards.
 *
 * @csspart panel - All that is seen.
 * @csspart status - One line: what runs, or how the last call ended. It opens the log.
 * @csspart log - The last 50 calls, newest first.
 * @csspart running - The list of running calls.
 * @csspart cancel - The control that cancels a call.
 *
 * @cssproperty [--agent-activity-accent=light-dark(#1d4ed8, #9db8ff)] - What runs, and focus rings.
 * @cssproperty [--agent-activity-warning=light-dark(#9a3412, #fdba74)] - What did not succeed.
 * @cssproperty [--agent-activity-background=Canvas] - The background.
 * @cssproperty [--agent-activity-color=CanvasText] - The text.
 * @cssproperty [--agent-activity-color-scheme=light dark] - Set it to `light` or `dark` where the page has only one.
 * @cssproperty [--agent-activity-font-family=system-ui, sans-serif] - The font.
 * @cssproperty [--agent-activity-font-size=medium] - Its size; every length follows it.
 * @cssproperty [--agent-activity-radius=10px] - The corners.
 *
 * @cssstate active - A call runs.
 *
 * @example
 * ```html
 * <script type="module" src="agent-tags.activity.js"></script>
 * <agent-activity></agent-activity>
 * ```
 */
export class AgentActivityElement extends LitElement {
  static override styles: CSSResult = styles;
  static override properties = { strings: { attribute: false } };

  /** Texts that replace the English ones, for translation; each one that is absent stays as it is. */
  declare strings: Partial<ActivityStrings>;

  readonly #internals = this.attachInternals();
  readonly #source = new RegistrySource(this, () => {
    this.#follow();
  });
  readonly #log = new ActivityLog((change) => {
    this.#changed(change);
  });
  readonly #announcer = new Announcer<Running | Ended>((changes) => this.#say(changes), {
    set: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clear: (handle) => {
      clearTimeout(handle as number);
    },
  });
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The document we are in; in `disconnectedCallback` neither `ownerDocument` nor `isConnected` says so. */
  #document: Document | undefined;
  /** Of one that stands in a modal dialog: the element that it shows there. */
  #original: AgentActivityElement | undefined;
  /** The one that shows the same where we are inert, and since when. */
  #twin: AgentActivityElement | undefined;
  #placedAt = 0;
  #said = "";
  #hadFocus = false;

  constructor() {
    super();
    this.strings = {};
  }

  /** Defines the tag, unless something is defined under it already. */
  static define(
    tag = "agent-activity",
    registry: CustomElementRegistry | undefined = globalThis.customElements,
  ): void {
    define(this, tag, registry);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#original) return;
    const document = (this.#document = this.ownerDocument);
    document.addEventListener("visibilitychange", this.#onVisibility);
    for (const type of ["toggle", "close", "focusin"]) document.addEventListener(type, this.#onLayers, true);
    this.#source.connect();
    this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    const document = this.#document;
    if (!document) return;
    this.#document = undefined;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    for (const type of ["toggle", "close", "focusin"])
      document.removeEventListener(type, this.#onLayers, true);
    this.#source.disconnect();
    this.#follow();
    this.#announcer.stop();
    this.#twin?.remove();
    this.#twin = undefined;
  }

  /** Moved with its state: another surface may be around it now. */
  connectedMoveCallback(): void {
    if (this.#original) return;
    this.#source.disconnect();
    this.#source.connect();
    this.#follow();
  }

  #follow(): void {
    this.#stop?.();
    const registry = this.#document && this.#source.value;
    this.#stop = registry && this.#log.watch(registry);
    this.#refresh();
    this.#plan();
  }

  #changed(change: Running | Ended): void {
    this.#announcer.tell(change);
    // What begins shows once it lasts.
    if ("outcome" in change) this.#refresh();
    this.#plan();
  }

  #refresh(): void {
    this.requestUpdate();
    this.#twin?.requestUpdate();
  }

  /** The clock runs while a call does, and somebody may see it. */
  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#document || this.#document.hidden || this.#log.running.length === 0) return;
    const now = Date.now();
    let next = 1000;
    for (const { since } of this.#log.running) {
      const age = Math.max(0, now - since);
      next = Math.min(next, age < appearMs ? appearMs - age : 1000 - (age % 1000));
    }
    this.#timer = setTimeout(
      () => {
        this.#refresh();
        this.#plan();
      },
      Math.max(tickMs, next),
    );
  }

  readonly #onVisibility = (): void => {
    this.#refresh();
    this.#plan();
  };

  /** Something opened or closed, or focus went into what did. */
  readonly #onLayers = (): void => {
    this.#place();
  };

  get #isEmpty(): boolean {
    return this.#log.running.length + this.#log.ended.length === 0;
  }

  /** Shows the same inside the modal dialog that makes this element inert. */
  #place(): void {
    const modal = this.#document && !this.#isEmpty ? openModal(this.#document) : undefined;
    if (modal && isQuestion(modal)) return;
    const place = modal && !isWithin(this, modal) ? modal : undefined;
    if (this.#twin?.parentNode === place || (!this.#twin && !place)) return;
    this.#twin?.remove();
    this.#twin = undefined;
    if (!place) return;
    const twin = new (this.constructor as typeof AgentActivityElement)();
    twin.#original = this;
    this.#twin = twin;
    twin.#placedAt = this.#placedAt = Date.now();
    place.append(twin);
  }

  /** False where nobody would hear it now. */
  #say(changes: readonly (Running | Ended)[]): boolean {
    const modal = openModal(this.ownerDocument);
    if (modal && isQuestion(modal)) return false;
    this.#place();
    if (this.#twin && Date.now() - this.#placedAt < regionMs) return false;
    const text = this.#sentence(changes);
    const voice = this.#twin ?? this;
    // The same words again would be no change.
    voice.#said = text && text === voice.#said ? `${text}\u00A0` : text || voice.#said;
    voice.requestUpdate();
    return true;
  }

  #sentence(changes: readonly (Running | Ended)[]): string {
    const { running, ended } = this.#log;
    const strings = this.#strings;
    const over = changes.filter(
      // A question that was answered meanwhile is told by what followed.
      (one): one is Ended =>
        "outcome" in one && (one.outcome !== "CONFIRMATION_REQUIRED" || ended.includes(one)),
    );
    const done = over.filter(({ outcome }) => outcome === "ok").length;
    const isNew = changes.some((one) => running.includes(one as Running));
    const [only] = over;
    return [
      over.length > 1 ? strings.manyEnded(done, over.length - done) : only && this.#ending(only),
      isNew && this.#runningText(running),
    ]
      .filter(Boolean)
      .join(". ");
  }

  get #strings(): ActivityStrings {
    return { ...englishStrings, ...(this.#original ?? this).strings };
  }

  #nameOf({ name }: Running | Ended): string {
    return name ?? this.#strings.unknown;
  }

  #ending(ended: Ended): string {
    return this.#strings.ended(this.#nameOf(ended), this.#strings.outcome(ended.outcome));
  }

  #runningText(running: readonly Running[]): string {
    const [first] = running;
    return running.length === 1
      ? this.#strings.running(this.#nameOf(first!))
      : this.#strings.manyRunning(running.length);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#hadFocus = this.shadowRoot?.activeElement != null;
    if (changed.has("strings")) this.#twin?.requestUpdate();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { states } = this.#internals;
    if ((this.#original ?? this).#log.running.length > 0) states.add("active");
    else states.delete("active");
    // The control that had it went with its call.
    if (this.#hadFocus && !this.shadowRoot?.activeElement) {
      this.shadowRoot?.querySelector("summary")?.focus({ preventScroll: true });
    }
    if (!this.#original) this.#place();
  }

  protected override render(): TemplateResult {
    const { running, ended: all } = (this.#original ?? this).#log;
    // A dialog is not made larger by what was over before it opened.
    const ended = this.#original ? all.filter(({ at }) => at > this.#placedAt - appearMs) : all;
    const strings = this.#strings;
    const now = Date.now();
    const lasting = running.filter(({ since }) => now - since >= appearMs);
    const [last] = ended;
    const status = lasting.length > 0 ? this.#runningText(lasting) : last ? this.#ending(last) : strings.idle;
    const isShown = lasting.length + ended.length > 0;
    return html`
      <section
        part="panel"
        class=${this.#original ? "panel inside" : "panel"}
        aria-label=${strings.title}
        ?hidden=${!isShown}
      >
        <details part="log" class="log">
          <summary part="status" class=${lasting.length > 0 ? "status active" : "status"}>
            <span class="sign" aria-hidden="true"></span>
            <span class="text" dir="auto">${status}</span>
          </summary>
          <ol aria-label=${strings.log} tabindex="0">
            ${ended.map((one) => this.#renderEnded(one, strings))}
          </ol>
        </details>
        ${
          lasting.length > 0
            ? html`<ul part="running" class="running">
                ${repeat(
                  lasting.slice(0, maxRows),
                  (call) => call,
                  (call) => this.#renderRunning(call, now, strings),
                )}
                ${lasting.length > maxRows ? html`<li>${strings.more(lasting.length - maxRows)}</li>` : nothing}
              </ul>`
            : nothing
        }
      </section>
      <p class="heard" role="status">${this.#said}</p>
    `;
  }

  #renderRunning(call: Running, now: number, strings: ActivityStrings): TemplateResult {
    const name = this.#nameOf(call);
    return html`<li>
      <span class="what">
        <bdi class="name">${name}</bdi>
        <span class="by"
          ><bdi>${strings.by(call.agent)}</bdi> ·
          <span class="time">${strings.elapsed(Math.floor(Math.max(0, now - call.since) / 1000))}</span></span
        >
      </span>
      ${
        call.cancel
          ? html`<button
              type="button"
              part="cancel"
              aria-label=${strings.cancelNamed(name)}
              @click=${call.cancel}
            >
              ${strings.cancel}
            </button>`
          : nothing
      }
    </li>`;
  }

  #renderEnded(ended: Ended, strings: ActivityStrings): TemplateResult {
    return html`<li class=${ended.outcome === "ok" ? "done" : "not-done"}>
      <span class="end"><span class="sign" aria-hidden="true"></span><bdi>${this.#ending(ended)}</bdi></span>
      <span class="by"
        ><bdi>${strings.by(ended.agent)}</bdi> · <span class="time">${strings.at(ended.at)}</span></span
      >
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-activity": AgentActivityElement;
  }
}
