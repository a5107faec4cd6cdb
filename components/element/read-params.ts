/**
 * What the params of an action say, as a JSON Schema (elements.md, "agent-param"). What would loosen a rule if it were
 * left out takes the action down where it cannot be read; anything else is left out. Both are problems of the param.
 */
import type { AgentSchema, JsonSchema } from "../../src/index.js";
import { setOwn } from "../../src/values/json.js";
import { segmentsOf } from "../../src/values/sensitive.js";
import type { Param } from "../context/param-host.js";
import { Fault, narrow, types, unreadable } from "./param-keywords.js";
import { isOn, isRelaxed, listOf, valueOf, written } from "./param-values.js";
import { nameOf } from "./problem.js";
import type { Problem } from "./problem.js";
import { badValue } from "./words.js";

export interface ReadParams {
  readonly schema: JsonSchema;
  /** Paths of the input. */
  readonly sensitive: readonly string[];
}

export interface ParamsContext {
  /** A schema says what the action takes: params are a mistake then. */
  readonly isGiven: boolean;
  /** The names that are allowed are put here, before `target` is asked. */
  readonly allowSensitive: Set<string>;
  /** Of the action's target, where it is a form. */
  readonly isForm: boolean;
  /** What the target takes, whose fields the params say more about. Where it takes nothing they say everything. */
  readonly target: () => JsonSchema | undefined;
  /** @throws for what lies outside of the subset. */
  readonly compile: (schema: JsonSchema) => AgentSchema<unknown>;
  /** Told once they can be read, or why they cannot: in the bundles this file comes later. */
  readonly later: (problem?: Problem) => void;
}

const beside = badValue("its input is said by a schema and by params, which are left out", "one of both");

/** `undefined` until they can be read; a problem where the action must not be offered. */
export function readParams(
  params: readonly Param[],
  context: ParamsContext,
): ReadParams | Problem | undefined {
  if (context.isGiven) {
    for (const param of params) param.refuse(beside);
    return beside;
  }
  for (const { element } of params) {
    const { name, allowSensitive } = element;
    if (typeof name === "string" && isRelaxed(allowSensitive)) context.allowSensitive.add(name);
  }
  const reader = new Reader(context);
  const taken = context.target();
  const hasFields = context.isForm || Object.keys(taken?.properties ?? {}).length > 0;
  const schema = reader.members(params, [], hasFields ? taken : undefined);
  return reader.fault ?? { schema, sensitive: reader.sensitive };
}

