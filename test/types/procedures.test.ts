/** What the compiler promises authors of procedures. The lines marked with `@ts-expect-error` fail the type check when they compile. */
import { expect } from "@open-wc/testing";
import { z } from "zod";
import {
  createAgentSurfaceRegistry,
  defineAgentComponent,
  fromStandardSchema,
  type AgentProcedureBinding,
  type AgentProcedureDescriptor,
  type AgentProcedureExecutor,
  type JsonValue,
  type ProcedureCallInfo,
} from "../../src/index.js";

const inputSchema = fromStandardSchema(z.object({ orderId: z.string(), reason: z.string() }));
type Input = { orderId: string; reason: string };

const cancel: AgentProcedureBinding<Input, JsonValue> = {
  kind: "procedure-binding",
  ref: {
    id: "domain:orders.cancel",
    path: "orders.cancel",
    description: "Cancels an order.",
    inputSchema,
    effect: "destructive",
  },
  config: { bind: () => ({ orderId: "o-1" }), overridableFields: ["reason"], confirmation: "required" },
};

describe("a procedure's binding", () => {
  it("is typed by its schemas and fits a component", () => {
    const definition = defineAgentComponent({
      type: "orders.detail",
      description: "An order.",
      procedures: [cancel],
    });
    expect(definition.procedures).to.deep.equal([cancel]);
    // @ts-expect-error -- a view's effect
    cancel.ref satisfies { effect: "local-state" };
    // @ts-expect-error -- confirmation may only be tightened
    ({ confirmation: "never" }) satisfies (typeof cancel)["config"];
    // @ts-expect-error -- what is bound is an object
    ({ bind: () => "o-1" }) satisfies (typeof cancel)["config"];
    // @ts-expect-error -- the reference is required
    ({ kind: "procedure-binding", config: {} }) satisfies AgentProcedureBinding<JsonValue, JsonValue>;
    // @ts-expect-error -- the schema is of another type
    ({ ...cancel }) satisfies AgentProcedureBinding<{ id: number }, JsonValue>;
  });
});

describe("an executor", () => {
  it("gets JSON and gives JSON", () => {
    const executor: AgentProcedureExecutor = {
      async execute({ path, input, info }) {
        path satisfies string;
        input satisfies JsonValue;
        info satisfies ProcedureCallInfo;
        info.signal satisfies AbortSignal;
        info.confirmation satisfies { id: string; approvedAt: string } | undefined;
        return Promise.resolve({ path });
      },
      paths: ["orders.cancel"],
    };
    const registry = createAgentSurfaceRegistry();
    registry.setProcedureExecutor(executor);
    registry.setProcedureExecutor(undefined);
    // @ts-expect-error -- what comes back is JSON
    registry.setProcedureExecutor({ execute: () => Promise.resolve(new Date()) });
    // @ts-expect-error -- execute is required
    registry.setProcedureExecutor({ paths: [] });
    registry.snapshot().procedures satisfies AgentProcedureDescriptor[];
    registry.dispose();
  });
});
