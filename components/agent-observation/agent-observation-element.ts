import { AgentSurfaceDefinitionError } from "../../src/index.js";
import type {
  AgentObservationDefinition,
  AgentReadContext,
  AgentSchema,
  JsonValue,
} from "../../src/index.js";
import { bindObservation } from "../binding/binding.js";
import type { ObservationBinding, ObservationKind } from "../binding/binding.js";
import { observationKinds } from "../binding/observation-kinds.js";
import type { Capability } from "../context/window-host.js";
import { CapabilityElement } from "../element/capability-element.js";
import type { Problem } from "../element/problem.js";
import { SchemaCache, toAgentSchema, toInputSchema } from "../element/schema-source.js";
import type { SchemaInput } from "../element/schema-source.js";
import { badValue } from "../element/words.js";
import { AgentReadEvent } from "./events.js";
import { number, relaxing, text, valueOnly } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

type Read = (input: never, context: AgentReadContext) => JsonValue | Promise<JsonValue>;

/**
 * @summary Something that an agent may read on this page.
 *
 * What is read is the first of: the property `read`, the answer of a listener of `agent-read`, what a person can see of
 * the thing behind `for`.
 *
 * @attr name - Letters and digits, unique in its window. Required.
 * @attr label - For people.
 * @attr description - For agents: what it tells. Required.
 * @attr for - The id of what is read.
 * @attr as - How: `text` (default), `value`, `form`, `table`, `list` or `json`.
 * @attr max-length - Characters of a text or value in one read. Default 4,000.
 * @attr max-rows - Rows of a table or items of a list in one read. Default 50.
 * @attr trusted - The text is the page's own, not other people's.
 * @attr owner - The id of the window that it belongs to (`shop.cart`, `shop.order@7`), where the DOM does not say it.
 * @attr disabled - It cannot be read now.
 * @attr disabled-reason - Why, for agents.
 * @attr timeout - Milliseconds that a read may take. Default 5,000.
 * @event agent-read - An agent reads it. Answer with `respondWith`.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 *
 * @example
 * ```html
 * <table id="cart">…</table>
 * <agent-observation name="readCart" description="Items and total" for="cart" as="table"></agent-observation>
 * ```
 */
export class AgentObservationElement extends CapabilityElement {
  static override properties: Properties = {
    as: text,
    maxLength: number,
    maxRows: number,
    trusted: relaxing,
    read: valueOnly,
    input: valueOnly,
    output: valueOnly,
  };

  /** How it is read: `text`, `value`, `form`, `table`, `list` or `json`. */
  declare as: string | undefined;
  declare maxLength: number | undefined;
  declare maxRows: number | undefined;
  declare trusted: boolean;
  /** What is read. Wins over listeners and over `for`. */
  declare read: Read | undefined;
  /** What a reader may ask for. */
  declare input: SchemaInput | undefined;
  /** The schema of what is read. Default: any JSON value. */
  declare output: SchemaInput | undefined;

  #binding: ObservationBinding | undefined;
  readonly #inputs = new SchemaCache();
  readonly #outputs = new SchemaCache();

  protected bind(target: Element | undefined): void {
    const { maxLength, maxRows } = this;
    this.#binding =
      target &&
      bindObservation(target, this.#as() ?? "text", {
        background: this.inBackground,
        maxLength: isCount(maxLength) ? maxLength : undefined,
        maxRows: isCount(maxRows) ? maxRows : undefined,
      });
  }

  protected pageReason(): string | undefined {
    return this.read ? undefined : this.#binding?.unavailableReason();
  }

  protected override propertyChanged(name: string): void {
    super.propertyChanged(name);
    // Maybe another way to read the same thing.
    this.bind(this.target);
  }

  protected describe(): Pick<Capability, "kind" | "definition"> | Problem {
    if (this.#as() === undefined) {
      return badValue(`as="${this.as}" is not known`, Object.keys(observationKinds).join(", "));
    }
    let input: AgentSchema<JsonValue> | undefined;
    let output: AgentSchema<JsonValue>;
    try {
      const pages = this.read ? undefined : this.#binding?.inputSchema();
      input = this.input ? toInputSchema(this.input) : pages && this.#inputs.of(pages);
      output = this.output ? toAgentSchema(this.output) : this.#outputs.of(this.#outputSchema());
    } catch (error) {
      if (!(error instanceof AgentSurfaceDefinitionError || error instanceof SyntaxError)) throw error;
      return { code: "bad-schema", message: `its schema cannot be used: ${error.message}` };
    }
    const definition: AgentObservationDefinition<JsonValue> = {
      description: this.description!,
      ...(this.label && { label: this.label }),
      ...(input && { input }),
      output,
      untrusted: !this.trusted,
      ...(isCount(this.timeout) && { timeoutMs: this.timeout }),
      ...(this.policies && { policies: this.policies }),
      ...(this.meta && { meta: this.meta }),
      read: (context) => this.#run(context),
    };
    return { kind: "observation", definition };
  }

  #outputSchema() {
    return this.read || !this.#binding ? {} : this.#binding.outputSchema();
  }

  #run(context: AgentReadContext): JsonValue | Promise<JsonValue> {
    const input = context.input ?? {};
    if (this.read) return this.read(input as never, context);
    const event = new AgentReadEvent(input, context.consumer);
    this.dispatchEvent(event);
    if (event.answer) return event.answer.value as JsonValue | Promise<JsonValue>;
    if (this.#binding) return this.#binding.read(input as { offset?: number; limit?: number });
    throw this.unanswered("read, listen to agent-read");
  }

  protected override notice(): Problem | undefined {
    const counts = [this.maxLength, this.maxRows, this.timeout];
    return counts.every((count) => count === undefined || isCount(count))
      ? undefined
      : badValue("a count is ignored", "whole numbers above 0");
  }

  #as(): ObservationKind | undefined {
    const as = (this.as?.trim().toLowerCase() || "text") as ObservationKind;
    return Object.hasOwn(observationKinds, as) ? as : undefined;
  }
}

function isCount(number: number | undefined): number is number {
  return Number.isInteger(number) && number! > 0;
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-observation": AgentObservationElement;
  }
}