function swallowed({ element }: Param, type: string): Problem {
  return {
    code: "unclosed-tag",
    message: `${nameOf(element)} stands in it, which has the type ${type}: close it before, or give it type="object".`,
  };
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

type Note = (problem: Problem) => void;
type Members = Readonly<Record<string, JsonSchema>>;

class Reader {
  readonly sensitive: string[] = [];
  /** What takes the action down. */
  fault: Problem | undefined;
  readonly #context: ParamsContext;

  constructor(context: ParamsContext) {
    this.#context = context;
  }

  /** An object, open for no others. Of a form, params may only say more about what is there. */
  members(params: readonly Param[], path: readonly string[], form?: JsonSchema): JsonSchema {
    const fields = form?.properties as Members | undefined;
    const properties = { ...fields };
    const required = new Set(form?.required as string[] | undefined);
    const seen = new Map<string, Param>();
    for (const param of params) {
      this.#each(param, (note) => {
        const name = textOf(param.element.name);
        const problem = wrongName(name, fields, seen);
        if (problem) {
          // Nobody can give what has no name.
          if (!fields && !seen.has(name)) throw new Fault(problem);
          note(problem);
          return;
        }
        seen.set(name, param);
        const place = [...path, ...(segmentsOf(name).length > 0 ? segmentsOf(name) : ["*"])];
        const base = fields && Object.hasOwn(fields, name) ? fields[name] : undefined;
        setOwn(properties, name, this.#read(param, place, base, note));
        if (isOn(param.element.required)) required.add(name);
      });
    }
    return {
      type: "object",
      properties,
      ...(required.size > 0 && { required: [...required] }),
      additionalProperties: false,
    };
  }

  /** Whatever goes wrong with one, the others are read. */
  #each(param: Param, read: (note: Note) => void): void {
    let problem: Problem | undefined;
    try {
      read((noted) => {
        problem ??= noted;
      });
    } catch (error) {
      problem =
        error instanceof Fault
          ? error.problem
          : { code: "bad-schema", message: `it cannot be used: ${(error as Error).message}` };
      this.fault ??= { ...problem, message: `${nameOf(param.element)}: ${problem.message}` };
    }
    param.refuse(problem);
  }

  #read(param: Param, path: readonly string[], base: JsonSchema | undefined, note: Note): JsonSchema {
    const { element } = param;
    const inner = param.inner();
    const type = typeIn(element.type, base);
    const schema = under(base, type);
    const description = written(element.description);
    if (description !== undefined) schema.description = textOf(description);
    narrow(schema, element, type, note);
    this.#checkFormat(schema, base, note);
    if (type === "array") this.#addItems(schema, inner, path, base?.items as JsonSchema | undefined, note);
    else if (type === "object") Object.assign(schema, this.members(inner, path));
    else if (inner[0]) throw new Fault(swallowed(inner[0], type));
    if (type === "object" && inner.length === 0)
      note(badValue("it takes nothing", "the params that it holds"));
    const limited = (type === "array" ? schema.items : schema) as JsonSchema;
    if (element.enum !== undefined && element.enum !== null) {
      limited.enum = listOf(limited.type, element.enum);
      if (!limited.enum) throw unlisted(element.enum, limited.type);
    }
    if (isOn(element.sensitive) || isRelaxed(element.allowSensitive)) this.sensitive.push(path.join("."));
    this.#context.compile(schema);
    return this.#withDefault(schema, element.default, note);
  }

  /** One that the subset has not is told, and left to the page. */
  #checkFormat(schema: JsonSchema, base: JsonSchema | undefined, note: Note): void {
    const { format, description = "" } = schema as { format?: string; description?: string };
    if (format === base?.format || this.#isSound({ format })) return;
    note(unreadable("format", format, "date, date-time, email, uri or uuid"));
    delete schema.format;
    schema.description = `${description} (format: ${format})`.trim();
  }

  #addItems(
    schema: JsonSchema,
    [item, ...others]: readonly Param[],
    path: readonly string[],
    base: JsonSchema | undefined,
    note: Note,
  ): void {
    const { items } = schema;
    schema.items = { ...((items ?? { type: "string" }) as JsonSchema) };
    if (!item) return;
    if (items !== base) note(badValue("its items are said twice", "items, or a param inside"));
    this.#each(item, (noteItem) => {
      schema.items = this.#read(item, [...path, "*"], base, noteItem);
    });
    for (const other of others) {
      other.refuse({
        code: "duplicate",
        message: `an array has items of one kind, and ${nameOf(item.element)} says which; put both into an object.`,
      });
    }
  }

  #withDefault(schema: JsonSchema, given: unknown, note: Note): JsonSchema {
    const { type, items } = schema as { type: string; items?: JsonSchema };
    const preset = type === "string" ? given : written(given);
    if (preset === undefined || preset === null) return schema;
    const value = type === "array" ? listOf(items?.type, preset) : valueOf(type, preset);
    const whole = { ...schema, default: value };
    if (value !== undefined && this.#isSound(whole)) return whole;
    note(unreadable("default", given, "a value that it may have"));
    return schema;
  }

  #isSound(schema: JsonSchema): boolean {
    try {
      this.#context.compile(schema);
      return true;
    } catch {
      return false;
    }
  }
}

function wrongName(
  name: string,
  fields: Members | undefined,
  seen: ReadonlyMap<string, Param>,
): Problem | undefined {
  const other = seen.get(name);
  if (other) {
    return {
      code: "duplicate",
      message: `another param has the name "${name}" already; rename one of them.`,
    };
  }
  if (fields && name !== "") {
    if (Object.hasOwn(fields, name)) return undefined;
    return {
      code: "no-target",
      message: `no field that can be filled has the name "${name}"; write the name of one of the form.`,
    };
  }
  if (/^[\w.-]{1,64}$/.test(name)) return undefined;
  const given = name === "" ? "it needs a name" : `the name "${name}" is not valid`;
  return { code: "bad-id", message: `${given}: up to 64 letters, digits, "_", "-" and ".".` };
}

/** What is written, else what the form says, else a text. A form's field stays what it can hold. */
function typeIn(given: unknown, base: JsonSchema | undefined): string {
  const known = base?.type as string | undefined;
  const type = written(given) === undefined ? (known ?? "string") : textOf(given).trim().toLowerCase();
  if (typeof type !== "string" || !types.includes(type))
    throw new Fault(unreadable("type", type, types.join(", ")));
  if (known === undefined || type === known) return type;
  if (known === "integer" && type === "number") return known;
  if (
    /array|object/.test(type) ||
    !/^(?:string|number)$/.test(known) ||
    (known === "number" && type !== "integer")
  ) {
    throw new Fault(badValue(`type="${type}" is not what the form takes there`, `type="${known}", or none`));
  }
  return type;
}

/** What the form says about the field, as far as it holds for the type. */
function under(base: JsonSchema | undefined, type: string): JsonSchema {
  if (!base || base.type === type || base.type === "number") return { ...base, type };
  const { description, enum: values } = base;
  const converted = values === undefined ? undefined : listOf(type, values);
  if (values !== undefined && !converted) throw unlisted(values, type);
  return { type, ...(description !== undefined && { description }), ...(converted && { enum: converted }) };
}

function unlisted(given: unknown, type: unknown): Fault {
  return new Fault(unreadable("enum", given, `values of the type ${String(type)}, as a, b or as JSON`));
}
