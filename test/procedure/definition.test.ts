import { expect } from "@open-wc/testing";
import {
  AgentSurfaceDefinitionError,
  fromJsonSchema,
  type AgentComponentDefinition,
} from "../../src/index.js";
import { createSurface, thrownBy } from "../helpers/surface.js";
import { binding, createDomain, order, type Binding } from "../helpers/procedures.js";

function refusal(definition: AgentComponentDefinition): AgentSurfaceDefinitionError {
  const { registry } = createDomain();
  const error = thrownBy(() => registry.register(definition));
  expect(registry.getVersion(), "nothing is registered").to.equal("0");
  expect(error).to.be.instanceOf(AgentSurfaceDefinitionError);
  return error as AgentSurfaceDefinitionError;
}

const withRef = (own: object): AgentComponentDefinition => {
  const one = binding();
  return order([{ ...one, ref: { ...one.ref, ...own } } as Binding]);
};
const withConfig = (own: object) => order([{ ...binding(), config: own } as Binding]);
const withBinding = (own: object) => order([{ ...binding(), ...own } as Binding]);

describe("what register refuses in a procedure", () => {
  const invalid: [title: string, definition: AgentComponentDefinition, field: string, code?: string][] = [
    ["no object", order([null as never]), "object"],
    ["another kind", withBinding({ kind: "procedure" }), "kind"],
    ["no reference", withBinding({ ref: undefined }), "ref"],
    ["no configuration", withBinding({ config: undefined }), "config"],
    ["an unknown field", withBinding({ configuration: {} }), "configuration"],
    ["an unknown field of the reference", withRef({ timeoutMs: 5 }), "timeoutMs"],
    ["an unknown field of the configuration", withConfig({ confirm: true }), "confirm"],
    ["no description", withRef({ description: " " }), "description"],
    ["no effect", withRef({ effect: undefined }), "effect"],
    ["a view's effect", withRef({ effect: "local-state" }), "effect"],
    ["the effect of an observation", withRef({ effect: "read" }), "effect"],
    ["no input schema", withRef({ inputSchema: undefined }), "inputSchema"],
    ["a bare JSON Schema", withRef({ inputSchema: { type: "object" } }), "inputSchema"],
    ["an output that is no schema", withRef({ outputSchema: {} }), "outputSchema"],
    ["an approval that is no flag", withRef({ requiresApproval: "yes" }), "requiresApproval"],
    ["a weaker confirmation", withConfig({ confirmation: "never" }), "confirmation"],
    ["bind that is no function", withConfig({ bind: { orderId: 1 } }), "bind"],
    ["overridable fields that are no list", withConfig({ overridableFields: "reason" }), "overridableFields"],
    ["overridable fields that are no names", withConfig({ overridableFields: [1] }), "overridableFields"],
    ["describe that is a text", withConfig({ describe: "x" }), "describe"],
    ["policies without names", withConfig({ policies: [{}] }), "policies"],
    ["when that is no function", withConfig({ when: true }), "when"],
    ["a reason that is no text", withConfig({ unavailableReason: 5 }), "unavailableReason"],
    ["meta that is no JSON", withConfig({ meta: { n: NaN } }), "meta"],
    ["a context without an instance", withBinding({ contextLink: { type: "orders" } }), "contextLink"],
    [
      "a context that breaks the grammar",
      withBinding({ contextLink: { type: "O", instanceId: "a" } }),
      "contextLink",
    ],
    ["an id of another path", withRef({ id: "domain:orders.delete" }), "domain:orders.cancel", "INVALID_ID"],
    ["an id of another plane", withRef({ id: "view:orders.cancel" }), "domain:orders.cancel", "INVALID_ID"],
    ["no id", withRef({ id: undefined }), "id", "INVALID_ID"],
    ["no path", withRef({ path: "", id: "domain:" }), "path", "INVALID_ID"],
    ["an id of 129 characters", order([binding({}, { path: "x".repeat(122) })]), "129", "INVALID_ID"],
    ["the same path twice", order([binding(), binding({})]), "domain:orders.cancel", "DUPLICATE_CAPABILITY"],
    ["a description of 301 characters", withRef({ description: "x".repeat(301) }), "301", "LIMIT_EXCEEDED"],
    ["too much meta", withConfig({ meta: { text: "x".repeat(2_048) } }), "meta", "LIMIT_EXCEEDED"],
  ];
  for (const [title, definition, field, code = "INVALID_DEFINITION"] of invalid) {
    it(`${code}: ${title}`, () => {
      const error = refusal(definition);
      expect(error.code).to.equal(code);
      expect(error.message).to.contain(field);
    });
  }

  it("a schema outside the subset, whoever made it", () => {
    const inputSchema = { jsonSchema: { not: {} }, parse: (value: unknown) => value };
    const error = refusal(withRef({ inputSchema }));
    expect(error).to.include({ code: "INVALID_DEFINITION", reason: "unsupported-schema" });
  });

  it("PLANE_VIOLATION without an installed executor, and after it was taken away", () => {
    for (const registry of [createSurface().registry, createDomain().registry]) {
      registry.setProcedureExecutor(undefined);
      expect(thrownBy(() => registry.register(order()))).to.include({ code: "PLANE_VIOLATION" });
      expect(registry.register(order([])).status).to.equal("active");
    }
  });

  it("nothing of an id of 128 characters, and no path: they are opaque", () => {
    for (const path of ["x".repeat(121), "Orders/cancel v2", "POST /orders/{id}", "a..b", "ö"]) {
      const { registry } = createDomain();
      registry.register(order([binding({}, { path })]));
      expect(registry.snapshot().procedures[0]!.procedureId).to.equal(`domain:${path}`);
    }
  });
});

