import { expect } from "@open-wc/testing";
import { activityPage, isSeen, realTime, rows, said, text, within } from "./page.js";

describe("<agent-activity>", () => {
  afterEach(realTime);

  it("shows nothing and keeps no timer until an agent calls", async () => {
    const { element, time } = await activityPage();
    expect(isSeen(element)).to.equal(false);
    expect(time.waiting).to.equal(0);
  });

  it("lists what runs, by whom and for how long, with the action's label", async () => {
    const { element, call, pass } = await activityPage();
    call();
    await pass(3200);
    expect(rows(element, "ul")).to.deep.equal(["Place the order by browser-agent · 0:03 Cancel"]);
    expect(text(within(element, "summary"))).to.equal("Running: Place the order");
    await pass(60_000);
    expect(rows(element, "ul")[0]).to.contain("1:03");
  });

  it("does not list as running what is over at once", async () => {
    const { element, call, pass } = await activityPage();
    const { resolve } = call("applyCoupon");
    await pass(100);
    expect(rows(element, "ul")).to.deep.equal([]);
    resolve();
    await pass(100);
    expect(rows(element, "ul")).to.deep.equal([]);
    expect(text(within(element, "summary"))).to.equal("Apply coupon: done");
  });

  it("tells each end in words, newest first, and no value", async () => {
    const { element, registry, call, pass } = await activityPage();
    call("applyCoupon").resolve("4111-secret");
    await pass(10);
    await registry.invoke({ capabilityId: "view:shop.cart.applyCoupon", input: "4111-secret" });
    call().resolve({ card: "4111-secret" });
    await pass(10);
    expect(rows(element, "ol").map((row) => row.replace(/ by .*/, ""))).to.deep.equal([
      "Place the order: done",
      "Apply coupon: refused: the values do not fit",
      "Apply coupon: done",
    ]);
    expect(element.shadowRoot!.textContent).not.to.contain("4111");
  });

  it("does not repeat what an agent made up", async () => {
    const { element, registry, pass } = await activityPage();
    await registry.invoke(
      { capabilityId: "view:shop.cart.callNow" },
      { consumer: { id: "a\u202Eb", kind: "test" } },
    );
    await pass(10);
    expect(rows(element, "ol")[0]).to.match(/^Something that is not offered here: refused by a⟨U\+202E⟩b/);
  });

  it("keeps one line for a call that was asked about and made again", async () => {
    const { element, registry, call, calls, pass } = await activityPage({ confirmation: "required" });
    const first = call();
    const asked = await first.result;
    await pass(10);
    expect(rows(element, "ol")[0]).to.contain("asks for your approval");
    const id = asked.status === "error" ? (asked.error.details!["confirmationId"] as string) : "";
    registry.confirmations.resolve(id, { approved: true });
    calls[0]!.resolve();
    const { invocationId } = asked;
    const input = { card: "4111-secret" };
    const consumer = { id: "browser-agent", kind: "webmcp" } as const;
    await registry.invoke(
      { capabilityId: "view:shop.cart.checkOut", invocationId, confirmationId: id, input },
      { consumer },
    );
    await pass(10);
    expect(rows(element, "ol").map((row) => row.replace(/ by .*/, ""))).to.deep.equal([
      "Place the order: done",
    ]);
  });

  it("cancels the call whose control is pressed, and no other", async () => {
    const { element, call, pass } = await activityPage();
    const [one, other] = [call(), call("applyCoupon", "other-agent")];
    await pass(1000);
    within(element, "ul > li:nth-child(2) button")!.click();
    const result = await other.result;
    expect(result.status === "error" && result.error.code).to.equal("CANCELLED");
    await pass(10);
    expect(rows(element, "ul").length).to.equal(1);
    expect(text(within(element, "summary"))).to.equal("Running: Place the order");
    one.resolve();
    expect((await one.result).status).to.equal("ok");
  });

  it("tells the calls of two agents under one id apart", async () => {
    const { element, registry, pass } = await activityPage({ execute: () => new Promise(() => undefined) });
    for (const id of ["first", "second"]) {
      void registry.invoke(
        { capabilityId: "view:shop.cart.checkOut", invocationId: "one" },
        { consumer: { id, kind: "test" } },
      );
    }
    await pass(1000);
    registry.running()[1]!.cancel();
    await pass(10);
    expect(rows(element, "ul")[0]).to.contain("by first");
    expect(rows(element, "ol")[0]).to.contain("by second");
  });

  it("keeps focus inside when the control that has it goes with its call", async () => {
    const { element, call, pass } = await activityPage();
    const { resolve } = call();
    await pass(1000);
    within(element, "button")!.focus();
    resolve();
    await pass(10);
    expect(element.shadowRoot!.activeElement === within(element, "summary")).to.equal(true);
  });

  it("keeps the last 50 ends", async () => {
    const { element, call, pass } = await activityPage();
    for (let count = 0; count < 60; count++) call().resolve();
    await pass(10);
    expect(rows(element, "ol").length).to.equal(50);
  });

  it("stops its clock when the last call ends, and while the page is hidden", async () => {
    const { element, call, pass, time } = await activityPage();
    const { resolve } = call();
    await pass(2000);
    const running = time.waiting;
    Object.defineProperty(document, "hidden", { configurable: true, value: true });
    document.dispatchEvent(new Event("visibilitychange"));
    expect(time.waiting).to.equal(running - 1);
    Reflect.deleteProperty(document, "hidden");
    await pass(7000);
    document.dispatchEvent(new Event("visibilitychange"));
    await element.updateComplete;
    expect(rows(element, "ul")[0]).to.contain("0:09");
    expect(time.waiting).to.equal(running);
    resolve();
    await pass(1500);
    expect(time.waiting).to.equal(0);
  });

  it("follows the surface around it, knows what runs already, and stops where it leaves", async () => {
    const { element, surface, call, pass, time } = await activityPage();
    element.remove();
    const { resolve } = call();
    await pass(2000);
    const idle = time.waiting;
    expect(isSeen(element)).to.equal(false);
    surface.append(element);
    await pass(1000);
    expect(rows(element, "ul")[0]).to.contain("Place the order by browser-agent");
    element.remove();
    expect(time.waiting).to.equal(idle);
    resolve();
    await pass(10);
    expect(rows(element, "ol")).to.deep.equal([]);
  });

  it("takes its words from `strings`", async () => {
    const { element, call, pass } = await activityPage();
    element.strings = { cancel: "Abbrechen", running: (name) => `Läuft: ${name}` };
    call();
    await pass(1000);
    expect(text(within(element, "summary"))).to.equal("Läuft: Place the order");
    expect(text(within(element, "button"))).to.equal("Abbrechen");
  });

  it("is accessible, with names for its controls", async () => {
    const { element, call, pass } = await activityPage();
    call("applyCoupon").resolve();
    call();
    await pass(2000);
    within(element, "summary")!.click();
    realTime();
    await expect(element).to.be.accessible();
    expect(within(element, "button")!.getAttribute("aria-label")).to.equal("Cancel “Place the order”");
  });

  it("has controls of at least 24 pixels", async () => {
    const { element, call, pass } = await activityPage();
    element.style.setProperty("--agent-activity-font-size", "8px");
    call();
    await pass(1000);
    for (const control of element.shadowRoot!.querySelectorAll("button, summary")) {
      const { width, height } = control.getBoundingClientRect();
      expect(Math.min(width, height)).to.be.at.least(24);
    }
  });
});

