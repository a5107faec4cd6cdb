import { AgentSurfaceError } from "../../src/index.js";
import type { AgentWindowKind } from "../../src/index.js";
import { windowId } from "../../src/values/ids.js";
import { tasks } from "../acting/page-tasks.js";
import { own } from "../binding/own.js";
import { isParsed } from "../element/parsed.js";
import type { Problem } from "../element/problem.js";
import { relaxing, text } from "../element/properties.js";
import type { Properties } from "../element/properties.js";
import { noBox } from "../element/slot-root.js";
import { byId, watchTarget } from "../element/target-watch.js";
import { WindowElement } from "../element/window-element.js";
import type { WindowDescription } from "../element/window-element.js";
import { readWord } from "../element/words.js";
import type { DialogDriver } from "./dialog-driver.js";
import { OwnDialog } from "./own-dialog.js";
import { PageDialog } from "./page-dialog.js";

/** On a submit that closes a modal already, from any copy of the library. */
const closesKey = Symbol.for("agent-tags/closes-modal/1");

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
export class AgentModalElement extends WindowElement {
  static override css = noBox;
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

  #driver: DialogDriver | undefined;
  #own: OwnDialog | undefined;
  #unwatch: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  /** As its listeners were told last. */
  #wasOpen = false;
  /** As what it shows was seen last. Until that changes, `open` counts: libraries take their time. */
  #wasShown = false;
  #isLate = false;
  #cannotShow = false;

  /** Shows it, modally. */
  show(): void {
    this.open = true;
    if (this.isConnected) this.#drive();
  }

  /** Closes it. Nothing where it is closed. */
  close(returnValue?: string): void {
    if (returnValue !== undefined) this.returnValue = returnValue;
    this.open = false;
    this.#drive();
  }

