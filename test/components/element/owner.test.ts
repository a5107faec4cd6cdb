/** `owner` on actions and observations: the window that they belong to, wherever they stand. */
import { expect } from "@open-wc/testing";
import "../../../components/all.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentModalElement } from "../../../components/index.js";
import { createWindows } from "../../../src/index.js";
import { call, offered, pageWith, printed, settled } from "../../helpers/page.js";

const list = `<agent-window type="o.list" description="List"></agent-window>`;
const portal = (owner: string) => `<div id="portal">
  <agent-action name="act" description="Act" owner="${owner}"></agent-action>
  <agent-observation name="look" description="Look" owner="${owner}" for="portal"></agent-observation></div>`;

describe("the owner of an action or an observation", () => {
  for (const owner of ["o.list", "o.list@default"]) {
    it(`names its window: ${owner}`, async () => {
      const lines = await printed(async () => {
        await pageWith(portal(owner) + list);
      });
      expect(offered()).to.deep.equal(["view:o.list.look", "view:o.list.act"]);
      expect(lines).to.deep.equal([]);
    });
  }

  it("wins over the window around it", async () => {
    await pageWith(
      `${list}<agent-window type="o.other" description="Other">${portal("o.list")}</agent-window>`,
    );
    expect(offered()).to.deep.equal(["view:o.list.look", "view:o.list.act"]);
  });

  it("moves what it names with one change, and back where it is taken away", async () => {
    const root = await pageWith(
      `${list}<agent-window type="o.other" description="Other">${portal("o.list")}</agent-window>`,
    );
    const action = root.querySelector("agent-action")!;
    action.removeAttribute("owner");
    await settled();
    expect(offered()).to.deep.equal(["view:o.list.look", "view:o.other.act"]);
    action.owner = "o.list";
    await settled();
    expect(offered()).to.deep.equal(["view:o.list.look", "view:o.list.act"]);
  });

  it("that is not there is a problem, and nothing is offered elsewhere, until it comes", async () => {
    const root = await pageWith(portal("o.list"));
    const action = root.querySelector("agent-action")!;
    expect(offered()).to.deep.equal([]);
    expect(action.problem).to.deep.include({ code: "no-target" });
    root.insertAdjacentHTML("beforeend", list);
    await settled();
    expect([offered(), action.problem]).to.deep.equal([["view:o.list.look", "view:o.list.act"], undefined]);
    root.querySelector("agent-window")!.remove();
    await settled();
    expect(offered()).to.deep.equal([]);
    expect(action.problem).to.deep.include({ code: "no-target" });
    action.remove();
    await settled();
    expect(action.problem).to.equal(undefined);
  });

  it("may be a modal: they are offered while it is open", async () => {
    const root = await pageWith(
      `${portal("o.ask")}<agent-modal type="o.ask" description="Ask"><button>Fine</button></agent-modal>`,
    );
    expect(offered()).to.deep.equal([]);
    const modal = root.querySelector<AgentModalElement>("agent-modal")!;
    modal.show();
    await settled();
    await settled();
    expect(offered()).to.include("view:o.ask.act");
    modal.close();
    await settled();
    expect(offered()).to.deep.equal([]);
  });

  it("is blocked and unavailable with its window", async () => {
    const root = await pageWith(portal("o.list") + list);
    root.querySelector("agent-window")!.hidden = true;
    await settled();
    expect(offered()).to.deep.equal([]);
    const answer = await call("view:o.list.act");
    expect(answer.status === "error" && answer.error.details).to.deep.include({ reason: "not-shown" });
  });

  it("is the one that takes the name over, where the first leaves", async () => {
    const root = await pageWith(portal("o.list") + list + list);
    const [first, second] = root.querySelectorAll("agent-window");
    first!.remove();
    await settled();
    expect(second!.problem).to.equal(undefined);
    expect(offered()).to.deep.equal(["view:o.list.look", "view:o.list.act"]);
    expect(createWindows(findRegistry()).operableWindowIds()).to.include("o.list@default");
  });
});
