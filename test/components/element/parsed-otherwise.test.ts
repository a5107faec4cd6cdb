/** Markup that a parser reads in another way than its author meant it. */
import { expect } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentSurfaceElement } from "../../../components/index.js";
import { createAgentSurfaceRegistry } from "../../../src/index.js";
import { offered, pageWith, printed, settled } from "../../helpers/page.js";

describe("a tag that is closed with />", () => {
  it("is said of the action that swallowed the next one, and both are offered", async () => {
    let root: HTMLElement;
    const lines = await printed(async () => {
      root = await pageWith(`<agent-window type="p.list" description="List">
        <agent-action name="one" description="One" /><agent-observation name="two" description="Two" />
        <p>Text</p></agent-window>`);
    });
    const [one, two] = [root!.querySelector("agent-action")!, root!.querySelector("agent-observation")!];
    expect([one.problem?.code, two.problem?.code]).to.deep.equal(["unclosed-tag", undefined]);
    expect(one.problem!.message).to.contain("</agent-action>").and.to.contain(`name="two"`);
    expect(lines).to.have.length(1);
    expect(offered()).to.deep.equal(["view:p.list.two", "view:p.list.one"]);
    expect(root!.querySelector("p")!.checkVisibility()).to.equal(true);
  });

  it("is said of an agent-webmcp that holds the page", async () => {
    const root = await pageWith(
      `<agent-webmcp /><agent-window type="p.list" description="List"></agent-window>`,
    );
    expect(root.querySelector("agent-webmcp")!.problem).to.deep.include({ code: "unclosed-tag" });
  });

  it("is said of a param that swallowed the next one", async () => {
    const root = await pageWith(`<agent-action name="add" description="Add">
      <agent-param name="id" required /><agent-param name="size" /></agent-action>`);
    expect(root.querySelector("agent-param")!.problem).to.deep.include({ code: "unclosed-tag" });
    expect(offered()).to.deep.equal([]);
  });

  it("is mended by closing it", async () => {
    const root = await pageWith(
      `<agent-action name="one" description="One" /><agent-action name="two" description="Two" />`,
    );
    const [one, two] = root.querySelectorAll("agent-action");
    root.append(two!);
    one!.description = "The first";
    await settled();
    expect(one!.problem).to.equal(undefined);
  });

  it("is not suspected of what may stand in an action", async () => {
    const lines = await printed(async () => {
      await pageWith(`<agent-action name="one" description="One" for="b"><p><br></p><button id="b">B</button>
        <agent-param name="id"></agent-param></agent-action>`);
    });
    expect(lines).to.deep.equal([]);
  });
});

describe("a window that the parser took out of a table", () => {
  for (const [title, table] of [
    [
      "around rows",
      (row: string) => `<table><agent-window type="p.rows" description="Rows">${row}</agent-window></table>`,
    ],
    [
      "around cells",
      (row: string) =>
        `<table><tr><agent-window type="p.rows" description="Rows">${row}</agent-window></tr></table>`,
    ],
  ] as const) {
    it(`is a problem: ${title}`, async () => {
      const root = await pageWith(table(`<tr><td>1</td></tr>`));
      const window = root.querySelector("agent-window")!;
      expect(window.problem).to.deep.include({ code: "foster-parented" });
      window.append(root.querySelector("table")!);
      window.label = "Rows";
      await settled();
      expect(window.problem).to.equal(undefined);
    });
  }

  it("is not suspected where an empty window stands before a table for its state, or holds something", async () => {
    const root = await pageWith(`<div></div><table></table>
      <agent-window type="p.full" description="Full">Text</agent-window><table></table>`);
    const window = Object.assign(document.createElement("agent-window"), {
      type: "p.state",
      description: "State",
      state: { rows: 1 },
    });
    root.querySelector("div")!.after(window);
    await settled();
    expect([...root.querySelectorAll("agent-window")].map(({ problem }) => problem)).to.deep.equal([
      undefined,
      undefined,
    ]);
  });
});

describe("a registry of an older release", () => {
  it("is a problem of the windows that find it, and nothing throws", async () => {
    const root = await pageWith(`<agent-surface></agent-surface>`);
    const surface = root.querySelector("agent-surface")!;
    const old: Partial<AgentSurfaceElement["registry"]> = { ...createAgentSurfaceRegistry() };
    delete old.setOperability;
    surface.registry = old as AgentSurfaceElement["registry"];
    surface.innerHTML = `<agent-window type="p.old" description="Old">
      <agent-action name="act" description="Act"></agent-action></agent-window>`;
    await settled();
    expect(surface.querySelector("agent-window")!.problem).to.deep.include({ code: "old-core" });
    surface.registry = createAgentSurfaceRegistry();
    await settled();
    expect(surface.querySelector("agent-window")!.problem).to.equal(undefined);
    expect(offered(surface.registry)).to.deep.equal(["view:p.old.act"]);
  });
});
