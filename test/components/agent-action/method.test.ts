/** An action that calls a method, or opens and closes. */
import { expect, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentModalElement } from "../../../components/index.js";
import { AgentSurfaceError } from "../../../src/index.js";
import { actId, actionIn, page, refusal } from "../../helpers/action-page.js";
import { call, freshTag, offered, output, settled, toolNamed } from "../../helpers/page.js";

describe("agent-action with a method", () => {
  describe("of a dialog or a popover", () => {
    const action = (method: string) =>
      html`<agent-action name="act" description="Act" for="it" method=${method}></agent-action>`;

    const things: Record<string, [ReturnType<typeof html>, (element: HTMLElement) => boolean]> = {
      "a dialog": [html`<dialog id="it">Hello</dialog>`, (element) => element.matches(":modal")],
      "a popover": [html`<div id="it" popover>Hello</div>`, (element) => element.matches(":popover-open")],
      "a disclosure": [
        html`<details id="it">
          <summary>More</summary>
          Text
        </details>`,
        (element) => (element as HTMLDetailsElement).open,
      ],
    };
    for (const [what, [content, isOpen]] of Object.entries(things)) {
      it(`shows, closes and toggles ${what}, and answers whether it is open`, async () => {
        const root = await page(html`${content}${action("show")}`);
        const element = root.querySelector<HTMLElement>("#it")!;
        expect(toolNamed(actId).inputSchema.properties).to.deep.equal({});
        const act = async (method: string) => {
          actionIn(root).method = method;
          await settled();
          const answer = await output(actId);
          return [answer, isOpen(element)];
        };
        expect(await act("show")).to.deep.equal([{ open: true }, true]);
        expect(await act("show")).to.deep.equal([{ open: true }, true]);
        expect(await act("close")).to.deep.equal([{ open: false }, false]);
        expect(await act("close")).to.deep.equal([{ open: false }, false]);
        expect(await act("toggle")).to.deep.equal([{ open: true }, true]);
        expect(await act("toggle")).to.deep.equal([{ open: false }, false]);
      });
    }

    it("shows and closes an agent-modal", async () => {
      const root = await page(html`
        <agent-modal id="it" type="e.modal" label="Ask"><p>Hello</p></agent-modal>
        ${action("show")}
      `);
      const modal = root.querySelector<AgentModalElement>("agent-modal")!;
      const result = await call(actId);
      expect(result).to.deep.include({
        status: "ok",
        output: { open: true },
        openedWindowIds: ["e.modal@default"],
      });
      expect(modal.open).to.equal(true);
      modal.close();
      await settled();
      expect(offered()).to.deep.equal([actId]);
    });

    it("never leaves the page behind a dialog that nobody can see", async () => {
      const root = await page(html`
        <div hidden><dialog id="it">Hello</dialog></div>
        ${action("show")}
      `);
      expect((await refusal()).details).to.deep.equal({ reason: "not-shown" });
      expect(root.querySelector("dialog")!.open).to.equal(false);
    });

    it("opens no popover that nobody can see", async () => {
      const root = await page(html`
        <div hidden><div id="it" popover>Hello</div></div>
        ${action("show")}
      `);
      expect((await refusal()).details).to.deep.equal({ reason: "not-shown" });
      expect(root.querySelector("#it")!.matches(":popover-open")).to.equal(false);
    });
  });

  describe("of any other element", () => {
    const params =
      '{"type": "object", "properties": {"by": {"type": "number"}}, "additionalProperties": false}';
    async function player(methods: Record<string, unknown>, method = "play") {
      const tag = freshTag();
      const Player = class extends HTMLElement {};
      Object.assign(Player.prototype, methods);
      customElements.define(tag, Player);
      const root = await page(
        html`<agent-action
          name="act"
          description="Act"
          for="it"
          method=${method}
          schema=${params}
        ></agent-action>`,
      );
      const element = document.createElement(tag);
      element.id = "it";
      element.textContent = "…";
      root.append(element);
      await settled();
      return element;
    }

    it("calls it with the input, and answers with what it gives, or promises", async () => {
      const calls: unknown[] = [];
      const element = await player({
        play(this: unknown, input: unknown) {
          calls.push(this, input);
          return Promise.resolve({ at: 3 });
        },
      });
      expect(await output(actId, { by: 2 })).to.deep.equal({ at: 3 });
      expect(calls).to.deep.equal([element, { by: 2 }]);
    });

    it("answers with nothing where it gives nothing", async () => {
      await player({ play: () => undefined });
      expect(await output(actId)).to.equal(undefined);
    });

    it("says that what it gave is no JSON", async () => {
      await player({ play: () => document.body });
      const { code, details } = await refusal();
      expect([code, details]).to.deep.equal(["EXECUTION_FAILED", { reason: "output-invalid" }]);
    });

    it("tells no error of it but one that is meant for agents", async () => {
      await player({
        play: ({ by }: { by?: number }) => {
          if (by === undefined) throw new TypeError("secret");
          throw new AgentSurfaceError({ code: "PRECONDITION_FAILED", message: "Not now.", retry: "no" });
        },
      });
      const failed = await refusal();
      expect(failed.code).to.equal("EXECUTION_FAILED");
      expect(failed.message).to.not.contain("secret");
      expect(await refusal({ by: 1 })).to.deep.include({ code: "PRECONDITION_FAILED", message: "Not now." });
    });

    it("cannot be used while there is no such method", async () => {
      const element = await player({});
      expect(offered()).to.deep.equal([]);
      expect(await refusal()).to.deep.include({ code: "CAPABILITY_NOT_AVAILABLE" });
      expect(toolNamed(actId).unavailableReason).to.contain("no-method");
      Object.assign(element, { play: () => "now", className: "ready" });
      await settled();
      expect(await output(actId)).to.equal("now");
    });

    it("reaches a form's own method behind a control of that name", async () => {
      const root = await page(html`
        <form id="it"><input name="reset" value="a" /></form>
        <agent-action name="act" description="Act" for="it" method="reset"></agent-action>
      `);
      const input = root.querySelector("input")!;
      input.value = "b";
      await output(actId);
      expect(input.value).to.equal("a");
    });
  });
});
