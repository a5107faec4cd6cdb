import { expect, waitUntil } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import "../../../components/agent-modal/agent-modal.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";
import { activityPage, isSeen, realTime, rows, said, within } from "./page.js";

function openDialog(): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.innerHTML = "<button>In the dialog</button>";
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

describe("<agent-activity> behind a modal dialog", () => {
  afterEach(() => {
    realTime();
    for (const one of document.querySelectorAll("body > dialog, body > agent-modal")) one.remove();
  });

  it("shows the same inside a dialog of the page, where it can be pressed, and goes with it", async () => {
    const { call, pass, element } = await activityPage();
    const one = call();
    await pass(1000);
    const dialog = openDialog();
    await pass(1000);
    const twin = dialog.querySelector("agent-activity")!;
    expect(rows(twin, "ul")[0]).to.contain("Place the order");
    within(twin, "button")!.focus();
    expect(document.activeElement === twin).to.equal(true);
    within(twin, "button")!.click();
    expect((await one.result).status).to.equal("error");
    dialog.close();
    within(element, "summary")!.focus();
    await pass(100);
    expect(dialog.querySelector("agent-activity") === null).to.equal(true);
    expect(isSeen(element)).to.equal(true);
  });

  it("says inside the dialog what happens meanwhile, once its region has been there", async () => {
    const { call, pass, element } = await activityPage();
    const one = call();
    await pass(1500);
    const before = said(element);
    one.resolve();
    await pass(900);
    const dialog = openDialog();
    dialog.querySelector("button")!.focus();
    await pass(200);
    const twin = dialog.querySelector("agent-activity")!;
    expect(said(twin)).to.equal("");
    await pass(1000);
    expect(said(twin)).to.equal("Place the order: done");
    expect(said(element)).to.equal(before);
  });

  it("finds the dialog of an <agent-modal>", async () => {
    const { call, pass, surface } = await activityPage();
    call();
    await pass(1000);
    realTime();
    const modal = document.createElement("agent-modal");
    Object.assign(modal, { type: "shop.ask", label: "Ask" });
    modal.setAttribute("description", "A question");
    modal.innerHTML = "<p>Sure?</p><button>Yes</button>";
    surface.append(modal);
    modal.show();
    await waitUntil(() => modal.shadowRoot!.querySelector("dialog agent-activity"));
    const twin = modal.shadowRoot!.querySelector("dialog agent-activity")!;
    await waitUntil(() => twin.shadowRoot?.querySelector("button"));
    within(twin, "button")!.focus();
    expect(modal.shadowRoot!.activeElement === twin).to.equal(true);
    modal.close();
    await waitUntil(() => !modal.shadowRoot!.querySelector("agent-activity"));
  });

  it("stays where it is when it stands in the dialog itself", async () => {
    const { call, pass, element } = await activityPage();
    call();
    await pass(1000);
    const dialog = openDialog();
    dialog.append(element.parentElement!);
    await pass(1000);
    expect(dialog.querySelectorAll("agent-activity").length).to.equal(1);
  });

  it("puts nothing into a dialog while agents do nothing", async () => {
    const { pass } = await activityPage();
    const dialog = openDialog();
    await pass(2000);
    expect(dialog.querySelector("agent-activity") === null).to.equal(true);
  });

  it("shows in a dialog nothing of what was over before it opened, and what ends then", async () => {
    const { call, pass } = await activityPage();
    call().resolve();
    await pass(2000);
    const dialog = openDialog();
    await pass(1000);
    const twin = dialog.querySelector("agent-activity")!;
    expect(isSeen(twin)).to.equal(false);
    call("applyCoupon").resolve();
    await pass(100);
    expect(rows(twin, "ol").length).to.equal(1);
    expect(isSeen(twin)).to.equal(true);
  });

  it("goes to the dialog on top, and back", async () => {
    const { call, pass } = await activityPage();
    call();
    await pass(1000);
    const [lower, upper] = [openDialog(), openDialog()];
    await pass(1000);
    expect(lower.querySelector("agent-activity") === null).to.equal(true);
    expect(upper.querySelector("agent-activity") === null).to.equal(false);
    upper.close();
    await pass(1000);
    expect(lower.querySelector("agent-activity") === null).to.equal(false);
    expect(upper.querySelector("agent-activity") === null).to.equal(true);
  });

  it("leaves nothing behind in the dialog when it leaves the page", async () => {
    const { call, pass, element } = await activityPage();
    call();
    await pass(1000);
    const dialog = openDialog();
    await pass(1000);
    element.remove();
    expect(dialog.querySelector("agent-activity") === null).to.equal(true);
  });

  (hasTrustedInput ? it : it.skip)("is reached and used by keyboard in the dialog", async () => {
    const { call, pass } = await activityPage();
    const one = call();
    await pass(1000);
    const dialog = openDialog();
    await pass(1000);
    realTime();
    dialog.querySelector("button")!.focus();
    await sendKeys({ press: "Tab" });
    const twin = dialog.querySelector("agent-activity")!;
    expect(twin.shadowRoot!.activeElement === within(twin, "summary")).to.equal(true);
    await sendKeys({ press: "Tab" });
    await sendKeys({ press: "Enter" });
    const result = await one.result;
    expect(result.status === "error" && result.error.code).to.equal("CANCELLED");
  });

  it("leaves the question to the person alone, and says afterwards what happened", async () => {
    const { AgentConfirmationElement } =
      await import("../../../components/agent-confirmation/agent-confirmation.js");
    const { call, pass, registry, element } = await activityPage({ confirmation: "required" });
    const question = new AgentConfirmationElement();
    document.documentElement.append(question);
    question.watch(registry);
    try {
      const running = call("applyCoupon");
      await pass(500);
      await call().result;
      await pass(100);
      const dialog = question.shadowRoot!.querySelector("dialog")!;
      expect(dialog.open).to.equal(true);
      running.resolve();
      await pass(3000);
      expect(question.shadowRoot!.querySelector("agent-activity") === null).to.equal(true);
      expect(said(element)).to.equal("");
      for (const { confirmationId } of registry.confirmations.pending()) {
        registry.confirmations.resolve(confirmationId, { approved: false });
      }
      await pass(1500);
      expect(said(element)).to.contain("1 done, 1 not done");
    } finally {
      question.remove();
    }
  });
});
