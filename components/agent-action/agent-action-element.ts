import { AgentSurfaceDefinitionError } from "../../src/index.js";
import type {
  AgentActionContext,
  AgentActionDefinition,
  AgentAuditLevel,
  AgentConcurrency,
  AgentConfirmationLevel,
  AgentReadContext,
  AgentSchema,
  AgentViewEffect,
  JsonValue,
  PreconditionFailure,
} from "../../src/index.js";
import { bindAction } from "../binding/binding.js";
import type { ActionBinding } from "../binding/binding.js";
import { own } from "../binding/own.js";
import type { Capability } from "../context/window-host.js";
import type { Providers } from "../element/agent-element.js";
import { CapabilityElement } from "../element/capability-element.js";
import type { Problem } from "../element/problem.js";
import { toAgentSchema } from "../element/schema-source.js";
import type { SchemaInput } from "../element/schema-source.js";
import { byId } from "../element/target-watch.js";
import { badValue, concurrencyOf, readWord } from "../element/words.js";
import { ActionInput } from "./action-input.js";
import type { Taken } from "./action-input.js";
import { AgentInvokedEvent, AgentInvokeEvent, tooLate } from "./events.js";
import { importConfirmation, whenIdle } from "../element/lazy-parts.js";
import { relaxing, text, tightening, valueOnly } from "../element/properties.js";
import type { Properties } from "../element/properties.js";

type Execute = (input: never, context: AgentActionContext) => JsonValue | void | Promise<JsonValue | void>;

/**
 * @summary Something that an agent may do on this page.
 *
 * What runs is the first of: the property `execute`, a listener of `agent-invoke` that answers or prevents the default,
 * the thing behind `for` (a button is activated, a form is filled, checked and submitted).
 *
 * @slot - A `<script type="application/json">` with the schema of the input, or an `agent-param` for each of its parts.
 * @attr name - Letters and digits, unique in its window. Required.
 * @attr label - For people.
 * @attr description - For agents: what it does. Required.
 * @attr for - The id of what it acts on.
 * @attr effect - `local-state` (default; `navigation` for a link and in a modal) or `navigation`.
 * @attr confirm - A person must approve each call: `required` (also when bare), `optional` or `never` (default).
 * @attr idempotent - Calling it twice is the same as once.
 * @attr irreversible - It cannot be undone.
 * @attr owner - The id of the window that it belongs to (`shop.cart`, `shop.order@7`), where the DOM does not say it.
 * @attr disabled - It cannot be used now.
 * @attr disabled-reason - Why, for agents.
 * @attr timeout - Milliseconds that a call may take. Default 10,000.
 * @attr concurrency - Which calls wait for each other: `instance` (default), `capability`, `key:NAME` or `parallel:N`.
 * @attr audit - How much of a call is recorded: `none`, `metadata` (default) or `full`.
 * @attr schema - The JSON Schema of the input, as JSON text.
 * @attr method - The method of the target to call with the input; `show`, `close` or `toggle` of a dialog or a popover.
 * @attr submit - `auto` (default), or `review`: a form is filled, and the person submits it.
 * @attr done-on - The event at the target that a call waits for.
 * @attr result-from - The id of the element whose text is the result.
 * @event agent-invoke - An agent calls it. Cancelable; answer with `respondWith`.
 * @event agent-invoked - The call ended, with its status.
 * @event agent-problem - Something about the markup is wrong, or was mended.
 * @cssstate invalid - It has a problem.
 * @cssstate awaiting-person - It filled a form that the person is to submit.
 *
 * @example
 * ```html
 * <button id="pay">Check out</button>
 * <agent-action name="checkOut" description="Start the payment" for="pay" confirm></agent-action>
 * ```
 */
export class AgentActionElement extends CapabilityElement {
  static override properties: Properties = {
    effect: text,
    confirm: text,
    idempotent: relaxing,
    irreversible: tightening,
    concurrency: text,
    audit: text,
    schema: text,
    method: text,
    submit: text,
    doneOn: text,
    resultFrom: text,
    input: valueOnly,
    output: valueOnly,
    execute: valueOnly,
    precondition: valueOnly,
  };

  declare effect: string | undefined;
  declare confirm: string | boolean | undefined;
  declare idempotent: boolean;
  declare irreversible: boolean;
  declare concurrency: string | undefined;
  declare audit: string | undefined;
  declare schema: string | undefined;
  /** A method of the target, which gets the input. */
  declare method: string | undefined;
  declare submit: string | undefined;
  /** The name of an event at the target. */
  declare doneOn: string | undefined;
  declare resultFrom: string | undefined;
  /** The schema of the input: a JSON Schema, a Standard Schema or one of the core's. Wins over every other source. */
  declare input: SchemaInput | undefined;
  /** The schema of the result. */
  declare output: SchemaInput | undefined;
  /** What runs. Wins over listeners and over `for`. */
  declare execute: Execute | undefined;
  /** Refuses a call that the schema cannot refuse: return or throw `{ message, details? }`. */
  declare precondition: ((input: never, context: AgentReadContext) => void | PreconditionFailure) | undefined;

