import type { AgentWindowKind } from "../../src/index.js";
import { windowId } from "../../src/values/ids.js";
import { ownerId } from "../element/owner.js";
import { isParsed } from "../element/parsed.js";
import type { Problem } from "../element/problem.js";
import { relaxing, text } from "../element/properties.js";
import type { Properties } from "../element/properties.js";
import { byId, watchTarget } from "../element/target-watch.js";
import { WindowElement } from "../element/window-element.js";
import type { WindowDescription } from "../element/window-element.js";
import { readWord } from "../element/words.js";
import type { ModalControl, ModalHost } from "./modal-control.js";
import { withControl } from "./with-control.js";

const modalities = ["window", "app"] as const;

/**
 * @summary A dialog over a window: while it is open, agents can use it and not the window that it belongs to.
 *
 * It shows what is in it in a native modal dialog. With `for` it follows a dialog that the page has already, and draws
 * none. It belongs to the window around it, or to the one that `owner` names.
 *
 * @slot - The content of the dialog, with its capabilities anywhere inside.
 * @attr open - Whether it is shown. Follows `show()`, `close()`, Escape and the page's dialog.
 * @attr modality - `window` (default): blocks the window that it belongs to. `app`: blocks everything but itself.
 * @attr without-dismiss - Agents get no action `dismiss`; then an action in it must end it.
 * @attr for - The id of a `<dialog>`, a popover or another library's dialog in the same tree.
 * @attr label - The name of the dialog, for people and assistive technology.
 * @event toggle - It was opened or closed.
 * @event cancel - A person or an agent wants to leave it without an answer. Cancelable.
 * @event close - It was closed.
 * @csspart dialog - The native dialog; its backdrop is `::part(dialog)::backdrop`.
 *
 * A page without scripts opens it by `<button commandfor="ask" command="--show">`, and closes it by `--close`.
 *
 * @example
 * ```html
 * <agent-window type="shop.orders" label="Orders">
 *   <agent-modal type="shop.orders.delete" label="Delete the order?" id="ask">
 *     <button id="yes">Delete</button>
 *     <agent-action name="confirm" description="Delete the order" for="yes"></agent-action>
 *   </agent-modal>
 * </agent-window>
 * ```
 */
export class AgentModalElement extends WindowElement implements ModalHost {
  // Until it has what shows it: what is in a closed dialog is not to be seen for a moment.
  static override css = ":host { display: none }";
  static override properties: Properties = {
    open: relaxing,
    modality: text,
    withoutDismiss: relaxing,
    for: text,
  };

  declare open: boolean;
  declare modality: string | undefined;
  declare withoutDismiss: boolean;
  declare for: string | undefined;

  /** What was given to `close`, or the value of the button that closed it. */
  returnValue = "";

  #control: ModalControl | undefined;
  #unsubscribe: (() => void) | undefined;
  #notLoaded: Problem | undefined;

  constructor() {
    super();
    this.addEventListener("command", (event) => {
      const { command } = event as Event & { command?: string };
      if (command === "--show") this.show();
      else if (command === "--close") this.close();
    });
  }

  /** Shows it, modally. */
  show(): void {
    this.open = true;
    this.#withControl();
    if (this.isConnected) this.#control?.drive();
  }

  /** Closes it. Nothing where it is closed. */
  close(returnValue?: string): void {
    if (returnValue !== undefined) this.returnValue = returnValue;
    this.open = false;
    this.#control?.drive();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#withControl();
    if (!this.for) this.#control?.follow();
  }

  protected override get kind(): AgentWindowKind {
    return readWord("modality", this.modality, modalities, "app").word === "app" ? "app-modal" : "modal";
  }

  protected override get holder(): Element {
    return this.#control?.shown ?? this;
  }

  protected override isParsed(): boolean {
    const target = byId(this.getRootNode(), this.for || undefined);
    return super.isParsed() && (!this.for || (target !== undefined && isParsed(target)));
  }

  protected override settle(): void {
    this.#control?.settle();
    super.settle();
    this.#unsubscribe?.();
    this.#unsubscribe =
      this.isConnected && this.open
        ? this.registry?.subscribe((event) => {
            if (event.type === "surface-changed") this.reportAll();
          })
        : undefined;
  }

  protected override describe(): WindowDescription | undefined {
    const control = this.#control;
    if (!control?.isOpen) return undefined;
    const { outer } = this;
    return {
      ...this.describeWindow(),
      // A name that is none belongs to the page, as one that is not there.
      ...(this.owner ? { owner: ownerId(this.owner) } : outer && { owner: windowId(outer) }),
      dismiss: this.withoutDismiss ? false : () => control.dismiss(),
    };
  }

  protected override closedByOwner(): void {
    this.close();
  }

  protected override ownProblem(): Problem | undefined {
    if (!this.isConnected) return super.ownProblem();
    return super.ownProblem() ?? this.#notLoaded ?? this.#control?.problem;
  }

  protected override stateChanged(): void {
    this.#control?.look();
    super.stateChanged();
  }

  protected override notice(): Problem | undefined {
    if (this.window?.deadEnd) {
      return {
        code: "dead-end",
        message:
          "it blocks its window and an agent can do nothing in it: let it offer dismiss, or an action that ends it.",
      };
    }
    return readWord("modality", this.modality, modalities, "app").problem;
  }

  /** Once it was connected. In the standalone bundles what shows dialogs is a part that a page without any never loads. */
  #withControl(): void {
    if (this.#control || !this.shadowRoot) return;
    withControl(
      (Control) => {
        this.#notLoaded = undefined;
        this.#control ??= new Control(this, watchTarget, () => {
          this.planSettling();
        });
        this.planSettling();
      },
      (error) => {
        this.#notLoaded = {
          code: "not-loaded",
          message: `a script of the page could not be loaded, so it cannot be shown (${String(error)}).`,
        };
        this.reportAll();
      },
    );
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-modal": AgentModalElement;
  }
}
