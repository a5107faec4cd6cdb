import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { findRegistry } from "../../../components/index.js";
import type {
  AgentActionElement,
  AgentSurfaceElement,
  AgentWindowElement,
} from "../../../components/index.js";
import { createAgentSurfaceRegistry, fromJsonSchema } from "../../../src/index.js";
import type { AgentSurfaceRegistry } from "../../../src/index.js";
import { call, offered, printed, settled } from "../../helpers/page.js";
import { fill, quietly } from "./pages.js";

const id = "view:d.window.act";

/** A window with one action, which waits until it is told to end. */
function windowWith(execute?: AgentActionElement["execute"]): AgentWindowElement {
  const element = document.createElement("agent-window");
  Object.assign(element, { type: "d.window", description: "A window" });
  fill(element, '<agent-action name="act" description="Act"></agent-action>');
  Object.assign(element.firstElementChild!, { execute });
  return element;
}

/** An action of no window. */
function free(): Element {
  return Object.assign(document.createElement("agent-action"), { name: "free", description: "Free" });
}

/** Also what nobody can use now. */
function registered(registry: AgentSurfaceRegistry): string[] {
  return registry.snapshot().components.map(({ type }) => type);
}

function write(inside: Document, markup: string): void {
  inside.write(markup); // eslint-disable-line @typescript-eslint/no-deprecated -- pages call it all the same
}

async function frame(): Promise<{ box: HTMLIFrameElement; inside: Document }> {
  const box = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
  return { box, inside: box.contentDocument! };
}

/** A surface of the frame that shares a registry with the page around it. */
function share(inside: Document, registry: AgentSurfaceRegistry, element: Element): AgentSurfaceElement {
  const surface = document.createElement("agent-surface");
  inside.body.append(surface);
  surface.registry = registry;
  surface.append(element);
  return surface;
}

describe("a frame that is removed", () => {
  it("takes its registrations along at once, and ends what runs", async () => {
    const { box, inside } = await frame();
    inside.body.append(free());
    // Its root is another one from here on.
    inside.open();
    write(inside, "<body>");
    inside.close();
    const registry = createAgentSurfaceRegistry();
    share(
      inside,
      registry,
      windowWith(() => new Promise(() => undefined)),
    );
    inside.body.append(windowWith(), free());
    await settled();
    expect(offered(registry)).to.deep.equal([id]);
    const own = findRegistry(inside.body);
    expect(offered(own)).to.have.members([id, "view:page.free"]);

    const running = call(id, {}, { registry });
    await settled();
    box.remove();
    expect([...registered(registry), ...registered(own)]).to.deep.equal([]);
    const result = await running;
    expect(result.status === "error" && result.error.code).to.equal("COMPONENT_UNMOUNTED");
  });

  it("registers nothing any more, whatever scripts do with what is in it", async () => {
    const { box, inside } = await frame();
    const registry = createAgentSurfaceRegistry();
    const element = windowWith();
    const surface = share(inside, registry, element);
    await settled();
    box.remove();
    element.description = "Another";
    surface.append(windowWith());
    inside.body.append(windowWith());
    await settled();
    expect([...registered(registry), ...registered(findRegistry(inside.body))]).to.deep.equal([]);
  });

  it("gives free what is taken out of it", async () => {
    const { box, inside } = await frame();
    const element = windowWith();
    share(inside, createAgentSurfaceRegistry(), element);
    await settled();
    box.remove();
    const lines = await quietly(() => {
      box.ownerDocument.body.append(element);
    });
    expect(offered()).to.deep.equal([id]);
    expect(getComputedStyle(element).display).to.equal("block");
    expect(lines).to.deep.equal([]);
    element.remove();
  });

  it("leaves its name to the next in line, elsewhere", async () => {
    const { box, inside } = await frame();
    const registry = createAgentSurfaceRegistry();
    const second = windowWith();
    share(inside, registry, windowWith());
    await settled();
    await quietly(() => {
      share(document, registry, second);
    });
    expect(second.problem?.code).to.equal("duplicate");
    box.remove();
    await settled();
    expect(second.problem).to.equal(undefined);
    expect(offered(registry)).to.deep.equal([id]);
    second.parentElement!.remove();
  });

  it("asks nobody any more, so that a call that has to be approved ends", async () => {
    const { box, inside } = await frame();
    const registry = createAgentSurfaceRegistry();
    share(inside, registry, document.createElement("p"));
    await settled();
    registry.register({
      type: "d.asks",
      description: "Of the page",
      actions: {
        pay: {
          description: "Pay",
          input: fromJsonSchema({ type: "object", properties: {} }),
          effect: "local-state",
          confirmation: "required",
          execute: () => ({ paid: true }),
        },
      },
    });
    box.remove();
    const lines = await quietly(async () => {
      const asked = await call("view:d.asks.pay", {}, { registry });
      expect(asked.status === "error" && asked.error.code).to.equal("CONFIRMATION_REQUIRED");
      const [pending] = registry.confirmations.pending();
      const outcome = await registry.confirmations.waitFor(pending!.confirmationId, { mustBeAsked: true });
      expect(outcome).to.equal("denied");
    });
    expect(lines).to.deep.equal([]);
  });
});

