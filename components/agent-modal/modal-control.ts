import { AgentSurfaceError } from "../../src/values/errors.js";
import { tasks } from "../acting/page-tasks.js";
import { own } from "../binding/own.js";
import type { Problem } from "../element/problem.js";
import { noBox, setStyle } from "../element/slot-root.js";
import { byId } from "../element/target-watch.js";
import type { Watched } from "../element/target-watcher.js";
import type { DialogDriver } from "./dialog-driver.js";
import { OwnDialog } from "./own-dialog.js";
import { PageDialog } from "./page-dialog.js";

/** On a submit that closes a modal already, from any copy of the library. */
const closesKey = Symbol.for("agent-tags/closes-modal/1");

/** The element, as far as its control needs it. */
export interface ModalHost extends HTMLElement {
  open: boolean;
  returnValue: string;
  readonly for: string | undefined;
  readonly label: string | undefined;
  readonly description: string | undefined;
}

/** What shows and hides an `<agent-modal>`, and keeps it in step with the dialog that it shows. */
export class ModalControl {
  readonly #host: ModalHost;
  readonly #watchIn: Watched["watchIn"];
  readonly #planSettling: () => void;
  #driver: DialogDriver | undefined;
  #own: OwnDialog | undefined;
  #unwatch: (() => void) | undefined;
  /** As its listeners were told last. */
  #wasOpen = false;
  /** As what it shows was seen last. Until that changes, `open` counts: libraries take their time. */
  #wasShown = false;
  #isLate = false;
  #cannotShow = false;

  /**
   * @param host With its shadow root.
   * @param watchIn The bundle's: in the file of its own this is to have no other one.
   */
  constructor(host: ModalHost, watchIn: Watched["watchIn"], planSettling: () => void) {
    this.#host = host;
    this.#watchIn = watchIn;
    this.#planSettling = planSettling;
    host.addEventListener("submit", (event) => {
      this.#heardSubmit(event);
    });
  }

  /** What holds the content, on the screen. */
  get shown(): Element | undefined {
    return this.#driver?.element;
  }

  get isOpen(): boolean {
    return this.#driver?.isOpen() ?? false;
  }

  get problem(): Problem | undefined {
    const { for: id } = this.#host;
    if (id && !this.#driver) {
      return {
        code: "no-target",
        message: `for="${id}" points at nothing; give the dialog of the same tree that id.`,
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

  settle(): void {
    this.follow();
    if (this.drive()) this.#isLate = false;
    else if (this.#isLate) {
      // A page is never left inert with nothing to show.
      this.#cannotShow = true;
      this.#host.open = false;
      this.drive();
      this.#planSettling();
    } else {
      // What is around it may be shown later in this task.
      this.#isLate = true;
      this.#planSettling();
    }
  }

  /** Finds what it shows: the thing behind `for`, or a dialog of its own. */
  follow(): void {
    this.#unwatch?.();
    this.#unwatch = undefined;
    const host = this.#host;
    setStyle(host, noBox);
    const id = host.for || undefined;
    const root = host.getRootNode();
    const target = host.isConnected ? byId(root, id) : undefined;
    if (host.isConnected && id !== undefined) {
      this.#unwatch = this.#watchIn(root, {
        id,
        target: () => target,
        inside: false,
        targetChanged: () => {
          this.#planSettling();
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
      if (isOpen || !isFirst) host.open = isOpen;
      this.#own = undefined;
    } else {
      this.#driver = this.#own ??= new OwnDialog(host, this.#events);
    }
  }

  readonly #events = {
    changed: () => {
      this.#changed();
    },
    cancelled: () => this.#host.dispatchEvent(new Event("cancel", { cancelable: true })),
  };

  /** Opens or closes what it shows, as `open` says. `false` where that cannot be shown now. */
  drive(): boolean {
    const host = this.#host;
    const driver = this.#driver;
    if (host.isConnected && driver) {
      this.#own?.name((host.label?.trim() ? host.label : host.description) ?? "");
      if (!host.open) driver.close(host.returnValue);
      else if (!driver.isOpen()) {
        this.#cannotShow = false;
        if (!attemptToShow(driver)) return false;
      }
      this.#wasShown = driver.isOpen();
    }
    this.#tell();
    return true;
  }

  /** What is around it, or the dialog of the page, may be another thing now. */
  look(): void {
    this.#own?.closeUnseen();
    this.#changed();
  }

  /** What it shows was opened or closed by somebody else. */
  #changed(): void {
    const { isOpen } = this;
    const host = this.#host;
    // It is shown again when it settles.
    if (this.#own?.isMoved) return;
    if (isOpen !== this.#wasShown && host.isConnected) {
      this.#wasShown = isOpen;
      if (isOpen !== host.open) {
        host.open = isOpen;
        host.returnValue = (this.#driver!.element as Partial<HTMLDialogElement>).returnValue ?? "";
      }
      this.#planSettling();
    }
    this.#tell();
  }

  /** The attribute follows, and the page hears of it. */
  #tell(): void {
    const host = this.#host;
    if (!host.isConnected) return;
    const isOpen = host.open && this.isOpen;
    if (isOpen === host.open) host.toggleAttribute("open", isOpen);
    if (isOpen === this.#wasOpen) return;
    this.#wasOpen = isOpen;
    // An answer of the time before is none to what is asked now.
    if (isOpen) host.returnValue = "";
    const [oldState, newState] = isOpen ? ["closed", "open"] : ["open", "closed"];
    host.dispatchEvent(Object.assign(new Event("toggle"), { oldState, newState }));
    if (!isOpen) host.dispatchEvent(new Event("close"));
  }

  /** For agents. A page that keeps it open, or opens it again, has said no; one may also close it in its own way. */
  async dismiss(): Promise<void> {
    const host = this.#host;
    if (this.#driver?.cancel() ?? true) this.#close();
    await tasks(2);
    if (!(host.open && host.isConnected)) return;
    throw new AgentSurfaceError({
      code: "PRECONDITION_FAILED",
      message: "The page keeps this dialog open. Use its other actions to end it.",
      retry: "with-changes",
      details: { reason: "vetoed" },
    });
  }

  #close(): void {
    this.#host.open = false;
    this.drive();
  }

  /** A slotted form has no dialog around it, as the browser sees it. Other listeners may still prevent the submit. */
  #heardSubmit(event: SubmitEvent & { [closesKey]?: boolean }): void {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    const method = submitter?.getAttribute("formmethod") ?? own(form, "getAttribute").call(form, "method");
    if (this.#driver !== this.#own || method?.toLowerCase() !== "dialog") return;
    const dialog = own(form, "closest").call(form, "dialog");
    // Only the innermost modal, and none around a dialog of the page, which the browser closes.
    if (event[closesKey] || event.defaultPrevented || (dialog && this.#host.contains(dialog))) return;
    event[closesKey] = true;
    // One around the modal it would close too.
    if (dialog) event.preventDefault();
    // Where a person submits, microtasks run between the listeners.
    void tasks(1).then(() => {
      if (event.defaultPrevented && !dialog) return;
      this.#host.returnValue = (submitter as HTMLButtonElement | null)?.value ?? "";
      this.#close();
    });
  }
}

function attemptToShow(driver: DialogDriver): boolean {
  try {
    return driver.show();
  } catch {
    return false;
  }
}