describe("what follows from a procedure's effect", () => {
  const levels = [
    ["server-query", "never", true],
    ["server-mutation", "optional", false],
    ["external-side-effect", "required", false],
    ["destructive", "required", false],
  ] as const;
  for (const [effect, confirmation] of levels) {
    it(`${effect}: the confirmation ${confirmation}, which is only ever tightened`, () => {
      const levelOf = (config: Binding["config"], requiresApproval?: boolean) => {
        const { registry } = createDomain();
        const ref = { effect, ...(requiresApproval !== undefined && { requiresApproval }) };
        registry.register(order([binding(config, ref)]));
        return registry.snapshot().procedures[0]!.confirmation;
      };
      expect(levelOf({})).to.equal(confirmation);
      expect(levelOf({}, false)).to.equal(confirmation);
      expect(levelOf({ confirmation: "required" })).to.equal("required");
      expect(levelOf({}, true)).to.equal("required");
      const optional = confirmation === "never" ? "optional" : confirmation;
      expect(levelOf({ confirmation: "optional" })).to.equal(optional);
    });
  }
});

describe("binding at the registration", () => {
  it("asks bind() once and keeps no value", () => {
    let asked = 0;
    const { registry } = createDomain();
    registry.register(order([binding({ bind: () => ((asked += 1), { orderId: "secret" }) })]));
    expect(asked).to.equal(1);
    const snapshot = JSON.stringify([registry.snapshot(), registry.snapshot()]);
    expect(snapshot).to.contain("orderId").and.not.to.contain("secret");
    expect(asked, "snapshots do not ask").to.equal(1);
  });

  it("lets the same reference be bound in any number of components", () => {
    const { registry } = createDomain();
    const inputSchema = fromJsonSchema({ type: "object", properties: { a: {}, b: {} } });
    for (const instanceId of ["1", "2", "3"]) {
      registry.register(order([binding({ bind: () => ({ a: 1 }) }, { inputSchema })], { instanceId }));
    }
    const [first, ...others] = registry.snapshot().procedures.map((one) => one.inputSchema);
    for (const other of others) expect(other, "made once").to.equal(first);
    registry.register(order([binding({ bind: () => ({ b: 1 }) }, { inputSchema })], { instanceId: "4" }));
    expect(registry.snapshot().procedures[3]!.inputSchema["properties"]).to.deep.equal({ a: {} });
  });
});
