import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import { call, errorCode, offered, output, printed, settled, toolNamed } from "../../helpers/page.js";

const id = "view:r.window.act";

async function page(content: ReturnType<typeof html>): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(
    html`<agent-window type="r.window" description="A window">${content}</agent-window>`,
  );
  await settled();
  return root;
}

describe("agent-action on an unkind page", () => {
  for (const name of [
    "matches",
    "hasAttribute",
    "checkVisibility",
    "ownerDocument",
    "getRootNode",
    "localName",
    "assignedSlot",
    "parentNode",
    "parentElement",
    "isConnected",
    "contains",
    "nextSibling",
    "elements",
    "requestSubmit",
    "getAttribute",
  ]) {
    it(`fills and submits a form with a control named ${name}`, async () => {
      const seen: unknown[] = [];
      await page(html`
        <form
          id="f"
          @submit=${(event: SubmitEvent) => {
            event.preventDefault();
            seen.push(new FormData(event.target as HTMLFormElement).get(name));
          }}
        >
          <input name=${name} /><button>Go</button>
        </form>
        <agent-action name="act" description="Act" for="f"></agent-action>
      `);
      expect(await output(id, { [name]: "x" })).to.deep.equal({ values: { [name]: "x" } });
      expect(seen).to.deep.equal(["x"]);
    });
  }

  it("keeps the others' availability where one cannot be asked, and names it", async () => {
    const root = await page(html`
      <agent-action
        name="act"
        description="Act"
        .available=${() => {
          throw new Error("not today");
        }}
      ></agent-action>
      <agent-action name="other" description="Other"></agent-action>
    `);
    const lines = await printed(async () => {
      root.querySelectorAll("agent-action")[1]!.disabled = true;
      await settled();
      expect(offered()).to.deep.equal([]);
    });
    expect(toolNamed(id).unavailableReason).to.equal("when-error");
    expect(lines.join()).to.contain('<agent-action name="act">');
  });

  it("tells the list of what only a call found out", async () => {
    await page(html`
      <button id="go">Go</button>
      <agent-action name="act" description="Act" for="go"></agent-action>
    `);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("#go { display: none }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    expect(await errorCode(id)).to.equal("CAPABILITY_NOT_AVAILABLE");
    await settled();
    expect(offered()).to.deep.equal([]);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });

  for (const timeout of ["3000000000", "Infinity"]) {
    it(`waits for its handler with a timeout of ${timeout}`, async () => {
      await page(html`
        <agent-action
          name="act"
          description="Act"
          timeout=${timeout}
          .execute=${async () => {
            await settled();
            return "done";
          }}
        ></agent-action>
      `);
      expect(await output(id)).to.equal("done");
    });
  }

  it("answers a long submit with a short echo", async () => {
    await page(html`
      <form id="f" @submit=${(event: Event) => event.preventDefault()}>
        <textarea name="text"></textarea><button>Go</button>
      </form>
      <agent-action name="act" description="Act" for="f"></agent-action>
    `);
    const result = await call(id, { text: "x".repeat(50_000) });
    expect(result.status).to.equal("ok");
    expect(result.status === "ok" && result.output).to.deep.include({ shortened: ["text"] });
  });

  it("says that it stays where a link opens elsewhere", async () => {
    await page(html`
      <a id="go" href="about:blank" download @click=${(event: Event) => event.preventDefault()}>Save</a>
      <agent-action name="act" description="Act" for="go"></agent-action>
    `);
    expect(await output(id)).to.deep.equal({ done: true });
  });
});
