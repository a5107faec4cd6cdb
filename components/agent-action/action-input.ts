/** What an action takes: of the first source there is (elements.md, "agent-action"). */
import { emptyObjectSchema, fromJsonSchema } from "../../src/index.js";
import type { AgentActionDefinition, JsonSchema, JsonValue } from "../../src/index.js";
import { ParamList } from "../context/param-list.js";
import type { Problem } from "../element/problem.js";
import { readParams } from "../element/read-params.js";
import { parseSchema, SchemaCache, schemaText, toInputSchema } from "../element/schema-source.js";
import type { SchemaInput } from "../element/schema-source.js";

export type Taken = Pick<AgentActionDefinition<JsonValue, JsonValue | void>, "input" | "sensitive">;

/** What the action says itself, and what is behind its `for`. */
export interface InputSources {
  readonly input: SchemaInput | undefined;
  readonly schema: string | undefined;
  readonly isForm: boolean;
  readonly target: () => JsonSchema | undefined;
}

export class ActionInput {
  /** Names of the sensitive controls that its params let agents write. */
  readonly allowSensitive = new Set<string>();
  readonly #element: Element;
  readonly #changed: (problem?: Problem) => void;
  /** Those that stand in it. */
  readonly params: ParamList;
  readonly #schemas = new SchemaCache();

  /** @param changed Told when it is to be read again; with a problem where that cannot be. */
  constructor(element: Element, changed: (problem?: Problem) => void) {
    this.#element = element;
    this.#changed = changed;
    this.params = new ParamList(element, changed);
  }

  /** The element was upgraded in place: its params may have asked for it before. */
  /**
   * `undefined` while its params cannot be read yet.
   * @param beside Told what is wrong with params that stand beside a schema, which wins.
   * @throws {AgentSurfaceDefinitionError | SyntaxError} for a schema that cannot be used.
   */
  read(sources: InputSources, beside: (problem: Problem) => void): Taken | Problem | undefined {
    const { isForm, target } = sources;
    const params = this.params.all;
    this.allowSensitive.clear();
    const text = schemaText(this.#element, sources.schema);
    const given = sources.input ?? (text === undefined ? text : this.#schemas.of(parseSchema(text)));
    const read =
      params.length > 0 &&
      readParams(params, {
        isGiven: !!given,
        isForm,
        allowSensitive: this.allowSensitive,
        target,
        compile: fromJsonSchema,
        later: this.#changed,
      });
    if (given) {
      if (read && "code" in read) beside(read);
      return { input: toInputSchema(given) };
    }
    if (read === false) {
      const schema = target();
      return { input: schema ? this.#schemas.of(schema) : emptyObjectSchema };
    }
    if (!read || "code" in read) return read;
    return { input: this.#schemas.of(read.schema), sensitive: [...read.sensitive] };
  }
}
