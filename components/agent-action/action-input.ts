/** What an action takes: of the first source there is (elements.md, "agent-action"). */
import { emptyObjectSchema, fromJsonSchema } from "../../src/index.js";
import type { AgentActionDefinition, JsonSchema, JsonValue } from "../../src/index.js";
import { ParamList } from "../context/param-list.js";
import type { Problem } from "../element/problem.js";
import { readParams } from "../element/inputs.js";
import { parseSchema, SchemaCache, schemaScript, toInputSchema } from "../element/schema-source.js";
import type { SchemaInput } from "../element/schema-source.js";

export type Taken = Pick<AgentActionDefinition<JsonValue, JsonValue | void>, "input" | "sensitive">;

/** What the action says itself, and what is behind its `for`. */
export interface InputSources {
  readonly input: SchemaInput | undefined;
  readonly schema: string | undefined;
  readonly isForm: boolean;
  /** `undefined` until it can be read; told then, or why it cannot. */
  readonly target: ((later: (problem?: Problem) => void) => JsonSchema | undefined) | undefined;
}

export class ActionInput {
  /** Names of the sensitive controls that its params let agents write. */
  readonly allowSensitive = new Set<string>();
  readonly #element: Element;
  readonly #changed: (problem?: Problem) => void;
  /** Those that stand in it. */
  readonly params: ParamList;
  readonly #schemas = new SchemaCache();
  #script: Element | undefined;
  /** Of what the script says. */
  #observer: MutationObserver | undefined;

  /** @param changed Told when it is to be read again; with a problem where that cannot be. */
  constructor(element: Element, changed: (problem?: Problem) => void) {
    this.#element = element;
    this.#changed = changed;
    this.params = new ParamList(element, changed);
  }

  #watch(script: Element | undefined): void {
    if (script === this.#script) return;
    this.#script = script;
    this.#observer?.disconnect();
    this.#observer = undefined;
    if (!script) return;
    this.#observer = new MutationObserver(() => this.#changed());
    this.#observer.observe(script, { childList: true, characterData: true, subtree: true });
  }

  /**
   * `undefined` while it cannot be read yet.
   * @param beside Told what is wrong with params that stand beside a schema, which wins.
   * @throws {AgentSurfaceDefinitionError | SyntaxError} for a schema that cannot be used.
   */
  read(sources: InputSources, beside: (problem: Problem) => void): Taken | Problem | undefined {
    const { isForm, target } = sources;
    const later = this.#changed;
    const params = this.params.all;
    this.allowSensitive.clear();
    this.#watch(schemaScript(this.#element));
    const text = sources.schema || this.#script?.textContent;
    const given = sources.input ?? (text === undefined ? text : this.#schemas.of(parseSchema(text)));
    const read =
      params.length > 0 &&
      readParams(params, {
        isGiven: !!given,
        isForm,
        allowSensitive: this.allowSensitive,
        target: () => target?.(later),
        compile: fromJsonSchema,
        later,
      });
    if (given) {
      if (read && "code" in read) beside(read);
      return { input: toInputSchema(given) };
    }
    if (read === false) {
      if (!target) return { input: emptyObjectSchema };
      const schema = target(later);
      return schema && { input: this.#schemas.of(schema) };
    }
    if (!read || "code" in read) return read;
    return { input: this.#schemas.of(read.schema), sensitive: [...read.sensitive] };
  }
}
