import { block } from "../element/slot-root.js";
import { WindowElement } from "../element/window-element.js";

/**
 * @summary One part of the page that an agent may read and act on: it groups observations and actions.
 *
 * A window that is not shown is unavailable with the reason `not-shown`, unless it works in the background.
 *
 * @slot - The part of the page, with its capabilities anywhere inside.
 * @attr type - Component type, lower-case words joined by dots. Required.
 * @attr instance - Tells several windows of a type apart; from data, never from order.
 * @attr label - For people.
 * @attr description - For agents. The label where it is missing.
 * @attr disabled - Nothing inside can be used.
 * @attr disabled-reason - Why, for agents.
 * @attr priority - Higher comes first in lists.
 * @attr origin - Who brings this part of the page.
 * @attr background - Stays usable while it is not shown.
 * @attr owner - The id of the window that it is in, as `shop.cart@default`, where the DOM does not say it: in a portal.
 * @attr sensitive - Paths of `state` that never leave the page, such as `card.number`; several with spaces between them.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <agent-window type="shop.cart" label="Cart" description="The visitor's shopping cart">
 *   <button id="pay">Check out</button>
 *   <agent-action name="checkOut" description="Start the payment" for="pay" confirm></agent-action>
 * </agent-window>
 * ```
 */
export class AgentWindowElement extends WindowElement {
  static override css = block;
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-window": AgentWindowElement;
  }
}
