import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentSurfaceElement, AgentWebmcpElement } from "../../../components/index.js";
import { printed, settled } from "../../helpers/page.js";

interface NativeTool {
  name: string;
  description: string;
  annotations?: Record<string, boolean>;
}

interface ModelContext extends EventTarget {
  getTools(): Promise<NativeTool[]>;
  executeTool(tool: NativeTool, input?: object, options?: { signal?: AbortSignal }): Promise<string>;
  registerTool(tool: object, options?: { signal?: AbortSignal }): Promise<void>;
}

const native = (document as Document & { modelContext?: ModelContext }).modelContext;

async function names(): Promise<string[]> {
  return (await native!.getTools()).map(({ name }) => name);
}

async function run(name: string, input: object = {}, options?: { signal?: AbortSignal }) {
  const tool = (await native!.getTools()).find((one) => one.name === name)!;
  return JSON.parse(await native!.executeTool(tool, input, options)) as {
    content: { text: string }[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
  };
}

async function page(content: ReturnType<typeof html>) {
  const root = await fixture<AgentSurfaceElement>(
    html`<agent-surface>${content}<agent-webmcp></agent-webmcp></agent-surface>`,
  );
  await settled();
  await settled();
  return { root, element: root.querySelector<AgentWebmcpElement>("agent-webmcp")! };
}

const cart = html`<agent-window type="m.cart" label="Cart">
  <agent-action name="add" label="Add" description="Add one" .execute=${() => ({ count: 1 })}></agent-action>
  <agent-observation name="look" description="Look" .read=${() => "two items"}></agent-observation>
</agent-window>`;

if (!native) {
  describe("agent-webmcp in a browser without a model context", () => {
    it("says absent, and breaks nothing", async () => {
      const lines = await printed(async () => {
        const { element } = await page(cart);
        expect(element.status.state).to.equal("absent");
        expect(element.problem).to.equal(undefined);
      });
      expect(lines).to.deep.equal([]);
    });
  });
} else {
  describe("agent-webmcp in a browser with a model context", () => {
    it("offers the tools of its surface, and takes them back when it leaves", async () => {
      const { root, element } = await page(cart);
      expect(await names()).to.deep.equal(["view_m__cart__add", "view_m__cart__look"]);
      expect(element.status.state).to.equal("exposed");
      element.remove();
      await settled();
      expect(await names()).to.deep.equal([]);
      root.append(element);
      await settled();
      await settled();
      expect(await names()).to.have.length(2);
    });

    it("tells the browser what a tool does", async () => {
      await page(cart);
      const [add, look] = await native.getTools();
      expect(add).to.deep.include({ description: "[view · local-state] Add one", title: "Add" });
      expect(add!.annotations).to.include({ readOnlyHint: false, consequentialHint: false });
      expect(look!.annotations).to.include({ readOnlyHint: true, untrustedContentHint: true });
    });

    it("gives an object once, with short text beside it", async () => {
      await page(cart);
      expect(await run("view_m__cart__add")).to.deep.equal({
        content: [{ type: "text", text: "Done." }],
        structuredContent: { output: { count: 1 }, windowVersion: 2 },
      });
    });

    it("gives a text as text, and says that nobody vouches for it", async () => {
      await page(cart);
      expect(await run("view_m__cart__look")).to.deep.equal({
        content: [{ type: "text", text: "two items" }],
        structuredContent: { untrusted: true, windowVersion: 1 },
      });
    });

    it("gives an error as content with its whole payload", async () => {
      await page(cart);
      const result = await run("view_m__cart__add", { x: 1 });
      expect(result.isError).to.equal(true);
      expect(result.content[0]!.text).to.match(/^INVALID_INPUT: /);
      expect(result.structuredContent?.["error"]).to.deep.include({
        code: "INVALID_INPUT",
        retry: "with-changes",
      });
    });

    it("takes exactly the difference to the browser", async () => {
      const { root } = await page(cart);
      // The browser's notices of the registrations come later than they do.
      await names();
      let changes = 0;
      const count = () => (changes += 1);
      native.addEventListener("toolchange", count);
      root.querySelector("agent-action")!.disabled = true;
      await settled();
      await settled();
      expect(await names()).to.deep.equal(["view_m__cart__look"]);
      native.removeEventListener("toolchange", count);
      expect(changes).to.equal(1);
    });

    it("cancels a call with the client's signal", async () => {
      let started!: (signal: AbortSignal) => void;
      const running = new Promise<AbortSignal>((resolve) => (started = resolve));
      await page(
        html`<agent-window type="m.slow" label="Slow">
          <agent-action
            name="wait"
            description="Wait"
            .execute=${(_input: unknown, context: { signal: AbortSignal }) => {
              started(context.signal);
              return new Promise(() => undefined);
            }}
          ></agent-action>
        </agent-window>`,
      );
      const controller = new AbortController();
      const call = run("view_m__slow__wait", {}, { signal: controller.signal });
      const signal = await running;
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
      controller.abort();
      await call.catch(() => undefined);
      await aborted;
    });

    it("says when another script owns the name, and offers the rest", async () => {
      const foreign = new AbortController();
      await native.registerTool(
        {
          name: "view_m__cart__add",
          description: "Foreign",
          inputSchema: {},
          execute: () => Promise.resolve("foreign"),
        },
        { signal: foreign.signal },
      );
      let element!: AgentWebmcpElement;
      const lines = await printed(async () => {
        ({ element } = await page(cart));
        await settled();
      });
      expect(element.problem?.code).to.equal("name-taken");
      expect(lines).to.have.length(1);
      expect(lines[0]).to.contain("view_m__cart__add");
      expect(await names()).to.deep.equal(["view_m__cart__add", "view_m__cart__look"]);
      foreign.abort();
    });

    it("takes a name over when its owner lets go, and has no problem then", async () => {
      const foreign = new AbortController();
      await native.registerTool(
        {
          name: "view_m__cart__add",
          description: "Foreign",
          inputSchema: {},
          execute: () => Promise.resolve(""),
        },
        { signal: foreign.signal },
      );
      let element!: AgentWebmcpElement;
      await printed(async () => {
        ({ element } = await page(cart));
        await settled();
      });
      const mended = new Promise((resolve) => element.addEventListener("agent-problem", resolve));
      foreign.abort();
      await mended;
      expect(element.problem).to.equal(undefined);
      expect((await native.getTools()).map(({ description }) => description)).to.include(
        "[view · local-state] Add one",
      );
    });

    it("keeps the tools of a second exposer when the first one leaves", async () => {
      const { root, element } = await page(cart);
      await printed(async () => {
        root.append(document.createElement("agent-webmcp"));
        await settled();
        await names();
        const changed = new Promise((resolve) =>
          native.addEventListener("toolchange", resolve, { once: true }),
        );
        element.remove();
        await settled();
        await changed;
        await settled();
        await names();
        await settled();
      });
      expect(await names()).to.deep.equal(["view_m__cart__add", "view_m__cart__look"]);
    });

    it("offers what its scope names, and nothing else", async () => {
      const { element } = await page(html`
        ${cart}
        <agent-window type="other" label="Other">
          <agent-action name="act" description="Act"></agent-action>
        </agent-window>
      `);
      element.setAttribute("scope", "other");
      await settled();
      await settled();
      expect(await names()).to.deep.equal(["view_other__act"]);
    });

    it("survives 50 mounts and unmounts without an error", async () => {
      const { root, element } = await page(cart);
      const lines = await printed(async () => {
        for (let cycle = 0; cycle < 50; cycle++) {
          element.remove();
          await settled();
          root.append(element);
          await settled();
        }
      });
      expect(lines).to.deep.equal([]);
      expect(await names()).to.have.length(2);
    });

    it("goes on with an approval that comes after its wait", async () => {
      const ran: unknown[] = [];
      const { root } = await page(
        html`<agent-window type="m.pay" label="Pay">
          <agent-action
            name="pay"
            description="Pay"
            confirm
            .execute=${() => void ran.push(1)}
          ></agent-action>
        </agent-window>`,
      );
      root.querySelector("agent-webmcp")!.confirmations = "two-phase";
      await settled();
      await settled();
      const first = await run("view_m__pay__pay");
      expect(first.isError).to.equal(true);
      expect(first.content[0]!.text).to.contain("NOT EXECUTED");
      const { details } = first.structuredContent!["error"] as { details: { confirmationId: string } };
      expect(first.content[0]!.text).to.contain(details.confirmationId);
      root.registry.confirmations.resolve(details.confirmationId, { approved: true });
      const second = await run("view_m__pay__pay", { confirmationId: details.confirmationId });
      expect(second.isError).to.equal(undefined);
      expect(ran).to.have.length(1);
    });
  });
}
