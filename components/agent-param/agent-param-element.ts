import type { JsonSchema, JsonValue } from "../../src/index.js";
import { Consumer } from "../context/consumer.js";
import { paramContext } from "../context/keys.js";
import { ParamList } from "../context/param-list.js";
import type { Param, ParamHost } from "../context/param-host.js";
import { AgentElement } from "../element/agent-element.js";
import type { Providers } from "../element/agent-element.js";
import type { Problem } from "../element/problem.js";
import { relaxing, text, tightening } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

const outside: Problem = {
  code: "no-target",
  message: "it belongs into an action.",
};

/**
 * @summary One part of what an action takes.
 *
 * Alone it makes the action's input together with its siblings; on an action for a form it says more about the field of
 * its name. Params inside are the members of an object, or the items of an array.
 *
 * @slot - More params.
 * @attr name - Letters, digits, `_`, `-` and `.`, unique among its siblings; of a form the name of a field. Required.
 * @attr type - `string` (default), `number`, `integer`, `boolean`, `array` or `object`.
 * @attr description - For agents.
 * @attr required - It has to be given.
 * @attr enum - The values that it may have, with commas between or as JSON; of an array the values of its items.
 * @attr min - The least number.
 * @attr max - The greatest number.
 * @attr step - The distance between numbers, counted from `min`.
 * @attr minlength - The fewest characters, or items.
 * @attr maxlength - The most characters, or items.
 * @attr pattern - A regular expression that the whole text matches.
 * @attr format - `date`, `date-time`, `email`, `uri` or `uuid`.
 * @attr default - What it is where it is not given.
 * @attr items - The type of an array's items, or their JSON Schema.
 * @attr sensitive - Its value is never repeated: in questions, logs and messages.
 * @attr allow-sensitive - An agent may write the password, the code or the card number of this name; `sensitive` too.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <agent-action name="addItem" description="Puts a product into the cart">
 *   <agent-param name="id" description="The product" required></agent-param>
 *   <agent-param name="quantity" type="integer" min="1" max="99" default="1"></agent-param>
 * </agent-action>
 * ```
 */
export class AgentParamElement extends AgentElement {
  static override properties: Properties = {
    name: text,
    type: text,
    description: text,
    required: tightening,
    enum: text,
    min: text,
    max: text,
    step: text,
    minlength: text,
    maxlength: text,
    pattern: text,
    format: text,
    default: text,
    items: text,
    sensitive: tightening,
    allowSensitive: relaxing,
  };

  declare name: string | undefined;
  declare type: string | undefined;
  declare description: string | undefined;
  declare required: boolean;
  declare enum: string | readonly JsonValue[] | undefined;
  declare min: string | number | undefined;
  declare max: string | number | undefined;
  declare step: string | number | undefined;
  declare minlength: string | number | undefined;
  declare maxlength: string | number | undefined;
  declare pattern: string | undefined;
  declare format: string | undefined;
  declare default: JsonValue | undefined;
  declare items: string | JsonSchema | undefined;
  declare sensitive: boolean;
  declare allowSensitive: boolean;

  readonly #params = new ParamList(this, () => {
    this.propertyChanged();
  });
  readonly #param: Param = {
    element: this,
    inner: () => this.#params.all,
    refuse: (problem) => {
      this.report(problem);
    },
  };
  readonly #outer = new Consumer(this, paramContext, () => {
    this.#moveTo(this.#outer.value);
  });
  #host: ParamHost | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#outer.connect();
    this.#moveTo(this.#outer.value);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#outer.disconnect();
    this.#moveTo(undefined);
  }

  protected override get providers(): Providers {
    return [this.#params];
  }

  protected settle(): void {
    // Its action tells what else is wrong with it.
    if (!this.#host || this.problem === outside)
      this.report(this.#host || !this.isConnected ? undefined : outside);
  }

  /** What it says, or what those inside say. */
  protected override propertyChanged(): void {
    this.#host?.offer(this.#param);
  }

  #moveTo(host: ParamHost | undefined): void {
    this.#host?.withdraw(this.#param);
    this.#host = host;
    this.propertyChanged();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-param": AgentParamElement;
  }
}
