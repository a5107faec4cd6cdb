import { ModalControl } from "./modal-control.js";

/**
 * Gives what shows and hides modals: at once, where the module is there already.
 * @param _failed Told where it cannot be loaded.
 */
export function withControl(
  use: (Control: typeof ModalControl) => void,
  _failed: (error: unknown) => void,
): void {
  use(ModalControl);
}
