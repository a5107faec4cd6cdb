/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars --
   types are what is tested here: they are named to be compared */
/** What the compiler promises authors. The lines marked with `@ts-expect-error` fail the type check when they compile. */
import { expect } from "@open-wc/testing";
import { z } from "zod";
import {
  action,
  createAgentSurfaceRegistry,
  defineAgentComponent,
  emptyObjectSchema,
  fromJsonSchema,
  fromStandardSchema,
  observation,
  type AgentActionContext,
  type AgentActionDefinition,
  type AgentComponentDefinition,
  type AgentInvocationResult,
  type AgentObservationDefinition,
  type AgentPolicy,
  type AgentSchema,
  type AgentSurfaceEvent,
  type JsonValue,
} from "../../src/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_T extends true>(): void {
  // The constraint is the test.
}

const Rows = z.object({ ids: z.array(z.string()), mode: z.enum(["replace", "add"]).default("replace") });
const rows = fromStandardSchema(Rows, { jsonSchema: z.toJSONSchema(Rows) });
const counted = fromJsonSchema<{ count: number }>({ type: "object" });

describe("observation", () => {
  it("infers its output from the schema", () => {
    const read = observation({ description: "Reads.", output: counted, read: () => ({ count: 1 }) });
    same<Equal<typeof read, AgentObservationDefinition<{ count: number }>>>();
    observation({ description: "Reads.", output: counted, read: async () => ({ count: 1 }) });
    // @ts-expect-error -- the handler gives something else than the schema says
    observation({ description: "Reads.", output: counted, read: () => ({ count: "1" }) });
    // @ts-expect-error -- read is required
    observation({ description: "Reads.", output: counted });
    // @ts-expect-error -- so is the output's schema
    observation({ description: "Reads.", read: () => 1 });
    expect(read.output).to.equal(counted);
  });
});

describe("action", () => {
  it("infers its input from the schema, in execute and in precondition", () => {
    const select = action({
      description: "Selects.",
      input: rows,
      effect: "local-state",
      precondition(input, context) {
        same<Equal<typeof input, { ids: string[]; mode: "replace" | "add" }>>();
        same<Equal<typeof context.capabilityId, string>>();
        return undefined;
      },
      execute(input, context) {
        same<Equal<typeof input, { ids: string[]; mode: "replace" | "add" }>>();
        same<Equal<typeof context, AgentActionContext>>();
        same<Equal<typeof context.signal, AbortSignal>>();
      },
    });
    same<Equal<typeof select, AgentActionDefinition<{ ids: string[]; mode: "replace" | "add" }>>>();
    expect(select.input).to.equal(rows);
  });

  it("infers its output from the schema alone: the handler is checked against it, never the other way round", () => {
    const common = { description: "Counts.", input: emptyObjectSchema, effect: "local-state" } as const;
    const count = action({ ...common, output: counted, execute: () => ({ count: 1 }) });
    same<Equal<typeof count, AgentActionDefinition<Record<string, never>, { count: number }>>>();
    action({ ...common, output: counted, execute: async () => ({ count: 1 }) });
    // @ts-expect-error -- a wrong type
    action({ ...common, output: counted, execute: () => ({ count: "1" }) });
    // @ts-expect-error -- a missing field does not widen the output
    action({ ...common, output: counted, execute: () => ({}) });
    // @ts-expect-error -- nothing at all
    action({ ...common, output: counted, execute: () => undefined });
    // @ts-expect-error -- a wrong type in a promise
    action({ ...common, output: counted, execute: async () => ({ count: "1" }) });
    expect(count.output).to.equal(counted);
  });

  it("gives nothing where it declares no output", () => {
    const common = { description: "Does.", input: emptyObjectSchema, effect: "local-state" } as const;
    const plain = action({ ...common, execute: () => undefined });
    same<Equal<typeof plain, AgentActionDefinition<Record<string, never>>>>();
    action({ ...common, execute: async () => {} });
    // @ts-expect-error -- a value that no schema describes
    action({ ...common, execute: async () => ({ count: 1 }) });
    expect(plain.output).to.equal(undefined);
  });

  it("has the two effects of the view plane and no other", () => {
    const common = { description: "Does.", input: emptyObjectSchema, execute: () => undefined };
    action({ ...common, effect: "local-state" });
    action({ ...common, effect: "navigation" });
    // @ts-expect-error -- the effect of a procedure
    action({ ...common, effect: "destructive" });
    // @ts-expect-error -- the effect of an observation
    action({ ...common, effect: "read" });
    // @ts-expect-error -- an effect is required
    action(common);
    // @ts-expect-error -- an unknown level
    action({ ...common, effect: "navigation", confirmation: "always" });
  });

  it("takes and gives JSON only", () => {
    interface Row {
      id: string;
    }
    type RowAlias = { id: string };
    const common = { description: "Does.", effect: "local-state", execute: () => undefined } as const;
    action({ ...common, input: fromJsonSchema<RowAlias>({ type: "object" }) });
    // @ts-expect-error -- an interface has no index signature: write a type alias
    action({ ...common, input: fromJsonSchema<Row>({ type: "object" }) });
    // @ts-expect-error -- a Date is no JSON
    action({ ...common, input: fromJsonSchema<{ at: Date }>({ type: "object" }) });
  });
});

