import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { AgentSurfaceElement, findRegistry } from "../../../components/index.js";
import { createAgentSurfaceRegistry } from "../../../src/index.js";
import { freshTag, offered, printed, settled } from "../../helpers/page.js";

const cart = html`<agent-window type="s.cart" label="Cart">
  <agent-action name="act" description="Act"></agent-action>
</agent-window>`;

describe("agent-surface", () => {
  it("keeps what is in it from the document's default surface", async () => {
    const surface = await fixture<AgentSurfaceElement>(html`<agent-surface>${cart}</agent-surface>`);
    await settled();
    expect(offered(surface.registry)).to.deep.equal(["view:s.cart.act"]);
    expect(offered()).to.deep.equal([]);
    expect(findRegistry(surface.querySelector("agent-action")!)).to.equal(surface.registry);
    expect(findRegistry()).not.to.equal(surface.registry);
  });

  it("is separate from the surface around it", async () => {
    const outer = await fixture<AgentSurfaceElement>(
      html`<agent-surface>${cart}<agent-surface>${cart}</agent-surface></agent-surface>`,
    );
    await settled();
    const inner = outer.querySelector("agent-surface")!;
    expect(offered(outer.registry)).to.deep.equal(["view:s.cart.act"]);
    expect(offered(inner.registry)).to.deep.equal(["view:s.cart.act"]);
    expect(findRegistry(inner)).to.equal(inner.registry);
  });

  it("has an implicit window for capabilities that stand in none", async () => {
    const surface = await fixture<AgentSurfaceElement>(
      html`<agent-surface><agent-action name="act" description="Act"></agent-action></agent-surface>`,
    );
    await settled();
    expect(offered(surface.registry)).to.deep.equal(["view:page.act"]);
  });

  it("takes the registry of the page", async () => {
    const registry = createAgentSurfaceRegistry();
    const surface = await fixture<AgentSurfaceElement>(
      html`<agent-surface .registry=${registry}>${cart}</agent-surface>`,
    );
    await settled();
    expect(surface.registry).to.equal(registry);
    expect(offered(registry)).to.deep.equal(["view:s.cart.act"]);
  });

  it("moves what is in it to another registry that is set later", async () => {
    const surface = await fixture<AgentSurfaceElement>(html`<agent-surface>${cart}</agent-surface>`);
    await settled();
    const first = surface.registry;
    surface.registry = createAgentSurfaceRegistry();
    await settled();
    expect(offered(first)).to.deep.equal([]);
    expect(offered(surface.registry)).to.deep.equal(["view:s.cart.act"]);
  });

  it("takes over what asked before it was upgraded", async () => {
    const tag = freshTag();
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const template = document.createElement("template");
    template.innerHTML = `<${tag}><agent-window type="s.late" label="Late"><agent-action name="act" description="Act"></agent-action></agent-window></${tag}>`;
    root.append(template.content);
    await settled();
    expect(offered()).to.deep.equal(["view:s.late.act"]);
    class Late extends AgentSurfaceElement {}
    Late.define(tag);
    await settled();
    expect(offered()).to.deep.equal([]);
    expect(offered((root.firstElementChild as AgentSurfaceElement).registry)).to.deep.equal([
      "view:s.late.act",
    ]);
  });

  it("follows a window that is moved into another surface", async () => {
    const root = await fixture<HTMLElement>(
      html`<div><agent-surface>${cart}</agent-surface><agent-surface></agent-surface></div>`,
    );
    await settled();
    const [one, other] = root.querySelectorAll("agent-surface");
    other!.append(one!.querySelector("agent-window")!);
    await settled();
    expect(offered(one!.registry)).to.deep.equal([]);
    expect(offered(other!.registry)).to.deep.equal(["view:s.cart.act"]);
  });

  it("gives policies, context and limits to its registry", async () => {
    const hosts: unknown[] = [];
    const surface = await fixture<AgentSurfaceElement>(html`
      <agent-surface
        .context=${() => ({ user: "ada" })}
        .policies=${[
          {
            name: "seen",
            onDiscovery: ({ host }: { host: object }) => {
              hosts.push(host);
              return { decision: "hide" };
            },
          },
        ]}
      >
        ${cart}
      </agent-surface>
    `);
    await settled();
    expect(offered(surface.registry)).to.deep.equal([]);
    expect(hosts[0]).to.deep.equal({ user: "ada" });
  });

  it("says too-late for an option that is set after its registry was made", async () => {
    const surface = await fixture<AgentSurfaceElement>(html`<agent-surface>${cart}</agent-surface>`);
    await settled();
    const lines = await printed(async () => {
      surface.limits = { actionQueueDepth: 5 };
      await settled();
    });
    expect(surface.problem?.code).to.equal("too-late");
    expect(lines).to.have.length(1);
  });

  it("reads an unknown environment as production and says so", async () => {
    let surface!: AgentSurfaceElement;
    const lines = await printed(async () => {
      surface = await fixture(html`<agent-surface environment="prodction"></agent-surface>`);
      await settled();
    });
    expect(surface.problem?.code).to.equal("bad-value");
    expect(lines[0]).to.contain("production");
  });
});
