import { expect, fixture, html } from "@open-wc/testing";
import { bindAction } from "../../../components/binding/binding.js";
import { task } from "../../helpers/page.js";
import { record, refused, run } from "./run.js";

describe("an action bound to something clickable", () => {
  it("activates a button as a click does, and takes nothing", async () => {
    const button = await fixture<HTMLButtonElement>(html`<button type="button">Pay</button>`);
    const seen = record(document, "click");
    const binding = bindAction(button);
    expect(binding.inputSchema()).to.deep.equal({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
    expect(await run(binding)).to.deep.equal({ done: true });
    expect(seen).to.deep.equal(["click button"]);
  });

  it("activates what is no button: a summary, a label, an SVG element", async () => {
    const root = await fixture(html`
      <div>
        <details>
          <summary>More</summary>
          text
        </details>
        <label>On <input type="checkbox" /></label>
        <svg width="20" height="20"><rect width="20" height="20" /></svg>
      </div>
    `);
    await run(bindAction(root.querySelector("summary")!));
    expect(root.querySelector("details")!.open).to.equal(true);
    await run(bindAction(root.querySelector("label")!));
    expect(root.querySelector("input")!.checked).to.equal(true);
    const seen = record(root, "click");
    expect(await run(bindAction(root.querySelector("rect")!))).to.deep.equal({ done: true });
    expect(seen).to.deep.equal(["click rect"]);
  });

  it("answers once the elements that the page changed meanwhile have settled", async () => {
    const root = await fixture(html`<div><button>Add</button><output></output></div>`);
    const output = root.querySelector("output")!;
    const settled = async () => {
      await task();
      await task();
      output.textContent = "settled";
    };
    const { signal } = new AbortController();
    const answer = bindAction(root.querySelector("button")!).run(
      {},
      { signal, settled, resultFrom: () => output },
    );
    expect(await answer).to.equal("settled");
  });

  it("answers what the page shows after two tasks", async () => {
    const root = await fixture(html`<div><button>Add</button><output></output></div>`);
    const output = root.querySelector("output")!;
    root.querySelector("button")!.addEventListener("click", () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        output.textContent = "1 item";
        port1.close();
      };
      port2.postMessage(null);
    });
    expect(await run(bindAction(root.querySelector("button")!), {}, () => output)).to.equal("1 item");
  });

  it("answers that it is done where the page shows no result", async () => {
    const button = await fixture(html`<button>Add</button>`);
    expect(await run(bindAction(button), {}, () => undefined)).to.deep.equal({ done: true });
  });

  describe("where it leaves the page", () => {
    it("settles at once", async () => {
      const frame = await fixture<HTMLIFrameElement>(html`<iframe name="elsewhere"></iframe>`);
      const link = await fixture(html`<a href="about:blank?next" target="elsewhere">Next</a>`);
      let isAsked = false;
      const result = await run(bindAction(link), {}, () => {
        isAsked = true;
        return undefined;
      });
      expect(result).to.deep.equal({ navigating: true });
      expect(isAsked).to.equal(false);
      frame.remove();
    });

    it("says so of what is clicked inside a link", async () => {
      const frame = await fixture<HTMLIFrameElement>(html`<iframe name="elsewhere"></iframe>`);
      const root = await fixture(html`<a href="about:blank?next" target="elsewhere"><span>Next</span></a>`);
      expect(await run(bindAction(root.querySelector("span")!))).to.deep.equal({ navigating: true });
      frame.remove();
    });

    it("does not say so of a link whose default the page prevents, at whatever level", async () => {
      const link = await fixture(html`<a href="/elsewhere">Next</a>`);
      const prevent = (event: Event) => event.preventDefault();
      window.addEventListener("click", prevent, { once: true });
      expect(await run(bindAction(link))).to.deep.equal({ done: true });
    });

    it("does not say so where the page stops the event on its way", async () => {
      const link = await fixture(html`<a href="/elsewhere">Next</a>`);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
      });
      expect(await run(bindAction(link))).to.deep.equal({ done: true });
    });

    it("does not say so of a button in the dress of a link", async () => {
      const link = await fixture(html`<a href="#">Add</a>`);
      expect(await run(bindAction(link))).to.deep.equal({ done: true });
      history.replaceState(null, "", location.pathname + location.search);
    });

    it("says that a submit button submitted", async () => {
      const frame = await fixture<HTMLIFrameElement>(html`<iframe name="elsewhere"></iframe>`);
      const form = await fixture(
        html`<form action="about:blank" target="elsewhere"><button>Go</button></form>`,
      );
      expect(await run(bindAction(form.querySelector("button")!))).to.deep.equal({ submitted: true });
      form.addEventListener("submit", (event) => event.preventDefault());
      expect(await run(bindAction(form.querySelector("button")!))).to.deep.equal({ done: true });
      frame.remove();
    });
  });

  describe("cannot be used", () => {
    async function reasonOf(template: ReturnType<typeof html>, selector = "button") {
      const root = await fixture(html`<div>${template}</div>`);
      const target = root.querySelector(selector)!;
      const seen = record(target, "click");
      const binding = bindAction(target);
      const reason = binding.unavailableReason();
      if (reason) {
        const { code, details, message } = await refused(run(binding));
        expect(code).to.equal("CAPABILITY_NOT_AVAILABLE");
        expect(details).to.deep.equal({ reason });
        expect(message).to.match(/^NOT EXECUTED: the <button> "Pay"/);
        expect(seen).to.deep.equal([]);
      }
      return reason;
    }

    it("while disabled, by itself, by its fieldset or for assistive technology", async () => {
      expect(await reasonOf(html`<button disabled>Pay</button>`)).to.equal("disabled");
      expect(await reasonOf(html`<fieldset disabled><button>Pay</button></fieldset>`)).to.equal("disabled");
      expect(await reasonOf(html`<button aria-disabled="true">Pay</button>`)).to.equal("disabled");
      expect(await reasonOf(html`<button aria-disabled="false">Pay</button>`)).to.equal(undefined);
    });

    it("while it or what is around it is inert", async () => {
      expect(await reasonOf(html`<button inert>Pay</button>`)).to.equal("inert");
      expect(
        await reasonOf(
          html`<section inert>
            <p><button>Pay</button></p>
          </section>`,
        ),
      ).to.equal("inert");
    });

    it("while it is inert where it is slotted", async () => {
      const host = await fixture<HTMLElement>(html`<div><button>Pay</button></div>`);
      const section = document.createElement("section");
      section.inert = true;
      section.append(document.createElement("slot"));
      host.attachShadow({ mode: "open" }).append(section);
      expect(bindAction(host.querySelector("button")!).unavailableReason()).to.equal("inert");
    });

    it("while it is not shown", async () => {
      expect(await reasonOf(html`<button hidden>Pay</button>`)).to.equal("not-shown");
      expect(await reasonOf(html`<p style="display: none"><button>Pay</button></p>`)).to.equal("not-shown");
      expect(await reasonOf(html`<p style="visibility: hidden"><button>Pay</button></p>`)).to.equal(
        "not-shown",
      );
      expect(await reasonOf(html`<button style="display: contents">Pay</button>`)).to.equal(undefined);
      expect(await reasonOf(html`<p hidden><button style="display: contents">Pay</button></p>`)).to.equal(
        "not-shown",
      );
    });

    it("once it left the document, or its document left the page", async () => {
      const button = await fixture(html`<button>Pay</button>`);
      const binding = bindAction(button);
      button.remove();
      expect(binding.unavailableReason()).to.equal("missing");

      const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
      const inner = frame.contentDocument!.createElement("button");
      frame.contentDocument!.body.append(inner);
      const framed = bindAction(inner);
      expect(framed.unavailableReason()).to.equal(undefined);
      frame.remove();
      expect(framed.unavailableReason()).to.equal("missing");
    });

    it("but it may be out of sight where the author says so", async () => {
      const button = await fixture<HTMLButtonElement>(html`<button hidden>Pay</button>`);
      const binding = bindAction(button, { background: true });
      expect(binding.unavailableReason()).to.equal(undefined);
      expect(await run(binding)).to.deep.equal({ done: true });
      button.disabled = true;
      expect(binding.unavailableReason()).to.equal("disabled");
    });
  });

  it("does nothing for a call that was cancelled before", async () => {
    const button = await fixture(html`<button>Pay</button>`);
    const seen = record(button, "click");
    let error: unknown;
    await bindAction(button)
      .run({}, { signal: AbortSignal.abort("enough") })
      .catch((reason: unknown) => (error = reason));
    expect(error).to.equal("enough");
    expect(seen).to.deep.equal([]);
  });
});
