import { expect, waitUntil } from "@open-wc/testing";
import "../../../components/all.js";
import { createWindows } from "../../../src/index.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentModalElement, AgentWindowElement } from "../../../components/index.js";
import { call, offered, output, pageWith, printed, settled } from "../../helpers/page.js";

async function page(text: string) {
  const root = await pageWith(text);
  return { root, element: root.querySelector<AgentWindowElement>("agent-window")! };
}

const windows = () => createWindows(findRegistry());

describe("the state of an agent-window", () => {
  it("is an observation, and each value that says something else is a version at once", async () => {
    const { element } = await page(`<agent-window type="s.cart" description="Cart"></agent-window>`);
    expect(element.version).to.equal(1);
    element.state = { items: 2 };
    await settled();
    expect(await output("view:s.cart.readState")).to.deep.equal({ items: 2 });
    const { version } = element;
    element.state = { items: 2 };
    expect(element.version).to.equal(version);
    element.state = { items: 3 };
    expect(element.version).to.equal(version + 1);
    expect(windows().describe({ id: "s.cart@default" })).to.include({ version: version + 1 });
    element.state = undefined;
    await settled();
    expect(offered()).to.deep.equal([]);
  });

  it("leaves out what is sensitive, and names it", async () => {
    const { element } = await page(
      `<agent-window type="s.pay" description="Pay" sensitive="card.number, pins.*"></agent-window>`,
    );
    element.state = { items: 2, card: { number: "4111" }, pins: ["1234"] };
    await settled();
    const told = windows().describe({ id: "s.pay@default" })!;
    expect(told.withheld).to.deep.equal(["card.number", "pins.*"]);
    expect(JSON.stringify([told, await output("view:s.pay.readState")])).not.to.match(/4111|1234/);
  });

  it("that is not JSON is a problem, and the one before stays", async () => {
    const { element } = await page(`<agent-window type="s.bad" description="Bad"></agent-window>`);
    element.state = { a: 1 };
    await settled();
    await printed(async () => {
      element.state = { a: (() => 1) as never };
      await settled();
    });
    expect(element.problem?.code).to.equal("bad-value");
    expect(element.problem?.message).to.contain('"a"');
    expect(await output("view:s.bad.readState")).to.deep.equal({ a: 1 });
    element.state = { a: 2 };
    await settled();
    expect(element.problem).to.equal(undefined);
    expect(await output("view:s.bad.readState")).to.deep.equal({ a: 2 });
  });

  it("moves with touch(), with an action that succeeds, and with none that fails", async () => {
    const { element } = await page(`<agent-window type="s.act" description="Act">
      <agent-action name="go" description="Go"></agent-action></agent-window>`);
    element.touch();
    expect(element.version).to.equal(2);
    let fails = false;
    element.querySelector("agent-action")!.execute = () => {
      if (fails) throw new Error("no");
      return "done";
    };
    expect(await call("view:s.act.go")).to.include({ status: "ok", windowVersion: 3 });
    fails = true;
    expect(await call("view:s.act.go")).to.include({ status: "error", windowVersion: 3 });
    const stale = await call("view:s.act.go", {}, { expectedVersion: 2 });
    expect(stale.status === "error" && stale.error.details).to.deep.equal({
      reason: "stale_state",
      currentVersion: 3,
    });
  });
});

describe("the owner of a window", () => {
  it("stands in its attribute, where the DOM does not say it", async () => {
    const { root } = await page(`
      <agent-window type="s.list" description="List"><agent-action name="act" description="Act"></agent-action></agent-window>
      <agent-modal type="s.ask" description="Ask" owner="s.list@default"><button>Fine</button></agent-modal>
      <agent-window type="s.part" description="Part" owner="s.list"><agent-action name="act" description="Act"></agent-action></agent-window>`);
    root.querySelector<AgentModalElement>("agent-modal")!.show();
    await settled();
    expect(offered()).to.deep.equal(["view:s.ask.dismiss"]);
    expect(windows().describe({ id: "s.ask@default" })).to.include({
      kind: "modal",
      owner: "s.list@default",
    });
    expect(windows().describe({ id: "s.part@default" })).to.include({ parent: "s.list@default" });
  });

  it("that is not there yet is the page, until it comes", async () => {
    const { root } = await page(
      `<agent-modal type="s.early" description="Early" owner="s.late@default"><button>Fine</button></agent-modal>`,
    );
    root.querySelector<AgentModalElement>("agent-modal")!.show();
    await settled();
    expect(windows().describe({ id: "s.early@default" })?.blockedBy).to.deep.equal([]);
    const late = document.createElement("agent-window");
    Object.assign(late, { type: "s.late", description: "Late" });
    root.append(late);
    await settled();
    expect(windows().describe({ id: "s.late@default" })).to.deep.include({
      operable: false,
      blockedBy: ["s.early@default"],
    });
    late.remove();
    await settled();
    expect(root.querySelector<AgentModalElement>("agent-modal")!.open).to.equal(false);
  });
});

