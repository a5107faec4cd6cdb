/** Stands for what shows modals in the standalone bundles: it is loaded where a page has one. */
import type { ModalControl } from "./modal-control.js";

let loaded: typeof ModalControl | undefined;

export function withControl(
  use: (Control: typeof ModalControl) => void,
  failed: (error: unknown) => void,
): void {
  if (loaded) {
    use(loaded);
    return;
  }
  import("./modal-control.js").then((part) => {
    loaded = part.ModalControl;
    use(loaded);
  }, failed);
}