describe("a document that stays", () => {
  it("takes no event that a script fires for its end", async () => {
    const element = windowWith();
    await fixture(html`<div>${element}</div>`);
    await settled();
    dispatchEvent(new PageTransitionEvent("pagehide"));
    await settled();
    element.description = "Another";
    await settled();
    expect(offered()).to.deep.equal([id]);
  });

  it("has everything again after document.open and document.write", async () => {
    const { inside } = await frame();
    inside.body.append(windowWith());
    await settled();
    const registry = findRegistry(inside.body);
    for (const readyState of ["complete", "loading"]) {
      inside.open();
      await settled();
      expect(offered(registry)).to.deep.equal([]);
      write(inside, "<main><button id='one'>One</button></main>");
      if (readyState === "complete") inside.close();
      const element = windowWith(() => "here");
      inside.querySelector("main")!.append(element, free(), "end");
      await settled();
      expect(inside.readyState === "loading").to.equal(readyState === "loading");
      expect(offered(registry)).to.have.members([id, "view:page.free"]);
      expect(findRegistry(inside.querySelector("main")!)).to.equal(registry);
      inside.close();
    }
  });

  it("takes back what was kept over document.open, with all that is in it", async () => {
    const { inside } = await frame();
    const element = windowWith();
    inside.body.append(element);
    await settled();
    inside.open();
    write(inside, "<main></main>");
    inside.close();
    inside.querySelector("main")!.append(element);
    await settled();
    expect(offered(findRegistry(inside.body))).to.deep.equal([id]);
  });
});

describe("an element in a document without its class", () => {
  it("says there what is wrong with it, and is mended there", async () => {
    const { inside } = await frame();
    const element = windowWith();
    inside.body.append(element);
    const lines = await quietly(() => {
      element.type = undefined;
    });
    expect(element.problem?.code).to.equal("no-window-type");
    expect(lines).to.have.length(1);
    element.type = "d.window";
    await settled();
    expect(element.problem).to.equal(undefined);
    expect(offered(findRegistry(inside.body))).to.deep.equal([id]);
  });

  it("ends a question that nobody can be asked there, and says so", async () => {
    const { inside } = await frame();
    const element = windowWith(() => "ran");
    (element.firstElementChild as AgentActionElement).confirm = "required";
    inside.body.append(element);
    await settled();
    const registry = findRegistry(inside.body);
    const lines = await printed(async () => {
      await call(id, {}, { registry });
      const [pending] = registry.confirmations.pending();
      expect(await registry.confirmations.waitFor(pending!.confirmationId)).to.equal("denied");
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain("<agent-confirmation>");
  });
});

describe("an element in a document that nobody sees", () => {
  it("breaks nothing there, and is as before when it comes back", async () => {
    const root = await fixture<HTMLElement>(html`<div></div>`);
    const element = windowWith();
    root.append(element);
    await settled();
    const errors: unknown[] = [];
    const note = (event: ErrorEvent) => errors.push(event.message);
    addEventListener("error", note);
    const unseen = document.implementation.createHTMLDocument();
    const lines = await quietly(() => {
      unseen.body.append(element, windowWith());
    });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain("another window is");
    expect(offered()).to.deep.equal([]);
    root.append(element);
    await settled();
    removeEventListener("error", note);
    expect(errors).to.deep.equal([]);
    expect(offered()).to.deep.equal([id]);
    expect(getComputedStyle(element).display).to.equal("block");
    expect(getComputedStyle(element.firstElementChild!).display).to.equal("contents");
  });

  it("leaves its name to one that is put in its place in the same task, in either order", async () => {
    for (const isNewFirst of [true, false]) {
      const root = await fixture<HTMLElement>(html`<div></div>`);
      const [old, fresh] = [windowWith(() => "old"), windowWith(() => "new")];
      root.append(old);
      await settled();
      const lines = await quietly(() => {
        if (isNewFirst) root.append(fresh);
        document.createElement("template").content.append(old);
        if (!isNewFirst) root.append(fresh);
      });
      expect(lines).to.deep.equal([]);
      const result = await call(id);
      expect(result.status === "ok" && result.output).to.equal("new");
      fresh.remove();
      await settled();
    }
  });
});
