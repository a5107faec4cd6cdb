/** Forms that the person submits. */
import { expect, html } from "@open-wc/testing";
import "../../../components/all.js";
import { actId, actionIn, page, pathsOf, refusal } from "../../helpers/action-page.js";
import { output, printed, settled } from "../../helpers/page.js";

describe('agent-action with submit="review"', () => {
  async function review() {
    const sent: string[] = [];
    const root = await page(html`
      <form
        id="it"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          sent.push(new FormData(event.target as HTMLFormElement).get("to") as string);
        }}
      >
        <input name="to" maxlength="5" /><input name="pin" type="password" required />
        <div style="height: 200vh"></div>
        <button>Send</button>
      </form>
      <agent-action name="act" description="Act" for="it" submit="review"></agent-action>
    `);
    const action = actionIn(root);
    return { root, sent, action, isAwaiting: () => action.matches(":state(awaiting-person)") };
  }

  it("fills, shows the button, is marked, and leaves the rest to the person", async () => {
    const { root, sent, isAwaiting } = await review();
    expect(isAwaiting()).to.equal(false);
    expect(await output(actId, { to: "Ann" })).to.deep.equal({ filled: { to: "Ann" }, awaiting: "person" });
    expect([sent, isAwaiting()]).to.deep.equal([[], true]);
    const { top, bottom } = root.querySelector("button")!.getBoundingClientRect();
    expect(top >= 0 && bottom <= innerHeight).to.equal(true);
    root.querySelector<HTMLInputElement>("[name=pin]")!.value = "1";
    root.querySelector("button")!.click();
    expect([sent, isAwaiting()]).to.deep.equal([["Ann"], false]);
  });

  it("is no longer marked once the form is reset, and is marked anew by the next call", async () => {
    const { root, isAwaiting } = await review();
    await output(actId, { to: "Ann" });
    await output(actId, { to: "Bob" });
    expect(isAwaiting()).to.equal(true);
    root.querySelector("form")!.reset();
    expect(isAwaiting()).to.equal(false);
  });

  it("refuses what the form does not take", async () => {
    const { root, isAwaiting } = await review();
    expect(pathsOf(await refusal({ to: "much too long" }))).to.deep.equal(["to"]);
    root.querySelector("input")!.addEventListener("input", ({ target }) => {
      (target as HTMLInputElement).value = "";
    });
    expect(pathsOf(await refusal({ to: "Ann" }))).to.deep.equal(["to"]);
    expect(isAwaiting()).to.equal(false);
  });

  it("is what a typing error means, and says so", async () => {
    const { action, sent } = await review();
    await printed(async () => {
      action.submit = "reveiw";
      await settled();
    });
    expect(action.problem).to.deep.include({ code: "bad-value" });
    expect(await output(actId, { to: "Ann" })).to.deep.include({ awaiting: "person" });
    expect(sent).to.deep.equal([]);
  });
});
