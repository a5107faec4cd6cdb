/** What is bound can be used while a person could use it: told by itself, and known in any case when an agent calls. */
import { expect } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import "../../../components/all.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentActionElement } from "../../../components/index.js";
import { call, pageWith, settled } from "../../helpers/page.js";
import { signalsLoaded, toldOf } from "../../helpers/told.js";
import { hasTrustedInput } from "../../helpers/trusted-input.js";

const id = "view:f.page.act";
const act = (target = "it") => `<agent-action name="act" description="Act" for="${target}"></agent-action>`;
const windowed = (inside: string) => `<agent-window type="f.page" label="Page">${inside}</agent-window>`;

/** A style sheet of the document until the test is over: no element changes. */
function sheet(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
  return made;
}

/** Observers have looked, and what they told has settled. */
async function frames(): Promise<void> {
  for (let count = 0; count < 3; count++) await new Promise(requestAnimationFrame);
  await settled();
}

function within(element: Element, inside: string): ShadowRoot {
  const root = element.attachShadow({ mode: "closed" });
  const template = document.createElement("template");
  template.innerHTML = inside;
  root.append(document.importNode(template.content, true));
  return root;
}

describe("what follows the thing behind for", () => {
  afterEach(() => {
    document.adoptedStyleSheets = [];
  });

  const hidden: Record<string, string> = {
    "a button": `<button id="it">Go</button>`,
    "a link in a text": `<p>See <a id="it" href="#there">there</a>.</p>`,
    "a link far below": `<div style="height: 9000px"></div><p>See <a id="it" href="#there">there</a>.</p>`,
    "what is scrolled away": `<div style="height: 20px; overflow: auto"><div style="height: 900px"></div><button id="it">Go</button></div>`,
    "a control": `<input id="it">`,
  };
  for (const [what, markup] of Object.entries(hidden)) {
    it(`tells that a style sheet hides and shows ${what}`, async () => {
      await pageWith(windowed(markup + act()));
      const told = toldOf(id);
      expect(told.reason()).to.equal(undefined);
      const styles = sheet();
      styles.replaceSync("#it { display: none }");
      await told.until("not-shown");
      styles.replaceSync("");
      await told.until(undefined);
    });
  }

  const around: Record<string, string> = {
    "what is around it": ".around { display: none }",
    "its window": "agent-window { display: none }",
    "content-visibility around it": ".around { content-visibility: hidden }",
  };
  for (const [what, css] of Object.entries(around)) {
    it(`tells of a style sheet that hides ${what}`, async () => {
      await pageWith(windowed(`<div class="around"><div><button id="it">Go</button></div></div>${act()}`));
      const told = toldOf(id);
      const styles = sheet();
      styles.replaceSync(css);
      await told.until("not-shown");
      styles.replaceSync("");
      await told.until(undefined);
    });
  }

  it("tells of what is read, and once of all that is in a window that is hidden", async () => {
    await pageWith(
      windowed(
        `<p id="it">Text</p><button id="go">Go</button>${act("go")}` +
          `<agent-observation name="read" description="Read" for="it"></agent-observation>`,
      ),
    );
    const read = toldOf("view:f.page.read");
    const told = toldOf(id);
    await signalsLoaded();
    await frames();
    told.notices();
    const styles = sheet();
    styles.replaceSync("#it { display: none }");
    await read.until("not-shown");
    expect([told.reason(), told.notices()]).to.deep.equal([undefined, 1]);
    styles.replaceSync("agent-window { display: none }");
    await told.until("not-shown");
    expect([read.reason(), told.notices()]).to.deep.equal(["not-shown", 1]);
  });

  it("tells of what hides the host of a shadow tree, also where nothing is drawn", async () => {
    const root = await pageWith(windowed(`<div id="host"></div>`));
    const host = root.querySelector("#host")!;
    within(host, `<button id="it">Go</button>${act()}`);
    await settled();
    const told = toldOf(id);
    await signalsLoaded();
    await frames();
    host.toggleAttribute("inert", true);
    await told.until("inert");
    host.toggleAttribute("inert", false);
    await told.until(undefined);
    sheet().replaceSync("#host { display: none }");
    await told.until("not-shown");
  });

  it("is shown where what is around it is, without a box of its own", async () => {
    const root = await pageWith(
      windowed(`<div><span id="it" style="display: contents"><b>Go</b></span></div>${act()}`),
    );
    const told = toldOf(id);
    expect(told.reason()).to.equal(undefined);
    root.querySelector<HTMLElement>("agent-window > div")!.hidden = true;
    await told.until("not-shown");
  });

  it("tells of what hides the slot that it is shown in", async () => {
    const root = await pageWith(windowed(`<div id="host"><button id="it">Go</button></div>${act()}`));
    const panel = within(root.querySelector("#host")!, "<section><slot></slot></section>").querySelector(
      "section",
    )!;
    const told = toldOf(id);
    panel.hidden = true;
    await told.until("not-shown");
    panel.hidden = false;
    await told.until(undefined);
  });

  it("tells of a popover, and of a details, that close and open over it", async () => {
    const root = await pageWith(
      windowed(`<div popover="manual"><details open><button id="it">Go</button></details></div>${act()}`),
    );
    const told = toldOf(id);
    expect(told.reason()).to.equal("not-shown");
    const popover = root.querySelector<HTMLElement>("[popover]")!;
    popover.showPopover();
    await told.until(undefined);
    root.querySelector("details")!.open = false;
    await told.until("not-shown");
    root.querySelector("details")!.open = true;
    await told.until(undefined);
    popover.hidePopover();
    await told.until("not-shown");
  });

  for (const type of ["transitionend", "animationend", "toggle"]) {
    it(`looks again at ${type}, at what is in what it happened to`, async () => {
      const root = await pageWith(
        windowed(`<div><p><button id="it">Go</button></p></div><div></div>${act()}`),
      );
      const [around, beside] = root.querySelectorAll("agent-window > div");
      const told = toldOf(id);
      await signalsLoaded();
      await frames();
      // Boxes stay: only the event tells.
      sheet().replaceSync("#it { visibility: hidden }");
      await settled();
      expect(told.reason()).to.equal(undefined);
      const happen = (at: Element) => at.dispatchEvent(new Event(type, { bubbles: type !== "toggle" }));
      happen(around!);
      await settled();
      expect(told.reason()).to.equal("not-shown");
      sheet().replaceSync("#it { visibility: visible !important }");
      happen(beside!);
      await settled();
      expect(told.reason()).to.equal("not-shown");
      happen(around!);
      await settled();
      expect(told.reason()).to.equal(undefined);
    });
  }

  it("tells nobody of a box that only changes its size, nor of what scrolls", async () => {
    const root = await pageWith(
      windowed(
        `<div class="box" style="height: 50px; overflow: auto"><button id="it">Go</button><div style="height: 3000px"></div></div>${act()}`,
      ),
    );
    const box = root.querySelector(".box")!;
    const told = toldOf(id);
    const styles = sheet();
    styles.replaceSync("#it { display: none }");
    await told.until("not-shown");
    styles.replaceSync("");
    await told.until(undefined);
    told.notices();
    const action = root.querySelector<AgentActionElement>("agent-action")!;
    let asked = 0;
    action.available = () => {
      asked += 1;
      return true;
    };
    await settled();
    await frames();
    asked = 0;
    styles.replaceSync("#it { width: 300px }");
    await frames();
    box.scrollTo(0, 2000);
    await frames();
    box.scrollTo(0, 0);
    await frames();
    expect([told.notices(), asked]).to.deep.equal([0, 0]);
  });

  it("asks nothing again where an element changes that holds none of it, and once where one does", async () => {
    const root = await pageWith(
      windowed(`<div><p><button id="it">Go</button></p></div><div class="x"><p></p></div>${act()}`),
    );
    const [around, beside] = root.querySelectorAll("agent-window > div");
    let asked = 0;
    root.querySelector<AgentActionElement>("agent-action")!.available = () => {
      asked += 1;
      return true;
    };
    await settled();
    await frames();
    asked = 0;
    beside!.className = "y";
    await settled();
    expect(asked).to.equal(0);
    around!.className = "y";
    around!.setAttribute("style", "color: red");
    await settled();
    expect(asked).to.equal(1);
  });

  it("looks at what is available after a call of something else", async () => {
    let isOpen = true;
    const root = await pageWith(
      windowed(
        `<agent-action name="act" description="Act"></agent-action><agent-action name="close" description="Close"></agent-action>`,
      ),
    );
    const [action, close] = root.querySelectorAll<AgentActionElement>("agent-action");
    action!.available = () => isOpen || "it is closed";
    action!.execute = () => undefined;
    close!.execute = () => void (isOpen = !isOpen);
    await settled();
    const told = toldOf(id);
    await signalsLoaded();
    for (const reason of ["it is closed", undefined]) {
      await call("view:f.page.close");
      await settled();
      expect(told.reason()).to.equal(reason);
    }
  });

  (hasTrustedInput ? it : it.skip)("looks again after what the person did, not after a script", async () => {
    let isOpen = true;
    const root = await pageWith(windowed(`<agent-action name="act" description="Act"></agent-action>`));
    root.querySelector<AgentActionElement>("agent-action")!.available = () => isOpen;
    await settled();
    const told = toldOf(id);
    await signalsLoaded();
    isOpen = false;
    await sendKeys({ press: "Shift" });
    await told.until("Currently unavailable");
    isOpen = true;
    document.body.click();
    await settled();
    expect(told.reason()).to.equal("Currently unavailable");
    await sendKeys({ press: "Shift" });
    await told.until(undefined);
  });
});