describe("defineAgentComponent", () => {
  it("takes capabilities of different types in one record", () => {
    const table = defineAgentComponent({
      type: "devices.table",
      description: "The devices.",
      observations: {
        read: observation({ description: "Reads.", output: counted, read: () => ({ count: 1 }) }),
        name: observation({
          description: "Reads the name.",
          output: fromJsonSchema<string>({ type: "string" }),
          read: () => "x",
        }),
      },
      actions: {
        select: action({
          description: "Selects.",
          input: rows,
          effect: "local-state",
          execute: () => undefined,
        }),
        clear: action({
          description: "Clears.",
          input: emptyObjectSchema,
          output: counted,
          effect: "local-state",
          execute: () => ({ count: 0 }),
        }),
      },
    });
    same<Equal<typeof table, AgentComponentDefinition>>();
    // @ts-expect-error -- a description is required
    defineAgentComponent({ type: "a" });
    // @ts-expect-error -- an unknown field
    defineAgentComponent({ type: "a", description: "A.", descripton: "A." });
    expect(table.type).to.equal("devices.table");
  });
});

describe("schemas", () => {
  it("carry the type that they parse to", () => {
    same<Equal<typeof rows, AgentSchema<{ ids: string[]; mode: "replace" | "add" }>>>();
    same<Equal<typeof counted, AgentSchema<{ count: number }>>>();
    const unknown = fromJsonSchema({ type: "string" });
    same<Equal<typeof unknown, AgentSchema<JsonValue>>>();
    same<Equal<typeof emptyObjectSchema, AgentSchema<Record<string, never>>>>();
    expect(rows.parse({ ids: [] })).to.deep.equal({ ids: [], mode: "replace" });
  });
});

describe("policies", () => {
  it("cannot reach the input when they authorize", () => {
    const policy: AgentPolicy = {
      name: "typed",
      onAuthorize(context, next) {
        // @ts-expect-error -- no input is reachable here
        const effective = context.effectiveInput;
        // @ts-expect-error -- by no name
        const input = context.input;
        return next();
      },
      onInvoke(context, next) {
        same<Equal<typeof context.effectiveInput, JsonValue>>();
        return next();
      },
    };
    const asynchronous: AgentPolicy = {
      name: "asynchronous",
      // @ts-expect-error -- discovery is synchronous
      onDiscovery: async () => ({ decision: "expose" }),
    };
    expect([policy.name, asynchronous.name]).to.deep.equal(["typed", "asynchronous"]);
  });
});

describe("results and events", () => {
  it("are told apart by status and type", () => {
    const read = (result: AgentInvocationResult) =>
      result.status === "ok" ? result.output : result.error.details;
    // @ts-expect-error -- only an error has one
    const wrong = (result: AgentInvocationResult) => result.error;
    const id = (event: AgentSurfaceEvent) =>
      event.type === "component-registered" ? event.registrationId : undefined;
    expect([read, wrong, id]).to.have.length(3);
  });

  it("come as a promise from invoke, and snapshots come at once", () => {
    const registry = createAgentSurfaceRegistry();
    same<Equal<ReturnType<typeof registry.invoke>, Promise<AgentInvocationResult>>>();
    const { components } = registry.snapshot();
    // @ts-expect-error -- input is JSON
    const invalid = () => registry.invoke({ capabilityId: "view:a.b", input: { at: () => 1 } });
    // @ts-expect-error -- the capability is required
    const missing = () => registry.invoke({});
    expect([components.length, invalid.length, missing.length]).to.deep.equal([0, 0, 0]);
  });
});