  constructor() {
    super();
    this.addEventListener("submit", this.#onSubmit);
    this.addEventListener("command", (event) => {
      const { command } = event as Event & { command?: string };
      if (command === "--show") this.show();
      else if (command === "--close") this.close();
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // At once: what is in a closed dialog is not to be seen for a moment.
    if (!this.for) this.#follow();
  }

  protected override get kind(): AgentWindowKind {
    return readWord("modality", this.modality, modalities, "app").word === "app" ? "app-modal" : "modal";
  }

  protected override get holder(): Element {
    return this.#driver?.element ?? this;
  }

  protected override isParsed(): boolean {
    const target = byId(this.getRootNode(), this.for || undefined);
    return super.isParsed() && (!this.for || (target !== undefined && isParsed(target)));
  }

  protected override settle(): void {
    this.#follow();
    if (this.#drive()) this.#isLate = false;
    else if (this.#isLate) this.#giveUp();
    else {
      // What is around it may be shown later in this task.
      this.#isLate = true;
      this.planSettling();
    }
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
    if (!this.#driver?.isOpen()) return undefined;
    const { outer } = this;
    return {
      ...this.describeWindow(),
      // A name that is none belongs to the page, as one that is not there.
      ...(this.owner ? { owner: this.owner } : outer && { owner: windowId(outer) }),
      dismiss: this.withoutDismiss ? false : () => this.#dismiss(),
    };
  }

  protected override closedByOwner(): void {
    this.close();
  }

  protected override ownProblem(): Problem | undefined {
    return super.ownProblem() ?? (this.isConnected ? this.#modalProblem() : undefined);
  }

  protected override stateChanged(): void {
    this.#own?.closeUnseen();
    this.#changed();
    super.stateChanged();
  }

  #modalProblem(): Problem | undefined {
    if (this.for && !this.#driver) {
      return {
        code: "no-target",
        message: `for="${this.for}" points at nothing; give the dialog of the same tree that id.`,
      };
    }
    if (this.#cannotShow) {
      return {
        code: "not-shown",
        message: "it could not be shown and was closed: something around it is hidden. Put it elsewhere.",
      };
    }
    return undefined;
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

  /** Finds what it shows: the thing behind `for`, or a dialog of its own. */
  #follow(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    const id = this.for || undefined;
    const root = this.getRootNode();
    const target = this.isConnected ? byId(root, id) : undefined;
    if (this.isConnected && id !== undefined) {
      this.#unwatch = watchTarget(root, {
        id,
        target: () => target,
        inside: false,
        targetChanged: () => {
          this.planSettling();
        },
        stateChanged: () => {
          this.#changed();
        },
      });
    }
    const isOther = id === undefined ? this.#driver !== this.#own : this.#driver?.element !== target;
    if (this.#driver && !isOther) return;
    this.#driver?.stop();
    if (id !== undefined) {
      const isFirst = this.#driver === this.#own;
      this.#driver = target && new PageDialog(target, this.#events);
      const isOpen = this.#driver?.isOpen() ?? false;
      // The page's dialog says what is so; this element only to the first that it finds.
      if (isOpen || !isFirst) this.open = isOpen;
      this.#own = undefined;
    } else {
      this.#driver = this.#own ??= new OwnDialog(this, this.#events);
    }
  }

  readonly #events = {
    changed: () => {
      this.#changed();
    },
    cancelled: () => this.dispatchEvent(new Event("cancel", { cancelable: true })),
  };

  /** Opens or closes what it shows, as `open` says. `false` where that cannot be shown now. */
  #drive(): boolean {
    const driver = this.#driver;
    if (this.isConnected && driver) {
      this.#own?.name((this.label?.trim() ? this.label : this.description) ?? "");
      if (!this.open) driver.close(this.returnValue);
      else if (!driver.isOpen()) {
        this.#cannotShow = false;
        if (!attemptToShow(driver)) return false;
      }
      this.#wasShown = driver.isOpen();
    }
    this.#tell();
    return true;
  }

  /** A page is never left inert with nothing to show. */
  #giveUp(): void {
    this.#cannotShow = true;
    this.close();
    this.planSettling();
  }

  /** What it shows was opened or closed by somebody else. */
  #changed(): void {
    const isOpen = this.#driver?.isOpen() ?? false;
    if (isOpen !== this.#wasShown && this.isConnected) {
      this.#wasShown = isOpen;
      if (isOpen !== this.open) {
        this.open = isOpen;
        this.returnValue = (this.#driver!.element as Partial<HTMLDialogElement>).returnValue ?? "";
      }
      this.planSettling();
    }
    this.#tell();
  }

  /** The attribute follows, and the page hears of it. */
  #tell(): void {
    const isOpen = this.isConnected && this.open && (this.#driver?.isOpen() ?? false);
    if (this.isConnected && isOpen === this.open) this.toggleAttribute("open", isOpen);
    if (isOpen === this.#wasOpen || !this.isConnected) return;
    this.#wasOpen = isOpen;
    // An answer of the time before is none to what is asked now.
    if (isOpen) this.returnValue = "";
    const [oldState, newState] = isOpen ? ["closed", "open"] : ["open", "closed"];
    this.dispatchEvent(Object.assign(new Event("toggle"), { oldState, newState }));
    if (!isOpen) this.dispatchEvent(new Event("close"));
  }

  /** For agents. A page that keeps it open, or opens it again, has said no; one may also close it in its own way. */
  async #dismiss(): Promise<void> {
    if (this.#driver?.cancel() ?? true) this.close();
    await tasks(2);
    if (!(this.open && this.isConnected)) return;
    throw new AgentSurfaceError({
      code: "PRECONDITION_FAILED",
      message: "The page keeps this dialog open. Use its other actions to end it.",
      retry: "with-changes",
      details: { reason: "vetoed" },
    });
  }

  /** A slotted form has no dialog around it, as the browser sees it. Other listeners may still prevent the submit. */
  readonly #onSubmit = (event: SubmitEvent & { [closesKey]?: boolean }) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const method = submitter?.getAttribute("formmethod") ?? own(form, "getAttribute").call(form, "method");
    if (this.#driver !== this.#own || method?.toLowerCase() !== "dialog") return;
    const dialog = own(form, "closest").call(form, "dialog");
    // Only the innermost modal, and none around a dialog of the page, which the browser closes.
    if (event[closesKey] || event.defaultPrevented || (dialog && this.contains(dialog))) return;
    event[closesKey] = true;
    // One around the modal it would close too.
    if (dialog) event.preventDefault();
    // Where a person submits, microtasks run between the listeners.
    void tasks(1).then(() => {
      if (dialog || !event.defaultPrevented) this.close((submitter as HTMLButtonElement | null)?.value ?? "");
    });
  };
}

function attemptToShow(driver: DialogDriver): boolean {
  try {
    return driver.show();
  } catch {
    return false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-modal": AgentModalElement;
  }
}