describe("what no signal tells, as in a hidden tab", () => {
  const { ResizeObserver, IntersectionObserver } = window;

  class Silent {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  beforeEach(() => {
    Object.assign(window, { ResizeObserver: Silent, IntersectionObserver: Silent });
  });

  afterEach(() => {
    Object.assign(window, { ResizeObserver, IntersectionObserver });
    document.adoptedStyleSheets = [];
  });

  /** In a root of its own, whose signals are loaded while no observer tells anything. */
  async function silentPage() {
    const root = await pageWith(windowed(`<div id="host"></div>`));
    const clicks: Event[] = [];
    const shadow = within(root.querySelector("#host")!, `<section><button>Go</button></section>${act()}`);
    const button = shadow.querySelector("button")!;
    button.id = "it";
    button.addEventListener("click", (event) => clicks.push(event));
    await settled();
    const styles = new CSSStyleSheet();
    shadow.adoptedStyleSheets = [styles];
    return { clicks, styles };
  }

  it("is found by the call, which does not run, and told to everybody then", async () => {
    const { clicks, styles } = await silentPage();
    const told = toldOf(id);
    styles.replaceSync("section { display: none }");
    await settled();
    expect(told.reason()).to.equal(undefined);
    const result = await told.tool().execute({}, {});
    expect(result).to.have.nested.include({
      "error.code": "CAPABILITY_NOT_AVAILABLE",
      "error.details.reason": "not-shown",
    });
    await settled();
    expect([told.reason(), clicks.length]).to.deep.equal(["not-shown", 0]);
  });

  it("does not keep unavailable what everybody was told is: the call runs, and that is told", async () => {
    const { clicks, styles } = await silentPage();
    const told = toldOf(id);
    styles.replaceSync("section { display: none }");
    await told.tool().execute({}, {});
    await settled();
    expect(told.reason()).to.equal("not-shown");
    styles.replaceSync("");
    await settled();
    expect(told.reason()).to.equal("not-shown");
    const result = await told.tool().execute({}, {});
    expect([result.status, clicks.length]).to.deep.equal(["ok", 1]);
    await settled();
    expect(told.reason()).to.equal(undefined);
  });

  it("is found by a list, and told to those who keep theirs", async () => {
    const { styles } = await silentPage();
    const told = toldOf(id);
    styles.replaceSync("section { display: none }");
    expect(toldOf(id).reason()).to.equal("not-shown");
    await settled();
    expect([told.reason(), told.notices()]).to.deep.equal(["not-shown", 1]);
    styles.replaceSync("");
    expect(toldOf(id).reason()).to.equal(undefined);
    await settled();
    expect([told.reason(), told.notices()]).to.deep.equal([undefined, 1]);
  });

  it("is told to who saw it for a moment only", async () => {
    const { styles } = await silentPage();
    const told = toldOf(id);
    styles.replaceSync("section { display: none }");
    const brief = toldOf(id);
    expect(brief.reason()).to.equal("not-shown");
    styles.replaceSync("");
    await settled();
    expect([told.reason(), brief.reason()]).to.deep.equal([undefined, undefined]);
  });
});

describe("a predicate of the page", () => {
  it("that has other words each time is told once, not for ever", async () => {
    let words: string | true = true;
    let count = 0;
    const root = await pageWith(windowed(`<agent-action name="act" description="Act"></agent-action>`));
    const action = root.querySelector<AgentActionElement>("agent-action")!;
    action.available = () => words === true || `${words}, ${++count}`;
    await settled();
    const told = toldOf(id);
    words = "wait";
    toldOf(id);
    await settled();
    await settled();
    expect(told.notices()).to.equal(1);
    expect(told.reason()).to.match(/^wait, \d+$/);
  });

  it("that throws makes it unavailable, and nothing else", async () => {
    const root = await pageWith(
      windowed(
        `<agent-action name="act" description="Act"></agent-action><agent-action name="other" description="Other"></agent-action>`,
      ),
    );
    const [action, other] = root.querySelectorAll<AgentActionElement>("agent-action");
    action!.available = () => {
      throw new Error("no");
    };
    other!.execute = () => undefined;
    const { error } = console;
    console.error = () => undefined;
    await settled();
    expect(toldOf(id).reason()).to.equal("when-error");
    expect(await call("view:f.page.other")).to.have.property("status", "ok");
    console.error = error;
  });

  it("is one version with the arrival, also where it cannot be used", async () => {
    const root = await pageWith(windowed(`<button id="other">x</button>`));
    const version = () => Number(findRegistry().getVersion());
    const before = version();
    root
      .querySelector("agent-window")!
      .insertAdjacentHTML("beforeend", `<button id="it" hidden>Go</button>${act()}`);
    await settled();
    expect(toldOf(id).reason()).to.equal("not-shown");
    expect(version() - before).to.equal(1);
  });
});