describe("what <agent-activity> says", () => {
  afterEach(realTime);

  it("stands in one polite region that is there from the start", async () => {
    const { element, call, pass } = await activityPage();
    const region = within(element, "[role=status]")!;
    expect(region.textContent).to.equal("");
    call();
    await pass(1100);
    expect(within(element, "[role=status]") === region).to.equal(true);
    expect(said(element)).to.equal("Running: Place the order");
    expect(element.shadowRoot!.querySelectorAll("[role=status], [aria-live]").length).to.equal(1);
  });

  it("sums up what happens within a second, and says it at most once a second", async () => {
    const { element, registry, call, pass } = await activityPage();
    const sentences: string[] = [];
    const observer = new MutationObserver(() => sentences.push(said(element)));
    observer.observe(within(element, "[role=status]")!, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    for (let count = 0; count < 50; count++) {
      call("applyCoupon").resolve();
      await pass(30);
    }
    await registry.invoke({ capabilityId: "view:shop.cart.none" });
    call();
    call();
    await pass(5000);
    observer.disconnect();
    expect(sentences.length).to.equal(2);
    expect(sentences[0]).to.match(/^3\d done$/);
    expect(sentences[1]).to.match(/^1\d done, 1 not done\. 2 calls are running$/);
  });

  it("is a change also where the same happens again", async () => {
    const { element, call, pass } = await activityPage();
    const sentences: (string | null)[] = [];
    for (let count = 0; count < 2; count++) {
      call("applyCoupon").resolve();
      await pass(1500);
      sentences.push(within(element, "[role=status]")!.textContent);
    }
    expect(sentences[0]).to.equal("Apply coupon: done");
    expect(sentences[1]).not.to.equal(sentences[0]);
  });
});
