import { expect, fixture, html } from "@open-wc/testing";
import fc from "fast-check";
import { bindObservation } from "../../../components/binding/binding.js";

/**
 * For ordinary markup Chromium's own `innerText` is the model. Told apart on purpose, and levelled or left out here:
 * - a `p` is one line break away from its neighbours for us, and two for the browser, even where it stands in a line;
 * - white space at the ends of lines;
 * - controls, which `innerText` leaves out and a person sees;
 * - what `text-transform` does to letters, and shadow trees, which `innerText` does not know;
 * - text that is transparent, clipped or off the screen, which `innerText` gives, and with `content-visibility: auto` that
 *   which was not drawn yet, which it does not give;
 * - a block that is not visible ends a line on the screen, and not in `innerText`; a space after `wbr` is gone in it.
 */
function levelled(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/[ \t]+/g, " ").trim())
    .filter((line) => line !== "");
}

const text = fc.constantFrom("one", "two words", " three ", "\n  four\n", " ", "", "a\u00a0b", "é", "5 <6>");
const inline = ["span", "b", "a", "code", "label"];
const block = ["div", "h2", "ul", "li", "section", "pre", "blockquote", "article"];
const styles = [
  ...["", "", "", "", "", "display: none", "display: inline"],
  ...["display: block", "display: contents", "display: flex", "white-space: pre"],
  ...["display: grid", "overflow: auto; height: 30px", "position: relative", "opacity: 0.5"],
];

const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    text.map((value) => document.createTextNode(value)),
    fc.constantFrom("br", "script", "style", "template", "hr").map((tag) => {
      const element = document.createElement(tag);
      if (tag === "script") Object.assign(element, { type: "text/plain", textContent: "no" });
      return element;
    }),
    fc
      .record({
        tag: fc.constantFrom(...inline, ...block),
        style: fc.constantFrom(...styles),
        hidden: fc.nat(9),
        children: fc.array(tie("tree"), { maxLength: 4 }),
      })
      .map(({ tag, style, hidden, children }) => {
        const element = document.createElement(tag);
        if (style) element.setAttribute("style", style);
        element.hidden = hidden === 0;
        // Clones: fast-check uses a value again while it shrinks.
        element.append(...children.map((child) => child.cloneNode(true)));
        return element;
      }),
  ),
}));

/** WebKit forgets the line break after a block in an inline element. */
const inChromium = /Chrome\//.test(navigator.userAgent) ? it : it.skip;

describe("the text of ordinary markup", () => {
  inChromium("has the lines that the browser gives", async function () {
    this.timeout(30_000);
    const place = await fixture<HTMLElement>(html`<div></div>`);
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 5 }), async (nodes) => {
        // A new one each time: in one that was laid out before, Chromium may lose a space after `display: contents`.
        const root = document.createElement("div");
        root.append(...nodes.map((node) => node.cloneNode(true)));
        place.replaceChildren(root);
        const read = (await bindObservation(root).read({ limit: 4_000 })) as { text: string };
        expect(levelled(read.text), root.innerHTML).to.deep.equal(levelled(root.innerText));
      }),
      { numRuns: 300 },
    );
  });
});
