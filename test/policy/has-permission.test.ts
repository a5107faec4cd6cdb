import { expect } from "@open-wc/testing";
import { hasPermission, type GateOptions } from "../../src/index.js";
import {
  act,
  cart,
  createSurface,
  errorOf,
  outcome,
  printedDuring,
  thrownBy,
  type TestSurface,
} from "../helpers/surface.js";

const apply = { capabilityId: "view:shop.cart.apply" };
const secret = "billing:refund-vip";

const listed = (host: Readonly<Record<string, unknown>>, permission: string) =>
  (host["permissions"] as string[]).includes(permission);

function behind(check: typeof listed, options?: GateOptions) {
  const permissions: string[] = [];
  const surface = createSurface({ context: () => ({ permissions }) });
  const policies = [hasPermission(secret, check, options)];
  surface.registry.register(cart({ observations: {}, actions: { apply: act({ policies }) } }));
  return { ...surface, permissions };
}

const actionsOf = ({ registry }: TestSurface) => registry.snapshot().components.flatMap((one) => one.actions);

describe("hasPermission", () => {
  it("hides from whom the check does not find the permission", async () => {
    const surface = behind(listed);
    expect(actionsOf(surface)).to.deep.equal([]);
    expect(outcome(await surface.registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    surface.permissions.push(secret);
    expect(actionsOf(surface)).to.have.length(1);
    expect(outcome(await surface.registry.invoke(apply))).to.equal("ok");
  });

  it("refuses with NOT_AUTHORIZED of the client with expose", async () => {
    const { registry } = behind(listed, { discovery: "expose" });
    expect(errorOf(await registry.invoke(apply))).to.deep.include({
      code: "NOT_AUTHORIZED",
      retry: "no",
      details: { origin: "client" },
    });
  });

  it("discloses with disable", () => {
    const [action] = actionsOf(behind(listed, { discovery: "disable" }));
    expect(action).to.include({ available: false, unavailableReason: "not permitted" });
  });

  it("tells nobody the permission's name", async () => {
    for (const discovery of ["hide", "disable", "expose"] as const) {
      const { registry, audit, events } = behind(listed, { discovery });
      const printed = await printedDuring(async () => {
        const told = [registry.snapshot(), await registry.invoke(apply), audit.events(), events];
        expect(JSON.stringify(told), discovery).not.to.contain("refund");
      });
      expect(printed.join()).not.to.contain("refund");
    }
  });

  it("refuses where the check gives anything but true: a promise, a truthy value, nothing", async () => {
    for (const value of [Promise.resolve(true), "yes", 1, undefined] as never[]) {
      const { registry } = behind(() => value);
      expect(outcome(await registry.invoke(apply))).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("hides where the check throws, whatever discovery it was told", async () => {
    for (const discovery of ["hide", "disable", "expose"] as const) {
      const { registry } = behind(
        () => {
          throw new Error("no store");
        },
        { discovery },
      );
      expect(outcome(await registry.invoke(apply)), discovery).to.equal("CAPABILITY_NOT_FOUND");
    }
  });

  it("refuses where the check throws only when it authorizes", async () => {
    let asked = 0;
    // Discovery is asked twice before: at the resolution and at the availability.
    const { registry } = behind(() => {
      if (++asked > 2) throw new Error("store gone");
      return true;
    });
    expect(outcome(await registry.invoke(apply))).to.equal("NOT_AUTHORIZED");
  });

  it("throws at once without a name, a check or a known discovery", () => {
    for (const [permission, check, options] of [
      ["", listed],
      [undefined, listed],
      ["p", undefined],
      ["p", "check"],
      ["p", listed, { discovery: "hidden" }],
    ] as never[][]) {
      expect(thrownBy(() => hasPermission(permission!, check!, options))).to.be.instanceOf(TypeError);
    }
  });
});
