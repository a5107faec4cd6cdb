/** What a schema is to the core: a JSON Schema that agents read and a parser that the page trusts. */

/** A JSON Schema document of draft 2020-12, restricted to the supported subset (`checkSchema`). */
export type JsonSchema = Record<string, unknown>;

export interface AgentSchema<T> {
  /** What agents are shown. */
  readonly jsonSchema: JsonSchema;
  /**
   * Validates a value and returns it typed, with defaults filled in. The input is never changed.
   * @throws {AgentSchemaError} with every failing field.
   */
  parse(value: unknown): T;
}

/** Standard Schema, version 1 (https://standardschema.dev), as far as it is used here: Zod, Valibot and ArkType have it. */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaProps<Input, Output>;
}

export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (
    value: unknown,
  ) => StandardSchemaResult<Output> | PromiseLike<StandardSchemaResult<Output>>;
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  /** Standard JSON Schema: the library's own conversion. */
  readonly jsonSchema?:
    | { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> }
    | undefined;
}

export type StandardSchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

export interface StandardSchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
