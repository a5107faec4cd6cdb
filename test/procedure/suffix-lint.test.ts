import { expect } from "@open-wc/testing";
import type { RegistryOptions } from "../../src/index.js";
import { act, eventsOf, printedDuring, thrownBy } from "../helpers/surface.js";
import { binding, createDomain, order } from "../helpers/procedures.js";

type Domain = ReturnType<typeof createDomain>;

/** `view:orders.cancel`. */
const view = (own: object = {}) => ({
  type: "orders",
  description: "Orders.",
  actions: { cancel: act() },
  ...own,
});

/** Each brings the two together in another order. The last step of each is the one that collides. */
const ways: [
  title: string,
  paths: string[],
  before: ((d: Domain) => unknown)[],
  last: (d: Domain) => unknown,
][] = [
  ["a view where the executor knows the path", ["orders.cancel"], [], (d) => d.registry.register(view())],
  [
    "a view where a reference is live",
    [],
    [(d) => d.registry.register(order())],
    (d) => d.registry.register(view()),
  ],
  [
    "a reference where a view is live",
    [],
    [(d) => d.registry.register(view())],
    (d) => d.registry.register(order()),
  ],
  [
    "an executor that comes after the view",
    [],
    [(d) => d.registry.register(view())],
    (d) => {
      d.registry.setProcedureExecutor({
        execute: () => Promise.resolve(null),
        paths: ["a", "orders.cancel"],
      });
    },
  ],
  ["both in one component", [], [], (d) => d.registry.register(view({ procedures: [binding()] }))],
  [
    "a redefinition",
    ["orders.cancel"],
    [(d) => void (handle = d.registry.register(view({ actions: {} })))],
    () => {
      handle!.redefine(view());
    },
  ],
];
let handle: ReturnType<Domain["registry"]["register"]> | undefined;

function prepare(paths: string[], before: ((d: Domain) => unknown)[], options: RegistryOptions): Domain {
  const domain = createDomain(undefined, options, paths);
  for (const step of before) step(domain);
  return domain;
}

describe("a view capability with the suffix of a procedure", () => {
  for (const [title, paths, before, last] of ways) {
    it(`is suspected by default: ${title}`, async () => {
      const domain = prepare(paths, before, { environment: "development" });
      const printed = await printedDuring(() => last(domain));
      expect(eventsOf(domain.events, "collision-suspected")).to.deep.equal([
        {
          type: "collision-suspected",
          viewCapabilityId: "view:orders.cancel",
          domainProcedureId: "domain:orders.cancel",
        },
      ]);
      expect(printed.join()).to.contain("view:orders.cancel").and.to.contain("domain:orders.cancel");
      const audited = domain.audit.events().filter(({ type }) => type === "collision-suspected");
      expect(audited.map(({ capabilityId }) => capabilityId)).to.deep.equal(["view:orders.cancel"]);
    });

    it(`is PLANE_VIOLATION where the policy says error, and nothing changes: ${title}`, () => {
      const domain = prepare(paths, before, { duplicateSuffixPolicy: "error" });
      const version = domain.registry.getVersion();
      const now = () =>
        JSON.stringify([domain.registry.snapshot().components, domain.registry.snapshot().procedures]);
      const then = now();
      expect(thrownBy(() => last(domain))).to.include({ code: "PLANE_VIOLATION" });
      expect([domain.registry.getVersion(), now()]).to.deep.equal([version, then]);
      expect(eventsOf(domain.events, "collision-suspected")).to.deep.equal([]);
    });

    it(`is nothing where the policy says off: ${title}`, async () => {
      const domain = prepare(paths, before, { environment: "development", duplicateSuffixPolicy: "off" });
      expect(await printedDuring(() => last(domain))).to.deep.equal([]);
      expect(eventsOf(domain.events, "collision-suspected")).to.deep.equal([]);
    });
  }

  it("is not suspected of others, nor once the other side is gone", () => {
    const domain = createDomain(undefined, {}, ["orders.refund"]);
    domain.registry.register(order([binding({}, { path: "Orders.cancel" })]));
    domain.registry.register(order([binding({}, { path: "orders.cancel.all" })], { instanceId: "b" }));
    const gone = domain.registry.register(order([binding()], { instanceId: "c" }));
    gone.unregister();
    const shown = domain.registry.register(view());
    shown.unregister();
    domain.registry.register(order());
    domain.registry.setProcedureExecutor(undefined);
    domain.registry.register(view({ type: "orders.b", actions: { refund: act() } }));
    expect(eventsOf(domain.events, "collision-suspected")).to.deep.equal([]);
  });

  it("is told of once where the executor had named it before the reference came", () => {
    const domain = createDomain(undefined, {}, ["orders.cancel"]);
    domain.registry.register(view());
    domain.registry.register(order());
    expect(eventsOf(domain.events, "collision-suspected")).to.have.length(1);
  });

  it("is told of once for a redefinition that keeps it, and not against what it replaces", () => {
    const domain = createDomain(undefined, {}, ["orders.cancel"]);
    const kept = domain.registry.register(view());
    kept.redefine(view({ actions: { cancel: act(), more: act() } }));
    expect(eventsOf(domain.events, "collision-suspected")).to.have.length(1);
    const other = createDomain(undefined, { duplicateSuffixPolicy: "error" });
    const moved = other.registry.register(view());
    moved.redefine(view({ actions: {}, procedures: [binding()] }));
    moved.redefine(view());
    expect(other.registry.snapshot().components[0]!.actions).to.have.length(1);
  });
});
