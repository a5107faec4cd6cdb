import { expect } from "@open-wc/testing";
import { act, errorOf, outcome, questionId } from "../helpers/surface.js";
import { binding, cancel, createDomain, order } from "../helpers/procedures.js";

const call = { ...cancel, input: { reason: "late" } };
const bind = () => ({ orderId: "o-1" });

describe("redefining a component with procedures", () => {
  it("changes nothing for equal content: no version, the new handlers", async () => {
    const { registry, asked } = createDomain();
    const handle = registry.register(order());
    const before = [registry.getVersion(), handle.registrationId];
    handle.redefine(order([binding({ bind: () => ({ orderId: "o-2" }) })]));
    expect([registry.getVersion(), handle.registrationId]).to.deep.equal(before);
    expect(outcome(await registry.invoke(call))).to.equal("ok");
    expect(asked[0]!.input).to.include({ orderId: "o-2" });
  });

  it("keeps questions, approvals and old tokens of a procedure that did not change", async () => {
    const { registry } = createDomain();
    const dangerous = () => binding({ bind }, { effect: "destructive" });
    const handle = registry.register(order([dangerous()]));
    const { registrationId } = handle;
    expect(registry.snapshot().procedures[0]).to.include({ registrationId });
    const confirmationId = questionId(await registry.invoke({ ...call, invocationId: "one" }));
    handle.redefine(order([binding({}, { path: "other" }), dangerous()], { actions: { note: act() } }));
    expect(handle.registrationId).not.to.equal(registrationId);
    expect(registry.confirmations.pending()).to.have.length(1);
    registry.confirmations.resolve(confirmationId, { approved: true });
    const result = await registry.invoke({ ...call, invocationId: "one", confirmationId, registrationId });
    expect(outcome(result)).to.equal("ok");
    const [, described] = registry.snapshot().procedures;
    expect(described).to.include({ procedureId: cancel.capabilityId, registrationId: handle.registrationId });
  });

  const changes = [
    ["another set of bound keys", binding({ bind: () => ({ orderId: "o-1", notify: true }) })],
    ["nothing bound any more", binding({})],
    ["a key that may be overridden now", binding({ bind, overridableFields: ["orderId"] })],
    ["another effect", binding({ bind }, { effect: "destructive" })],
    ["a stricter confirmation", binding({ bind, confirmation: "required" })],
    ["another description", binding({ bind }, { description: "Cancels it." })],
    ["another context", { ...binding(), contextLink: { type: "orders.list", instanceId: "a" } }],
    [
      "another schema of a locked key",
      binding(
        { bind },
        {
          inputSchema: {
            ...binding().ref.inputSchema.jsonSchema,
            properties: {
              ...(binding().ref.inputSchema.jsonSchema["properties"] as object),
              orderId: { type: "string", minLength: 1 },
            },
          },
        },
      ),
    ],
  ] as const;
  for (const [title, changed] of changes) {
    it(`is a structural change with ${title}: old tokens are stale`, async () => {
      const { registry } = createDomain();
      const handle = registry.register(order());
      const { registrationId } = handle;
      handle.redefine(order([changed]));
      expect(errorOf(await registry.invoke({ ...call, registrationId })).details).to.deep.equal({
        reason: "registration-replaced",
        liveRegistrationId: handle.registrationId,
      });
    });
  }

  it("unmounts a procedure that is gone, and finds one that came", async () => {
    const { registry } = createDomain();
    const handle = registry.register(order());
    handle.redefine(order([binding({ bind }, { path: "orders.refund" })]));
    expect(outcome(await registry.invoke(call))).to.equal("COMPONENT_UNMOUNTED");
    expect(outcome(await registry.invoke({ ...call, capabilityId: "domain:orders.refund" }))).to.equal("ok");
    handle.unregister();
    const late = await registry.invoke({ ...call, capabilityId: "domain:orders.refund" });
    expect(outcome(late)).to.equal("COMPONENT_UNMOUNTED");
  });

  it("leaves the old definition in place where the new one is invalid or there is no executor", async () => {
    const { registry } = createDomain();
    const handle = registry.register(order());
    expect(() => {
      handle.redefine(order([binding(), binding()]));
    }).to.throw("twice");
    registry.setProcedureExecutor(undefined);
    expect(() => {
      handle.redefine(order([binding({}, { path: "other" })]));
    }).to.throw("executor");
    registry.setProcedureExecutor({ execute: () => Promise.resolve(null) });
    expect(outcome(await registry.invoke(call))).to.equal("ok");
  });
});
