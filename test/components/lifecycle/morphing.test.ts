import { expect, fixture, html } from "@open-wc/testing";
import { Idiomorph } from "idiomorph";
import "../../../components/all.js";
import { findRegistry } from "../../../components/index.js";
import type { AgentActionElement } from "../../../components/index.js";
import { createAgentToolset } from "../../../src/index.js";
import { offered, settled, toolsOf } from "../../helpers/page.js";
import { modelContext } from "./model-context.js";
import { quietly } from "./pages.js";

interface Words {
  name?: string;
  text?: string;
  schema?: string;
  more?: string;
  param?: string;
}

/** A page as a server renders it. */
function rendered({
  name = "add",
  text = "Adds one",
  schema = "integer",
  more = "",
  param = "",
}: Words = {}) {
  return `<agent-webmcp></agent-webmcp>
    <agent-window type="m.cart" label="Cart">
      <form id="coupon"><label>Code <input name="code" required></label><button>Apply</button></form>
      <agent-action name="apply" description="Applies a code" for="coupon"></agent-action>
      <agent-action name="${name}" description="${text}" schema='{"properties":{"count":{"type":"${schema}"}}}'></agent-action>
      <agent-action name="pick" description="Picks one"><agent-param name="id" required ${param}></agent-param></agent-action>
      <p id="total">Two</p>
      <agent-observation name="read" description="The total" for="total"></agent-observation>${more}
    </agent-window>`;
}

async function page(markup = rendered()): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(html`<main></main>`);
  root.innerHTML = markup;
  for (let count = 0; count < 4; count++) await settled();
  return root;
}

/** What the page does in one task, and what agents are told of it: notices of the surface, and changes of tools by name. */
async function told(change: () => unknown) {
  const registry = findRegistry();
  const toolset = createAgentToolset(registry, {
    consumer: { id: "test", kind: "test" },
    confirmations: "two-phase",
  });
  const changes: string[] = [];
  let notices = 0;
  const stop = registry.subscribe(({ type }) => {
    if (type === "surface-changed") notices += 1;
  });
  toolset.tools();
  toolset.subscribe((_tools, { added, removed, changed }) => {
    for (const [what, tools] of Object.entries({ added, removed, changed }))
      for (const { name } of tools) changes.push(`${what} ${name.split("__").at(-1)}`);
  });
  let browser = 0;
  const count = () => (browser += 1);
  // The browser's notices of what came before are later than it.
  await modelContext(document).getTools();
  modelContext(document).addEventListener("toolchange", count);
  const lines = await quietly(change);
  await modelContext(document).getTools();
  modelContext(document).removeEventListener("toolchange", count);
  stop();
  toolset.dispose();
  expect(lines).to.deep.equal([]);
  return { notices, changes, browser };
}

/** As simple libraries do: the same elements, each attribute taken away and set again. */
function plainMorph(from: Element, to: Element): void {
  for (const name of from.getAttributeNames()) from.removeAttribute(name);
  for (const name of to.getAttributeNames().reverse()) from.setAttribute(name, to.getAttribute(name)!);
  for (const [index, child] of [...from.children].entries()) {
    const other = to.children[index];
    if (other) plainMorph(child, other);
    else child.remove();
  }
}

const morphs: Record<string, (root: HTMLElement, markup: string) => void> = {
  idiomorph: (root, markup) => {
    void Idiomorph.morph(root, markup, { morphStyle: "innerHTML" });
  },
  "a morph that takes every attribute away first": (root, markup) => {
    const template = document.createElement("template");
    template.innerHTML = `<main>${markup}</main>`;
    plainMorph(root, template.content.firstElementChild!);
  },
};

describe("a page that is morphed in place", () => {
  for (const [title, morph] of Object.entries(morphs)) {
    describe(`by ${title}`, () => {
      it("tells nobody of equal content", async () => {
        const root = await page();
        const before = [...root.querySelectorAll("*")];
        expect(await told(() => morph(root, rendered()))).to.deep.equal({
          notices: 0,
          changes: [],
          browser: 0,
        });
        expect([...root.querySelectorAll("*")]).to.deep.equal(before);
      });

      for (const [what, words, changes] of [
        ["name", { name: "put" }, ["added put", "removed add"]],
        ["description", { text: "Adds some" }, ["changed add"]],
        ["schema", { schema: "number" }, ["changed add"]],
        ["param", { param: 'type="integer"' }, ["changed pick"]],
        ["everything at once", { name: "put", text: "Puts", schema: "number" }, ["added put", "removed add"]],
      ] as const) {
        it(`is one notice with another ${what}`, async () => {
          const root = await page();
          const seen = await told(() => morph(root, rendered(words)));
          expect([seen.notices, seen.changes]).to.deep.equal([1, changes]);
        });
      }

      it("takes back what the new page has no more", async () => {
        const root = await page(
          rendered({ more: '<agent-action name="more" description="More" confirm></agent-action>' }),
        );
        expect(offered()).to.include("view:m.cart.more");
        const seen = await told(() => morph(root, rendered()));
        expect([seen.notices, seen.changes]).to.deep.equal([1, ["removed more"]]);
      });
    });
  }

  it("keeps what scripts set on an element that stays", async () => {
    const root = await page();
    const action = root.querySelector<AgentActionElement>('[name="add"]')!;
    action.execute = () => "by the script";
    morphs["idiomorph"]!(root, rendered({ text: "Adds some" }));
    await settled();
    const result = await toolsOf()
      .find(({ capabilityId }) => capabilityId === "view:m.cart.add")!
      .execute({ count: 1 }, {});
    expect(result.status === "ok" && result.output).to.equal("by the script");
  });
});

