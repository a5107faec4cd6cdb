/** Forms that Svelte holds, filled by an agent, and the elements as they are written in Svelte. */
import { expect } from "@open-wc/testing";
import "../../components/all.js";
import type { AgentActionElement, AgentInvokeEvent } from "../../components/index.js";
import { pathsOf, refusal } from "../helpers/action-page.js";
import { call, offered, output, printed, settled, toolNamed } from "../helpers/page.js";
import { deferred, dependent, empty, filled, notices, place, shown } from "./app.js";
import * as svelte from "./libs/svelte.js";

const fill = "view:f.form.fill";
const one = "view:f.app.one";

/** What the components of this test let it see and do. */
interface Handle {
  read(): unknown;
  sentModels(): unknown[];
  tick(): void;
  set(next: unknown): void;
  fail(): void;
}

describe("Svelte", () => {
  let mounted: object | undefined;

  async function page(
    component: unknown,
    props: object = {},
  ): Promise<{ element: HTMLElement; app: Handle }> {
    const target = place();
    const app: Handle = svelte.mount(component as never, { target, props: props as never });
    mounted = app;
    svelte.flushSync();
    await settled();
    return { element: target, app };
  }

  afterEach(() => {
    if (mounted) void svelte.unmount(mounted);
    mounted = undefined;
  });

  describe("forms", () => {
    it("have every value in what is bound, and keep it", async () => {
      const { element, app } = await page(svelte.Fields, { empty });
      expect(await output(fill, filled)).to.deep.equal({ values: filled });
      expect(app.read()).to.deep.equal(filled);
      expect(app.sentModels()).to.deep.equal([filled]);
      app.tick();
      svelte.flushSync();
      expect(shown(element.querySelector("form")!)).to.deep.equal(filled);
      await output(fill, empty);
      expect(app.read()).to.deep.equal(empty);
    });

    it("take groups of checkboxes, and objects by what they are called", async () => {
      const { app } = await page(svelte.Choices);
      const values = { tags: ["b", "c"], plan: "Team", other: "Pro" };
      expect(await output(fill, values)).to.deep.equal({ values });
      expect(app.read()).to.deep.equal({ tags: ["b", "c"], plan: { name: "Team" }, other: { name: "Pro" } });
    });

    it("tell what was made of a value, and refuse what is not bound", async () => {
      const { app, element } = await page(svelte.Masks);
      expect(await output(fill, { code: " a ", upper: "b" })).to.deep.equal({
        values: { code: "a", upper: "B" },
        adjusted: ["code", "upper"],
      });
      expect(app.read()).to.deep.equal({ code: "a", digits: "1", upper: "B" });
      expect(pathsOf(await refusal({ digits: "x", code: "c" }, fill))).to.deep.equal(["digits"]);
      expect(app.read()).to.deep.equal({ code: "a", digits: "1", upper: "B" });
      expect(element.querySelector<HTMLInputElement>("[name=digits]")!.value).to.equal("1");
    });

    it("fill a select whose options come from another field's state", async () => {
      const { app } = await page(svelte.Cities, { schema: dependent });
      await output(fill, { city: "Rome", country: "it" });
      expect(app.read()).to.equal("itRome");
    });

    it("are told of as busy while they are disabled and send", async () => {
      const answer = deferred<string>();
      await page(svelte.Sending, { answer: answer.promise });
      expect(await call(fill, { code: "x" })).to.deep.include({
        status: "ok",
        settled: false,
        output: { values: { code: "x" } },
      });
      answer.resolve("late");
    });

    it("are done with their event", async () => {
      await page(svelte.Sending, { answer: Promise.resolve("Saved"), doneOn: "saved" });
      expect(await output(fill, { code: "x" })).to.equal("Saved");
    });

    it("answer though their own submit takes them away", async () => {
      const { element } = await page(svelte.Sending, { answer: Promise.resolve(""), leaves: true });
      expect(await output(fill, { code: "x" })).to.deep.equal({ values: { code: "x" } });
      expect(element.textContent).to.contain("Thanks");
      expect(offered()).to.deep.equal([]);
    });
  });

  describe("elements", () => {
    it("say nothing at a render with equal content, and run the newest closure", async () => {
      const { app } = await page(svelte.Counter);
      const seen = await notices(async () => {
        for (const before of [0, 1, 2]) expect(await output(one)).to.equal(before);
      });
      expect(app.read()).to.equal(3);
      expect(new Set(seen)).to.deep.equal(new Set(["invocation-started", "invocation-settled"]));
    });

    it("have attributes as properties, and lose what is not set any more", async () => {
      const { app, element } = await page(svelte.Counter);
      const action = element.querySelector<AgentActionElement>("agent-action")!;
      for (const next of [
        { disabled: false, timeout: undefined, confirm: null, idempotent: false, label: undefined },
        {},
      ]) {
        app.set({
          disabled: true,
          "disabled-reason": "Closed",
          timeout: 500,
          confirm: true,
          idempotent: true,
          label: "One",
        });
        await settled();
        expect(toolNamed(one)).to.include({ available: false, unavailableReason: "Closed" });
        expect(toolNamed(one).annotations).to.include({ confirms: true, idempotent: true });
        app.set(next);
        await settled();
        expect(action.problem).to.equal(undefined);
        expect(offered()).to.include(one);
        expect(toolNamed(one).annotations).to.include({ confirms: false, idempotent: false });
      }
    });

    it("send their events to onagent-invoke and onagent-invoked, and are behind bind:this", async () => {
      const seen: string[] = [];
      const { app } = await page(svelte.Events, {
        onInvoke: (event: AgentInvokeEvent) => {
          seen.push(event.type);
          event.respondWith(Promise.resolve("answered"));
        },
        onInvoked: ({ type }: Event) => seen.push(type),
      });
      expect(await output(one)).to.equal("answered");
      expect(seen).to.deep.equal(["agent-invoke", "agent-invoked"]);
      expect((app.read() as Element).localName).to.equal("agent-action");
    });

    it("stay registered and go on running where a keyed list is put in another order", async () => {
      const answer = deferred<string>();
      const { app } = await page(svelte.Parts, {
        types: ["f.a", "f.b", "f.c"],
        execute: () => answer.promise,
      });
      const calling = Promise.all(["a", "b", "c"].map((name) => output(`view:f.${name}.one`)));
      const seen = await notices(() => {
        app.set(["f.c", "f.b", "f.a"]);
      });
      expect(seen.filter((type) => !type.startsWith("invocation"))).to.deep.equal([]);
      answer.resolve("done");
      expect(await calling).to.deep.equal(["done", "done", "done"]);
    });

    it("swap whole windows in one notice, and leave nothing when they are unmounted", async () => {
      const { app } = await page(svelte.Parts, { types: ["f.home"], execute: () => null });
      const seen = await notices(() => {
        app.set(["f.cart"]);
      });
      expect(seen).to.deep.equal(["component-unregistered", "component-registered", "surface-changed"]);
      expect(offered()).to.deep.equal(["view:f.cart.one"]);
      void svelte.unmount(app);
      mounted = undefined;
      await settled();
      expect(offered()).to.deep.equal([]);
    });

    it("are those of the block that is shown: awaited, and after an error", async () => {
      const loading = deferred<string>();
      const { app } = await page(svelte.Blocks, { loading: loading.promise });
      expect(offered()).to.have.members(["view:f.app.waiting", one]);
      loading.resolve("Loaded");
      await settled();
      expect(offered()).to.have.members(["view:f.app.loaded", one]);
      await printed(async () => {
        app.fail();
        await settled();
      });
      expect(offered()).to.have.members(["view:f.app.loaded", "view:f.app.retry"]);
    });

    it("have a modal that the state opens, and that tells the state when an agent ends it", async () => {
      const { app } = await page(svelte.Modal);
      expect(offered()).to.deep.equal([one]);
      for (const end of ["view:f.ask.dismiss", "view:f.ask.yes"]) {
        await call(one);
        await settled();
        expect(app.read()).to.be.true;
        expect(offered()).to.have.members(["view:f.ask.yes", "view:f.ask.dismiss"]);
        await call(end);
        await settled();
        expect(app.read()).to.be.false;
        expect(offered()).to.deep.equal([one]);
      }
    });
  });
});
