import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { AgentWindowElement, findRegistry } from "../../../components/index.js";
import { freshTag, offered, printed, settled, toolsOf } from "../../helpers/page.js";

function windowWith(type: string, attributes = "") {
  const template = document.createElement("template");
  template.innerHTML = `<agent-window type="${type}" description="A window" ${attributes}>
    <agent-action name="act" description="Act"></agent-action>
  </agent-window>`;
  return template.content.firstElementChild as AgentWindowElement;
}

async function page(...elements: Element[]): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(html`<div></div>`);
  root.append(...elements);
  await settled();
  return root;
}

function componentTypes(): string[] {
  return findRegistry()
    .snapshot()
    .components.map(({ type, instanceId }) => `${type}@${instanceId}`);
}

describe("agent-window", () => {
  it("registers what is in it when it is connected, and takes it back when it leaves", async () => {
    const element = windowWith("w.connect");
    await page(element);
    expect(offered()).to.deep.equal(["view:w.connect.act"]);
    element.remove();
    await settled();
    expect(offered()).to.deep.equal([]);
  });

  it("is one registration, one version and one notice for everything in it", async () => {
    const versions: string[] = [];
    const registry = findRegistry();
    const stop = registry.subscribe((event) => {
      if (event.type === "surface-changed") versions.push(event.surfaceVersion);
    });
    const before = Number(registry.getVersion());
    const element = windowWith("w.once");
    for (const name of ["b", "c", "d"]) {
      const action = document.createElement("agent-action");
      action.setAttribute("name", name);
      action.setAttribute("description", "Act");
      element.append(action);
    }
    await page(element);
    stop();
    expect(versions).to.deep.equal([String(before + 1)]);
    expect(offered()).to.have.length(4);
  });

  it("keeps its registration when it is moved within a task", async () => {
    const element = windowWith("w.moved");
    const root = await page(element);
    const [before] = toolsOf();
    const target = document.createElement("section");
    root.append(target);
    target.append(element);
    await settled();
    const [after] = toolsOf();
    expect(after?.registrationId).to.equal(before?.registrationId);
  });

  it("keeps its registration when it is moved with moveBefore", async () => {
    const element = windowWith("w.atomic");
    const root = await page(element);
    const [before] = toolsOf();
    const target = document.createElement("section");
    root.append(target);
    if ("moveBefore" in target)
      (target as { moveBefore(node: Node, child: null): void }).moveBefore(element, null);
    else (target as HTMLElement).append(element);
    await settled();
    expect(toolsOf()[0]?.registrationId).to.equal(before?.registrationId);
  });

  it("offers what is in it once after it was put back", async () => {
    const element = windowWith("w.back");
    const root = await page(element);
    element.remove();
    await settled();
    root.append(element);
    await settled();
    expect(offered()).to.deep.equal(["view:w.back.act"]);
  });

  it("survives mount, unmount, mount in one task with its registration", async () => {
    const element = windowWith("w.strict");
    const root = await page(element);
    const [before] = toolsOf();
    for (let cycle = 0; cycle < 50; cycle++) {
      element.remove();
      root.append(element);
    }
    await settled();
    expect(toolsOf().map(({ registrationId }) => registrationId)).to.deep.equal([before?.registrationId]);
  });

  it("gives its place to the same type that arrives in the task in which it leaves", async () => {
    const first = windowWith("w.swap");
    const root = await page(first);
    const lines = await printed(async () => {
      root.append(windowWith("w.swap"));
      first.remove();
      await settled();
    });
    expect(offered()).to.deep.equal(["view:w.swap.act"]);
    expect(lines).to.deep.equal([]);
  });

  it("becomes an action's window although it was upgraded after the action asked", async () => {
    const tag = freshTag();
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const template = document.createElement("template");
    template.innerHTML = `<${tag} type="w.late" description="A window"><agent-action name="act" description="Act"></agent-action></${tag}>`;
    root.append(template.content);
    await settled();
    expect(offered()).to.deep.equal(["view:page.act"]);
    class Late extends AgentWindowElement {}
    Late.define(tag);
    await settled();
    expect(offered()).to.deep.equal(["view:w.late.act"]);
  });

  it("works under another tag, around elements of other tags", async () => {
    const tag = freshTag();
    class Renamed extends AgentWindowElement {}
    Renamed.define(tag);
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const element = document.createElement(tag);
    element.setAttribute("type", "w.renamed");
    element.setAttribute("label", "Renamed");
    element.append(windowWith("w.inner"));
    root.append(element);
    await settled();
    expect(componentTypes()).to.include.members(["w.renamed@default", "w.inner@default"]);
    const inner = findRegistry()
      .snapshot()
      .components.find(({ type }) => type === "w.inner");
    expect(inner?.parent).to.deep.equal({ type: "w.renamed", instanceId: "default" });
  });

  it("reaches into nested and closed shadow roots", async () => {
    const host = document.createElement("div");
    const inner = document.createElement("div");
    host.attachShadow({ mode: "closed" }).append(inner);
    const action = document.createElement("agent-action");
    action.setAttribute("name", "deep");
    action.setAttribute("description", "Act");
    inner.attachShadow({ mode: "closed" }).append(action);
    const element = windowWith("w.shadow");
    element.append(host);
    await page(element);
    expect(offered()).to.have.members(["view:w.shadow.act", "view:w.shadow.deep"]);
  });

  it("keeps the properties that were set before its class was defined", async () => {
    const tag = freshTag();
    const element = document.createElement(tag);
    Object.assign(element, { type: "w.early", description: "Set early", meta: { a: 1 } });
    await page(element);
    class Early extends AgentWindowElement {}
    Early.define(tag);
    customElements.upgrade(element);
    await settled();
    const component = findRegistry()
      .snapshot()
      .components.find(({ type }) => type === "w.early");
    expect(component).to.deep.include({ description: "Set early", meta: { a: 1 } });
  });

  it("keeps the class of a tag that is defined twice", async () => {
    const before = customElements.get("agent-window");
    const lines = await printed(() => {
      AgentWindowElement.define("agent-window");
    });
    expect(customElements.get("agent-window")).to.equal(before);
    expect(lines).to.deep.equal([]);
  });

  it("lets the first of two equal windows stay, reports the second, and lets it take over", async () => {
    const first = windowWith("w.twice");
    const second = windowWith("w.twice");
    const lines = await printed(async () => {
      await page(first, second);
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('<agent-window type="w.twice">').and.to.contain("instance=");
    expect(second.problem?.code).to.equal("duplicate");
    expect(second.matches(":state(invalid)")).to.equal(true);
    expect(offered()).to.deep.equal(["view:w.twice.act"]);
    first.remove();
    await settled();
    expect(second.problem).to.equal(undefined);
    expect(second.matches(":state(invalid)")).to.equal(false);
    expect(offered()).to.deep.equal(["view:w.twice.act"]);
  });

  it("tells instances of one type apart", async () => {
    await page(windowWith("w.many", 'instance="a"'), windowWith("w.many", 'instance="b"'));
    expect(toolsOf().map(({ name }) => name)).to.deep.equal([
      "view_w__many__act_at_a",
      "view_w__many__act_at_b",
    ]);
  });

  it("without a type reports no-window-type, registers nothing, and is mended by the attribute", async () => {
    const element = windowWith("");
    const problems: unknown[] = [];
    element.addEventListener("agent-problem", (event) => problems.push(event.problem?.code));
    const lines = await printed(async () => {
      await page(element);
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain("<agent-window>").and.to.contain('type="shop.cart"');
    expect(offered()).to.deep.equal([]);
    element.type = "w.mended";
    await settled();
    expect(offered()).to.deep.equal(["view:w.mended.act"]);
    expect(problems).to.deep.equal(["no-window-type", undefined]);
  });

  it("with a type outside of the grammar reports bad-id and registers nothing", async () => {
    const element = windowWith("Not Valid");
    const lines = await printed(async () => {
      await page(element);
    });
    expect(element.problem?.code).to.equal("bad-id");
    expect(lines).to.have.length(1);
    expect(offered()).to.deep.equal([]);
  });

  it("takes another type as another component", async () => {
    const element = windowWith("w.before");
    await page(element);
    element.setAttribute("type", "w.after");
    await settled();
    expect(offered()).to.deep.equal(["view:w.after.act"]);
  });

  it("disables everything in it, with its reason", async () => {
    const element = windowWith("w.off", 'disabled="false" disabled-reason="Closed for the night"');
    await page(element);
    expect(toolsOf()[0]).to.include({ available: false, unavailableReason: "Closed for the night" });
    element.removeAttribute("disabled");
    await settled();
    expect(toolsOf()[0]).to.include({ available: true });
  });

  it("is unavailable while it is not shown, and available again with it", async () => {
    const element = windowWith("w.hidden");
    const root = await page(element);
    root.hidden = true;
    await settled();
    expect(toolsOf()[0]).to.include({ available: false, unavailableReason: "not-shown" });
    root.hidden = false;
    await settled();
    expect(toolsOf()[0]).to.include({ available: true });
    root.inert = true;
    await settled();
    expect(toolsOf()[0]).to.include({ available: false });
  });

  it("stays usable in the background where it says so", async () => {
    const element = windowWith("w.background", "background");
    const root = await page(element);
    root.hidden = true;
    await settled();
    expect(toolsOf()[0]).to.include({ available: true });
  });

  it("adds nothing to its light DOM or its attributes", async () => {
    const element = windowWith("w.plain");
    const before = element.outerHTML;
    await page(element);
    expect(element.outerHTML).to.equal(before);
  });
});