  #binding: ActionBinding | undefined;
  #notice: Problem | undefined;
  readonly #input = new ActionInput(this, (problem) => {
    if (problem) this.report(problem);
    else this.planSettling();
  });

  /** Bound when it is described, as its attributes say then. What is no element of its class yet takes nothing. */
  protected bind(target: Element | undefined): void {
    if (!target || own(target, "matches").call(target, ":defined")) return;
    void customElements.whenDefined(target.localName).then(() => {
      this.planSettling();
    });
  }

  protected override get providers(): Providers {
    return [this.#input.params];
  }

  /** A form's controls are its schema, a select's options, and what a control asks for. */
  protected override get bindsInside(): boolean {
    return this.#isTarget("form,select,input,textarea,:not(:defined)");
  }

  #isTarget(selector: string): boolean {
    return this.target !== undefined && own(this.target, "matches").call(this.target, selector);
  }

  protected pageReason(): string | undefined {
    return this.#binding?.unavailableReason();
  }

  protected override notice(): Problem | undefined {
    return this.#notice;
  }

  protected describe(): Pick<Capability, "kind" | "definition"> | Problem | undefined {
    this.#notice = undefined;
    const review = this.#word("submit", this.submit, ["auto", "review"], "review") === "review";
    const effect = this.#effect();
    const { target, method, doneOn } = this;
    this.#binding =
      target &&
      bindAction(target, {
        background: this.inBackground,
        method,
        doneOn,
        review,
        navigates: effect === "navigation",
        allowSensitive: this.#input.allowSensitive,
      });
    let taken: Taken | Problem | undefined;
    let output: AgentSchema<JsonValue> | undefined;
    try {
      const { input, schema } = this;
      const isForm = this.#isTarget("form,select");
      const sources = { input, schema, isForm, target: this.#binding?.inputSchema };
      taken = this.#input.read(sources, (problem) => (this.#notice = problem));
      output = this.output ? toAgentSchema(this.output) : undefined;
    } catch (error) {
      if (error instanceof AgentSurfaceDefinitionError || error instanceof SyntaxError) {
        return { code: "bad-schema", message: `its schema cannot be used: ${error.message}` };
      }
      throw error;
    }
    if (!taken || "code" in taken) return taken;
    const confirmation = this.#confirmation();
    if (confirmation === "required") whenIdle(importConfirmation);
    const definition: AgentActionDefinition<JsonValue, JsonValue | void> = {
      description: this.description!,
      ...(this.label && { label: this.label }),
      ...taken,
      ...(output && { output }),
      effect,
      idempotent: this.idempotent,
      reversible: !this.irreversible,
      confirmation,
      audit:
        this.#word<AgentAuditLevel>("audit", this.audit, ["none", "metadata", "full"], "full") ?? "metadata",
      concurrency: this.#concurrency(),
      ...(this.#timeout() !== undefined && { timeoutMs: this.#timeout()! }),
      ...(this.policies && { policies: this.policies }),
      ...(this.meta && { meta: this.meta }),
      precondition: (value, context) => this.precondition?.(value as never, context),
      execute: (value, context) => this.#run(value, context),
    };
    return { kind: "action", definition };
  }

  async #run(input: JsonValue, context: AgentActionContext): Promise<JsonValue | void> {
    let status: "ok" | "error" = "error";
    try {
      const output = await this.#answer(input, context);
      status = "ok";
      return output;
    } finally {
      this.recheck();
      this.dispatchEvent(new AgentInvokedEvent(context.invocationId, status));
    }
  }

  async #answer(input: JsonValue, context: AgentActionContext): Promise<JsonValue | void> {
    if (this.execute) return this.execute(input as never, context);
    const { signal, invocationId, consumer, confirmation } = context;
    const event = new AgentInvokeEvent({ input, signal, invocationId, consumer, confirmation }, () => {
      this.report({
        code: "late-respond",
        message: tooLate,
      });
    });
    this.dispatchEvent(event);
    const answer = event.finish();
    if (answer) return (await answer.value) as JsonValue | void;
    if (this.#binding) {
      return this.#binding.run(input, {
        signal,
        pending: () => {
          context.pending();
        },
        settled: () => this.house.settled?.(),
        resultFrom: () => this.#resultElement(),
        report: (problem) => {
          this.report((this.#notice = problem));
        },
        awaitPerson: (isAwaited) => {
          this.mark("awaiting-person", isAwaited);
        },
      });
    }
    throw this.unanswered("execute, listen to agent-invoke");
  }

  #resultElement(): Element | undefined {
    return byId(this.getRootNode(), this.resultFrom || undefined);
  }

  #effect(): AgentViewEffect {
    const usual = this.#isTarget("a[href], area[href]") || this.inModal ? "navigation" : "local-state";
    return this.#word("effect", this.effect, ["local-state", "navigation"], "navigation") ?? usual;
  }

  #confirmation(): AgentConfirmationLevel {
    const { confirm } = this;
    if (confirm === true || confirm === "") return "required";
    return (
      this.#word("confirm", confirm || undefined, ["never", "optional", "required"], "required") ?? "never"
    );
  }

  #concurrency(): AgentConcurrency {
    const concurrency = concurrencyOf(this.concurrency);
    if (concurrency) return concurrency;
    this.#notice ??= badValue(
      `concurrency="${this.concurrency}" is read as instance`,
      "instance, capability, key:NAME or parallel:N",
    );
    return { mode: "instance" };
  }

  #timeout(): number | undefined {
    if (this.timeout === undefined) return undefined;
    if (this.timeout > 0) return this.timeout;
    this.#notice ??= badValue(`timeout="${this.timeout}" is left out`, "a number of milliseconds above 0");
    return undefined;
  }

  /** A word of an enumeration; unknown ones are read as the strictest and reported. */
  #word<T extends string>(
    attribute: string,
    text: string | undefined,
    known: readonly T[],
    strictest: T,
  ): T | undefined {
    const { word, problem } = readWord(attribute, text, known, strictest);
    this.#notice ??= problem;
    return word;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "agent-action": AgentActionElement;
  }
}