describe("windows beside a chain of modals", () => {
  const three = `
    <agent-window type="s.b" description="B"><agent-action name="act" description="Act"></agent-action>
      <agent-modal type="s.d1" description="D1"><button>One</button></agent-modal></agent-window>
    <agent-window type="s.c" description="C">
      <form id="c"><input name="code" required><input type="checkbox" name="keep"><button>Apply</button></form>
      <agent-action name="fill" description="Fill" for="c"></agent-action></agent-window>`;

  it("are filled and submitted while a native dialog is open over another one", async () => {
    const { root } = await page(three);
    const form = root.querySelector("form")!;
    const submitted: string[] = [];
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitted.push(new FormData(form).get("code") as string);
    });
    root.querySelector<AgentModalElement>("agent-modal")!.show();
    await settled();
    expect(offered()).to.deep.equal(["view:s.c.fill", "view:s.d1.dismiss"]);
    expect((await call("view:s.c.fill", { code: "SAVE", keep: true })).status).to.equal("ok");
    expect(submitted).to.deep.equal(["SAVE"]);
  });

  it("count one version for a fill by an agent", async () => {
    const { root } = await page(three);
    root.querySelector("form")!.addEventListener("submit", (event) => {
      event.preventDefault();
    });
    const [, c] = root.querySelectorAll<AgentWindowElement>("agent-window");
    const before = c!.version;
    await call("view:s.c.fill", { code: "SAVE", keep: true });
    expect(c!.version).to.equal(before + 1);
  });

  it("are filled and submitted while a confirmation is on the screen", async () => {
    const { root } = await page(`${three}
      <agent-window type="s.pay" description="Pay"><agent-action name="pay" description="Pay" confirm></agent-action></agent-window>`);
    const form = root.querySelector("form")!;
    let submits = 0;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submits += 1;
    });
    const asked = await call("view:s.pay.pay");
    expect(asked.status === "error" && asked.error.code).to.equal("CONFIRMATION_REQUIRED");
    await waitUntil(() => document.querySelector("agent-confirmation")?.shadowRoot?.querySelector(":modal"));
    expect((await call("view:s.c.fill", { code: "SAVE" })).status).to.equal("ok");
    expect(submits).to.equal(1);
    const [pending] = findRegistry().confirmations.pending();
    findRegistry().confirmations.resolve(pending!.confirmationId, { approved: false });
  });

  it("run one of two calls that name the same version, the other waiting behind it", async () => {
    const { root } = await page(three);
    let submits = 0;
    root.querySelector("form")!.addEventListener("submit", (event) => {
      event.preventDefault();
      submits += 1;
    });
    const [, c] = root.querySelectorAll<AgentWindowElement>("agent-window");
    const expectedVersion = c!.version;
    const results = await Promise.all(
      ["A", "B"].map((code) => call("view:s.c.fill", { code }, { expectedVersion })),
    );
    expect(results.map((one) => (one.status === "ok" ? "ok" : one.error.details?.["reason"]))).to.deep.equal([
      "ok",
      "stale_state",
    ]);
    expect(submits).to.equal(1);
    expect(root.querySelector("input")!.value).to.equal("A");
  });

  it("name what a call opened", async () => {
    const { root } = await page(three);
    root.querySelector("form")!.addEventListener("submit", (event) => {
      event.preventDefault();
      root.querySelector<AgentModalElement>("agent-modal")!.show();
    });
    const result = await call("view:s.c.fill", { code: "SAVE" });
    expect(result.openedWindowIds).to.deep.equal(["s.d1@default"]);
  });
});

describe("two windows of one name", () => {
  it("as modals both block, the second without being offered, until it is its turn", async () => {
    const { root } = await page(`
      <agent-window type="s.one" description="One"><agent-modal type="s.same" description="Same"><button>1</button></agent-modal></agent-window>
      <agent-window type="s.two" description="Two"><agent-modal type="s.same" description="Same"><button>2</button></agent-modal></agent-window>`);
    const [first, second] = root.querySelectorAll<AgentModalElement>("agent-modal");
    await printed(async () => {
      first!.show();
      second!.show();
      await settled();
    });
    expect(second!.problem?.code).to.equal("duplicate");
    expect(windows().operableWindowIds()).to.deep.equal(["s.same@default"]);
    first!.close();
    await settled();
    expect(second!.problem).to.equal(undefined);
    expect(windows().operableWindowIds()).to.deep.equal(["s.one@default", "s.same@default"]);
    second!.close();
    await settled();
    expect(windows().operableWindowIds()).to.deep.equal(["s.one@default", "s.two@default"]);
  });
});
