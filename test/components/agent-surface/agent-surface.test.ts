import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { AgentSurfaceElement, findRegistry } from "../../../components/index.js";
import { createAgentSurfaceRegistry } from "../../../src/index.js";
import { call, freshTag, offered, printed, settled } from "../../helpers/page.js";

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

  it("tells the page what agents are offered and do, at the element alone", async () => {
    const surface = await fixture<AgentSurfaceElement>(html`<agent-surface>${cart}</agent-surface>`);
    await settled();
    const heard: Event[] = [];
    const names = ["agent-surface-changed", "agent-invocation-started", "agent-invocation-settled"] as const;
    for (const name of names) {
      surface.addEventListener(name, (event) => heard.push(event));
      document.body.addEventListener(name, () => expect.fail("it bubbles"));
    }
    surface.querySelector("agent-action")!.execute = () => null;
    const answer = await call("view:s.cart.act", {}, { registry: surface.registry });
    surface.querySelector("agent-action")!.description = "Another";
    await settled();
    const [started, ended, changed] = heard;
    const { invocationId } = answer;
    const common = { invocationId, capabilityId: "view:s.cart.act" };
    expect(started).to.include({ ...common, consumerId: "test" });
    expect(ended).to.include({ ...common, status: "ok" });
    expect(ended).to.have.property("durationMs").that.is.a("number");
    expect(changed).to.include({ surfaceVersion: surface.registry.snapshot().surfaceVersion });
    expect(heard.map(({ type }) => type)).to.deep.equal([names[1], names[2], names[0]]);
    expect(() => Object.assign(started!, { invocationId: "other" })).to.throw(TypeError);
  });

  it("goes on telling after a move, of another registry, and not once it left", async () => {
    const surface = await fixture<AgentSurfaceElement>(html`<agent-surface></agent-surface>`);
    const heard: string[] = [];
    surface.addEventListener("agent-surface-changed", ({ surfaceVersion }) => heard.push(surfaceVersion));
    const component = { type: "s.note", description: "A note" };
    const home = surface.parentElement!;
    home.prepend(surface);
    surface.registry.register(component);
    await settled();
    expect(heard).to.have.length(1);
    const first = surface.registry;
    surface.registry = createAgentSurfaceRegistry();
    first.register({ ...component, instanceId: "b" });
    surface.registry.register(component);
    await settled();
    expect(heard).to.have.length(2);
    surface.remove();
    surface.registry.register({ ...component, instanceId: "b" });
    await settled();
    expect(heard).to.have.length(2);
    home.append(surface);
    surface.registry.register({ ...component, instanceId: "c" });
    await settled();
    expect(heard).to.have.length(3);
  });
});
