import { expect, fixture, html, oneEvent } from "@open-wc/testing";
import { findRegistry, version } from "../../../components/index.js";
import { freshTag, printed, toolsOf } from "../../helpers/page.js";
import { kinds, made, written } from "./kinds.js";
import { modelContext } from "./model-context.js";
import { around, fill, page, place, quietly } from "./pages.js";

const moves: Record<string, (element: Element, to: Element) => void> = {
  append: (element, to) => {
    to.append(element);
  },
  insertBefore: (element, to) => {
    to.insertBefore(element, to.firstChild);
  },
  "remove and append": (element, to) => {
    element.remove();
    to.append(element);
  },
  moveBefore: (element, to) => {
    if ("moveBefore" in to) (to as { moveBefore(node: Node, child: null): void }).moveBefore(element, null);
    else (to as Element).append(element);
  },
};

/** As the engine of the newest has it. */
const hasScopedRegistries = (() => {
  try {
    return "customElementRegistry" in Element.prototype && !!new CustomElementRegistry();
  } catch {
    return false;
  }
})();

const doubled = (lists: string[][]) => lists.map((list) => [...list].sort());

for (const kind of kinds) {
  describe(`${kind.tag}, whatever happens to it`, () => {
    const { tag } = kind;
    const here = (mark: string) => kind.here(mark);
    const away = (mark: string) => kind.away(mark);

    it("is here when it is connected, gone when it leaves, and here again once", async () => {
      const { here: at, element } = await page(kind);
      expect(await kind.seen(at)).to.deep.equal(here("a"));
      await quietly(() => {
        element.remove();
      });
      expect(await kind.seen(at)).to.deep.equal(away("a"));
      await quietly(() => {
        at.append(element);
      });
      expect(await kind.seen(at)).to.deep.equal(here("a"));
      expect(element.problem).to.equal(undefined);
    });

    for (const [way, move] of Object.entries(moves)) {
      it(`keeps its registration and a running call where it is moved with ${way}`, async () => {
        const { here: at, element } = await page(kind);
        const scope = element.matches("agent-surface") ? element.firstElementChild! : at;
        const registry = findRegistry(scope);
        const callable = () =>
          toolsOf(registry).find(({ capabilityId }) => !capabilityId.endsWith(".dismiss"))!;
        const tool = callable();
        let finish!: (value: string) => void;
        const handler = () => new Promise<string>((resolve) => (finish = resolve));
        const isAround = (one: Element) => one.contains(element) || element.contains(one);
        const handling = [...document.querySelectorAll("agent-action, agent-observation")].filter(
          (one) => isAround(one) || tag === "agent-webmcp",
        );
        for (const one of handling) Object.assign(one, { execute: handler, read: handler });
        await quietly();
        const events: string[] = [];
        const running = tool.execute({}, {});
        const stop = registry.subscribe(({ type }) => events.push(type));
        const to = at.appendChild(document.createElement("p"));
        const lines = await quietly(() => {
          move(element, to);
        });
        expect(events).to.deep.equal([]);
        expect(callable().registrationId).to.equal(tool.registrationId);
        expect(await kind.seen(tag === "agent-surface" ? to : at)).to.deep.equal(here("a"));
        finish("done");
        const result = await running;
        expect(result.status === "ok" && result.output).to.equal("done");
        stop();
        expect(lines).to.deep.equal([]);
        if (tag === "agent-modal")
          expect(element.shadowRoot!.querySelector("dialog")!.matches(":modal")).to.equal(true);
      });
    }

    it("survives 20 mounts and unmounts in one task", async () => {
      const { here: at, element } = await page(kind);
      const lines = await quietly(() => {
        for (let cycle = 0; cycle < 20; cycle++) {
          element.remove();
          at.append(element);
        }
      });
      expect(await kind.seen(at)).to.deep.equal(here("a"));
      expect(lines).to.deep.equal([]);
    });

    for (const [way, move] of Object.entries(moves)) {
      it(`belongs to the surface that it is moved into with ${way}, and back`, async () => {
        const root = await place();
        fill(root, "<agent-surface></agent-surface><agent-surface></agent-surface>");
        const [one, other] = root.children as unknown as [Element, Element];
        const { here: first, element } = await page(kind, "a", one);
        const second = await around(kind, "b", other);
        for (const [at, from, mark, old] of [
          [second, first, "b", "a"],
          [first, second, "a", "b"],
        ] as const) {
          const lines = await quietly(() => {
            move(element, at);
          });
          expect(await kind.seen(at)).to.deep.equal(here(mark));
          if (tag !== "agent-webmcp") expect(await kind.seen(from)).to.deep.equal(away(old));
          expect(lines).to.deep.equal([]);
        }
      });
    }

    it("is in each of two surfaces, side by side", async () => {
      const root = await place();
      fill(root, "<agent-surface></agent-surface><agent-surface></agent-surface>");
      const places: HTMLElement[] = [];
      const lines = await quietly(async () => {
        for (const [index, surface] of [...root.children].entries()) {
          places.push((await page(kind, "ab"[index], surface)).here);
        }
      });
      const lists = await Promise.all(places.map(async (at) => kind.seen(at)));
      const expected =
        tag === "agent-webmcp" ? [1, 2].map(() => [...here("a"), ...here("b")]) : ["a", "b"].map(here);
      expect(doubled(lists)).to.deep.equal(doubled(expected));
      expect(lines).to.deep.equal([]);
    });

    it("is found in nested and closed shadow roots", async () => {
      const at = await around(kind);
      const root = at.attachShadow({ mode: "closed" });
      const host = root.appendChild(document.createElement("div"));
      const inner = host.attachShadow({ mode: "open" }).appendChild(document.createElement("div"));
      const place = inner.attachShadow({ mode: "closed" }).appendChild(document.createElement("p"));
      const lines = await quietly(() => {
        fill(place, written(kind));
      });
      expect(await kind.seen(place)).to.deep.equal(here("a"));
      expect(lines).to.deep.equal([]);
      await quietly(() => {
        inner.remove();
      });
      expect(await kind.seen(at)).to.deep.equal(away("a"));
    });

    for (const way of ["attributes", "properties"] as const) {
      it(`takes ${way} that were there before its class was defined`, async () => {
        const at = await around(kind);
        const late = freshTag();
        if (way === "attributes") fill(at, written(kind, late));
        else at.append(made(kind, late));
        await quietly();
        expect(await kind.seen(at)).to.deep.equal(kind.undefined ?? away("a"));
        const lines = await quietly(() => {
          (class extends kind.Class {}).define(late);
        });
        expect(await kind.seen(at)).to.deep.equal(here("a"));
        expect(lines).to.deep.equal([]);
        expect(at.firstElementChild).not.to.have.any.keys(...Object.keys(kind.attributes));
      });
    }

    it("takes properties of an element that was never in a document before its class was defined", async () => {
      const at = await around(kind);
      const late = freshTag();
      const element = made(kind, late);
      (class extends kind.Class {}).define(late);
      await quietly(() => {
        at.append(element);
      });
      expect(await kind.seen(at)).to.deep.equal(here("a"));
    });

    it("works under another tag", async () => {
      const at = await around(kind);
      const other = freshTag();
      (class extends kind.Class {}).define(other);
      await quietly(() => {
        fill(at, written(kind, other));
      });
      expect(await kind.seen(at)).to.deep.equal(here("a"));
    });

    it("keeps the class of its tag, without a word, where the same release defines it again", async () => {
      const before = customElements.get(tag);
      const lines = await printed(() => {
        (class extends kind.Class {}).define(tag);
      });
      expect(customElements.get(tag)).to.equal(before);
      expect(lines).to.deep.equal([]);
    });

    it("has nothing added to it, its attributes or its content", async () => {
      const { here: at } = await page(kind);
      expect(at.innerHTML).to.equal(written(kind));
    });

    it("is held where a clone of it stands beside, and the clone takes over", async () => {
      const { here: at, element } = await page(kind);
      const clone = element.cloneNode(true) as typeof element;
      const lines = await quietly(() => {
        at.append(clone);
      });
      expect(element.problem).to.equal(undefined);
      expect(clone.problem?.code).to.equal(kind.clash);
      expect(lines).to.have.length(kind.clash ? 1 : 0);
      const both = kind.clash ? here("a") : [...here("a"), ...here("a")];
      expect(await kind.seen(at)).to.deep.equal(both);
      const mended = kind.clash && oneEvent(clone, "agent-problem");
      await quietly(() => {
        element.remove();
      });
      await mended;
      expect(clone.problem).to.equal(undefined);
      expect(await kind.seen(at)).to.deep.equal(here("a"));
    });

    it("goes to another document with a node that is adopted, and back, and looks there as here", async () => {
      const { here: at, element } = await page(kind);
      const box = element.parentElement!;
      const look = (one: Element) => getComputedStyle(one).display;
      const before = look(element);
      const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`);
      const elsewhere = frame.contentDocument!;
      modelContext(elsewhere);
      const there = await around(kind, "b", elsewhere.body);
      const lines = await quietly(() => {
        there.append(element);
      });
      expect(element.ownerDocument).to.equal(elsewhere);
      expect(await kind.seen(at)).not.to.include.members(here("a"));
      expect(await kind.seen(there)).to.deep.equal(here("b"));
      expect(look(element)).to.equal(before);
      lines.push(
        ...(await quietly(() => {
          box.append(element);
        })),
      );
      expect(await kind.seen(at)).to.deep.equal(here("a"));
      expect(look(element)).to.equal(before);
      expect(lines).to.deep.equal([]);
    });

    (hasScopedRegistries ? it : it.skip)("works in a registry of a shadow root", async () => {
      const at = await around(kind);
      const registry = new CustomElementRegistry();
      const scoped = freshTag();
      (class extends kind.Class {}).define(scoped, registry);
      for (const { Class, tag } of kinds) Class.define(tag, registry);
      const root = at.attachShadow({ mode: "closed", customElementRegistry: registry });
      const lines = await quietly(() => {
        root.innerHTML = `<section>${written(kind, scoped)}</section>`;
      });
      expect(await kind.seen(root.firstElementChild!)).to.deep.equal(here("a"));
      expect(customElements.get(scoped)).to.equal(undefined);
      expect(lines).to.deep.equal([]);
    });
  });
}

it("says once that a copy came too late, and names both releases", async () => {
  class Older extends HTMLElement {}
  Object.defineProperty(Older, Symbol.for("agent-tags/release"), { value: "0.0.1" });
  const registry = { get: () => Older } as unknown as CustomElementRegistry;
  const lines = await printed(() => {
    for (const { tag, Class } of kinds) (class extends Class {}).define(tag, registry);
  });
  expect(lines).to.have.length(1);
  expect(lines[0]).to.contain("0.0.1").and.to.contain(version);
});
