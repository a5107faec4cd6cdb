/** When an action's call ends: the event it waits for, and what is still pending. */
import { expect, html } from "@open-wc/testing";
import "../../../components/all.js";
import { actId, page, refusal } from "../../helpers/action-page.js";
import { call, output, settled, task } from "../../helpers/page.js";

/** Also where the code that acts has to be loaded first. */
function reached(target: Element, type: string): Promise<unknown> {
  return new Promise((resolve) => {
    target.addEventListener(type, resolve, { once: true });
  });
}

async function isPending(running: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  void running.finally(() => (isOver = true));
  for (let count = 0; count < 10; count++) await task();
  return !isOver;
}

describe("agent-action with done-on", () => {
  const button = (act: (event: Event) => void) => html`
    <button id="it" @click=${act}>Save</button><output id="out"></output>
    <agent-action name="act" description="Act" for="it" done-on="saved" result-from="out"></agent-action>
  `;

  it("waits for the event at the target, and answers with what the page shows then", async () => {
    const root = await page(button(() => undefined));
    const clicked = reached(root, "click");
    const running = call(actId);
    await clicked;
    root.querySelector("button")!.dispatchEvent(new Event("other"));
    root.dispatchEvent(new Event("saved"));
    expect(await isPending(running)).to.equal(true);
    root.querySelector("button")!.dispatchEvent(new Event("saved"));
    root.querySelector("output")!.textContent = "Saved";
    const result = await running;
    expect(result).to.deep.include({ status: "ok", output: "Saved" });
    expect(result).to.not.have.property("settled");
  });

  it("counts an event that comes during the click", async () => {
    await page(button(({ target }) => target!.dispatchEvent(new Event("saved"))));
    expect(await output(actId)).to.equal("");
  });

  it("counts one at the element that took the target's place", async () => {
    const root = await page(button(() => undefined));
    const clicked = reached(root, "click");
    const running = call(actId);
    await clicked;
    const next = document.createElement("button");
    next.id = "it";
    root.querySelector("button")!.replaceWith(next);
    expect(await isPending(running)).to.equal(true);
    next.dispatchEvent(new Event("saved"));
    expect((await running).status).to.equal("ok");
  });

  it("ends with the call's time", async () => {
    const root = await page(button(() => undefined));
    root.querySelector("agent-action")!.timeout = 30;
    await settled();
    expect((await refusal()).code).to.equal("TIMEOUT");
  });

  it("ends with its caller", async () => {
    const root = await page(button(() => undefined));
    const controller = new AbortController();
    const clicked = reached(root, "click");
    const running = call(actId, {}, { signal: controller.signal });
    await clicked;
    expect(await isPending(running)).to.equal(true);
    controller.abort();
    expect(await running).to.have.nested.property("error.code", "CANCELLED");
  });

  it("does not wait for the person in a modal that the call opened, and says that it is not settled", async () => {
    const root = await page(html`
      <agent-modal id="ask" type="e.ask" label="Ask"><p>Sure?</p></agent-modal>
      <dialog id="native">Sure?</dialog>
      ${button(() => root.querySelector("agent-modal")!.show())}
    `);
    expect(await call(actId)).to.deep.include({
      status: "ok",
      settled: false,
      openedWindowIds: ["e.ask@default"],
    });
    root.querySelector("agent-modal")!.close();
    await settled();
    const dialog = root.querySelector("dialog")!;
    root.querySelector("button")!.addEventListener("click", (event) => {
      event.stopImmediatePropagation();
      root.querySelector("agent-modal")!.close();
      dialog.showModal();
    });
    expect(await call(actId)).to.deep.include({ status: "ok", settled: false });
    dialog.close();
  });

  it("waits after a form was submitted, and for none of what its filling fires", async () => {
    const root = await page(html`
      <form id="it" @submit=${(event: Event) => event.preventDefault()}>
        <input
          name="a"
          @change=${({ target }: Event) => target!.dispatchEvent(new Event("saved", { bubbles: true }))}
        />
        <button>Go</button>
      </form>
      <agent-action name="act" description="Act" for="it" done-on="saved"></agent-action>
    `);
    const sent = reached(root, "submit");
    const running = call(actId, { a: "x" });
    await sent;
    expect(await isPending(running)).to.equal(true);
    root.querySelector("form")!.dispatchEvent(new Event("saved"));
    expect(await running).to.have.nested.property("output.values.a", "x");
  });

  it("waits after a control was set, and after a method was called", async () => {
    const root = await page(html`
      <input id="it" />
      <agent-action name="act" description="Act" for="it" done-on="saved"></agent-action>
    `);
    const action = root.querySelector("agent-action")!;
    const input = root.querySelector("input")!;
    for (const given of [{ value: "x" }, {}]) {
      const running = call(actId, given);
      expect(await isPending(running)).to.equal(true);
      input.dispatchEvent(new Event("saved"));
      expect((await running).status).to.equal("ok");
      action.method = "select";
      await settled();
    }
  });
});

describe("an action whose page is still busy", () => {
  const cases = {
    "the target": html`<button id="it" aria-busy="true">Go</button><output id="out"></output>`,
    "what is around it": html`
      <div aria-busy="true"><button id="it">Go</button></div>
      <output id="out"></output>
    `,
    "where it shows the result": html`<button id="it">Go</button><output id="out" aria-busy="true"></output>`,
  };
  for (const [what, content] of Object.entries(cases)) {
    it(`is not settled: ${what} says so`, async () => {
      const root = await page(html`
        ${content}<agent-action name="act" description="Act" for="it" result-from="out"></agent-action>
      `);
      expect(await call(actId)).to.deep.include({ status: "ok", settled: false });
      root.querySelector("[aria-busy]")!.setAttribute("aria-busy", "false");
      expect(await call(actId)).to.not.have.property("settled");
    });
  }
});