/** Other elements of the same markup. */
function renew(element: Element): void {
  const { innerHTML } = element;
  element.innerHTML = innerHTML;
}

describe("a page whose markup is replaced", () => {
  it("tells nobody where what is in a window is equal", async () => {
    const root = await page();
    const cart = root.querySelector("agent-window")!;
    const before = cart.querySelector("agent-action");
    expect(await told(() => renew(cart))).to.deep.equal({
      notices: 0,
      changes: [],
      browser: 0,
    });
    expect(cart.querySelector("agent-action")).not.to.equal(before);
  });

  it("changes nothing in the browser where the window is equal too", async () => {
    const root = await page();
    const cart = root.querySelector("agent-window")!;
    const { notices, browser } = await told(() => {
      const { outerHTML } = cart;
      cart.outerHTML = outerHTML;
    });
    expect([notices, browser]).to.deep.equal([1, 0]);
  });

  it("runs what is new, not what was there", async () => {
    const root = await page();
    const cart = root.querySelector("agent-window")!;
    renew(cart);
    cart.querySelector<AgentActionElement>('[name="add"]')!.execute = () => "new";
    await settled();
    const result = await toolsOf()
      .find(({ capabilityId }) => capabilityId === "view:m.cart.add")!
      .execute({ count: 1 }, {});
    expect(result.status === "ok" && result.output).to.equal("new");
  });
});

describe("a list that is put in another order", () => {
  const list = (tag: (key: string) => string) => ["a", "b", "c", "d", "e"].map(tag).join("");
  const windows = list(
    (key) =>
      `<agent-window type="m.item" instance="${key}" label="Item ${key}"><agent-action name="act" description="Act"></agent-action></agent-window>`,
  );
  const actions = `<agent-window type="m.list" label="List">${list(
    (key) => `<agent-action name="${key}" description="Act ${key}"></agent-action>`,
  )}</agent-window>`;

  /** As frameworks do with keys: each is put before the one that has its place already. */
  function reorder(parent: Element, order: readonly number[], isAtomic: boolean): void {
    const children = [...parent.children];
    let before: Element | null = null;
    for (const index of [...order].reverse()) {
      const child = children[index]!;
      if (isAtomic && "moveBefore" in parent)
        (parent as Element & { moveBefore(node: Node, child: Node | null): void }).moveBefore(child, before);
      else parent.insertBefore(child, before);
      before = child;
    }
  }

  for (const isAtomic of [false, true]) {
    it(`changes no tool, with ${isAtomic ? "moveBefore" : "insertBefore"}`, async () => {
      for (const markup of [windows, actions]) {
        const isInWindow = markup === actions;
        const root = await page(`<agent-webmcp></agent-webmcp><div>${markup}</div>`);
        const parent = root.querySelector('[type="m.list"]') ?? root.lastElementChild!;
        const ids = () =>
          Object.fromEntries(toolsOf().map(({ name, registrationId }) => [name, registrationId]));
        const before = ids();
        expect(Object.keys(before)).to.have.length(5);
        const seen = await told(() => {
          reorder(parent, [4, 1, 3, 0, 2], isAtomic);
        });
        // The order in a window is the order in which agents see what is in it.
        expect(seen).to.deep.equal({ notices: isInWindow ? 1 : 0, changes: [], browser: 0 });
        if (!isInWindow) expect(ids()).to.deep.equal(before);
        root.remove();
        await settled();
      }
    });
  }

  it("leaves, comes and moves in one task as one notice", async () => {
    const root = await page(`<agent-webmcp></agent-webmcp><div>${actions}</div>`);
    const parent = root.querySelector('[type="m.list"]')!;
    const seen = await told(() => {
      reorder(parent, [4, 1, 3, 0, 2], false);
      parent.children[1]!.remove();
      parent.insertAdjacentHTML("afterbegin", '<agent-action name="f" description="Act f"></agent-action>');
    });
    expect([seen.notices, seen.changes]).to.deep.equal([1, ["added f", "removed b"]]);
  });
});
