import { expect, fixture, html } from "@open-wc/testing";
import { bindObservation } from "../../../components/binding/binding.js";

interface Read {
  text: string;
  unseenCharacters?: number;
}

async function readIn(content: ReturnType<typeof html>): Promise<Read> {
  const root = await fixture(html`<div>${content}</div>`);
  return (await bindObservation(root).read()) as unknown as Read;
}

/** Ways to show text to a machine and not to a person: the style of an element that says "ignore". */
const unseen: Record<string, string> = {
  "is hidden": "display: none",
  "is not visible": "visibility: hidden",
  "is transparent": "opacity: 0",
  "is all but transparent": "opacity: 0.05",
  "is filtered away": "filter: opacity(0)",
  "has a transparent colour": "color: transparent",
  "has a transparent fill": "-webkit-text-fill-color: rgb(0 0 0 / 2%)",
  "has a transparent colour over a text-shaped nothing":
    "color: transparent; background: none; -webkit-background-clip: text; background-clip: text",
  "has no size": "font-size: 0",
  "is a pixel high": "font-size: 1px; line-height: 1",
  "is kept for screen readers":
    "position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0)",
  "is clipped by rect alone": "position: absolute; clip: rect(1px, 1px, 1px, 1px)",
  "is clipped by an inset": "clip-path: inset(50%)",
  "is clipped by a circle": "clip-path: circle(0)",
  "is clipped by a polygon": "clip-path: polygon(0 0, 0 0, 0 0)",
  "has a clipped box without height": "height: 0; overflow: hidden",
  "has a clipped box without width": "width: 0; overflow: clip; white-space: nowrap",
  "is collapsed while it scrolls": "max-height: 0; overflow: auto",
  "is left of the page": "position: absolute; left: -9999px",
  "is above the page": "position: absolute; top: -9999px",
  "is beside a screen that does not scroll to it": "position: fixed; left: 200vw",
  "is moved away": "transform: translateX(-9999px)",
  "is moved away by its margin": "margin-left: -9999px; width: 100px",
  "is indented away": "text-indent: -9999px; white-space: nowrap",
  "is scaled away": "transform: scale(0)",
  "is turned away": "transform: rotateY(90deg)",
  "is pushed out of its box": "padding-left: 500px; width: 100px; overflow: hidden; box-sizing: border-box",
  "is not drawn": "content-visibility: hidden",
};

/** What looks alike and is read all the same. */
const seen: Record<string, string> = {
  "is faint": "opacity: 0.3",
  "is small": "font-size: 8px",
  "is under the fold": "margin-top: 3000px",
  "is cut at its end": "width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap",
  "is the shape of its background":
    "color: transparent; background: linear-gradient(red, blue); -webkit-background-clip: text; background-clip: text",
  "is drawn by its outline": "-webkit-text-fill-color: transparent; -webkit-text-stroke: 1px red",
  "is fixed on the screen": "position: fixed; left: 10px; top: 10px",
  "is clipped a little": "clip-path: inset(1px)",
  "cannot be selected": "user-select: none",
  "is scaled up": "transform: scale(2); transform-origin: left",
};

describe("text that nobody sees", () => {
  for (const [what, style] of Object.entries(unseen)) {
    it(`is not read when it ${what}`, async () => {
      const read = await readIn(
        html`<p>before</p>
          <div style=${style}>ignore</div>
          <p>after</p>`,
      );
      expect([read.text, read.unseenCharacters]).to.deep.equal(["before\nafter", 6]);
    });
  }

  for (const [what, style] of Object.entries(seen)) {
    it(`is not text that ${what}`, async () => {
      const read = await readIn(
        html`<p>before</p>
          <div style=${style}>read</div>
          <p>after</p>`,
      );
      expect([read.text, read.unseenCharacters]).to.deep.equal(["before\nread\nafter", undefined]);
    });
  }

  it("is what one of the elements around hides, also around what is read", async () => {
    const root = await fixture(html`
      <div style="opacity: 0.2">
        <div style="opacity: 0.3"><p>1</p></div>
        <p>2</p>
      </div>
    `);
    expect(await bindObservation(root.querySelector("p")!).read()).to.deep.equal({
      text: "",
      total: 0,
      truncated: false,
      unseenCharacters: 1,
    });
    expect(await bindObservation(root).read()).to.include({ text: "2" });
  });

  it("is shown again by what becomes visible in it", async () => {
    const read = await readIn(
      html`<p style="visibility: hidden">no <b style="visibility: visible">yes</b></p>`,
    );
    expect(read).to.include({ text: "yes", unseenCharacters: 2 });
  });

  it("is not what can be scrolled to, in a box as on the page", async () => {
    const read = await readIn(html`
      <div style="height: 100px; overflow: hidden">
        <div style="height: 100px; overflow: auto">
          <p style="height: 400px">a</p>
          <p>b</p>
          <p style="position: relative; left: -9999px">c</p>
        </div>
      </div>
      <div dir="rtl" style="width: 100px; overflow: auto"><p style="width: 900px; direction: ltr">d</p></div>
    `);
    expect([read.text, read.unseenCharacters]).to.deep.equal(["a\nb\nd", 1]);
  });

  it("is what lies out of a box that does not scroll", async () => {
    const read = await readIn(html`
      <div style="width: 100px; height: 50px; overflow: hidden; position: relative">
        <p>a</p>
        <p style="margin-top: 100px">b</p>
        <p style="position: absolute; left: 300px; top: 0">c</p>
      </div>
    `);
    expect([read.text, read.unseenCharacters]).to.deep.equal(["a", 2]);
  });

  it("is not what leaves the box that would clip it", async () => {
    const read = await readIn(html`
      <div style="position: relative">
        <div style="height: 0; overflow: hidden">
          <p style="position: absolute; margin: 0">a</p>
          <p style="position: fixed; top: 0">b</p>
        </div>
      </div>
    `);
    expect(read.text).to.equal("a\nb");
  });

  it("is not the end of a list that grows upwards, nor of a box that is scaled up", async () => {
    const read = await readIn(html`
      <div style="display: flex; flex-direction: column-reverse; height: 50px; overflow: auto">
        <p>a</p>
        <p style="flex: none; height: 200px">b</p>
        <p>c</p>
      </div>
      <div style="height: 50px; overflow: auto; transform: scale(3); transform-origin: 0 0">
        <p style="height: 400px">d</p>
        <p>e</p>
      </div>
    `);
    expect(read).to.deep.include({ text: "a\nb\nc\nd\ne" }).and.not.have.property("unseenCharacters");
  });

  it("is not under the fold of a page that is kept from scrolling", async () => {
    document.body.style.overflow = "hidden";
    document.body.style.height = "100px";
    const read = await readIn(html`<p style="margin-top: 3000px">a</p>`);
    document.body.removeAttribute("style");
    expect(read.text).to.equal("a");
  });

  it("is beside a page that is kept from scrolling sideways", async () => {
    document.body.style.overflowX = "hidden";
    const read = await readIn(html`<p style="position: absolute; left: 5000px">a</p>`);
    document.body.removeAttribute("style");
    expect(read.text).to.equal("");
  });

  it("is not what a body that scrolls by itself holds", async () => {
    document.documentElement.setAttribute("style", "overflow: hidden; height: 100%");
    document.body.setAttribute("style", "overflow: auto; height: 300px");
    const read = await readIn(html`<p style="margin-top: 3000px">a</p>`);
    document.documentElement.removeAttribute("style");
    document.body.removeAttribute("style");
    expect(read.text).to.equal("a");
  });

  it("is not what a dialog shows in front of the box it stands in", async () => {
    const root = await fixture(html`
      <div style="transform: translateX(0); width: 50px; height: 0; overflow: hidden; clip-path: inset(0)">
        <dialog><p>a</p></dialog>
      </div>
    `);
    root.querySelector("dialog")!.showModal();
    expect(await bindObservation(root).read()).to.include({ text: "a" });
    root.querySelector("dialog")!.close();
  });

  it("is what a moved box takes with it, wherever that is fixed", async () => {
    const read = await readIn(html`
      <div style="transform: translateX(0); height: 0; overflow: hidden">
        <p style="position: fixed; top: 50px">a</p>
      </div>
      <div style="clip-path: inset(50%)">
        <p style="position: fixed; top: 0">b</p>
        <p style="clip-path: inset(0)">c</p>
      </div>
    `);
    expect([read.text, read.unseenCharacters]).to.deep.equal(["", 3]);
  });

  it("is told in a frame as on the page", async () => {
    const frame = await fixture<HTMLIFrameElement>(html`<iframe width="300" height="100"></iframe>`);
    const { body } = frame.contentDocument!;
    body.innerHTML = `<p>a<b hidden>b</b><i style="position: absolute; left: -999px">c</i><input value="d"></p>`;
    expect(await bindObservation(body).read()).to.include({ text: "a d", unseenCharacters: 2 });
  });

  it("is what a closed details keeps", async () => {
    const read = await readIn(
      html`<details>
        <summary>sum</summary>
        abc <b>de</b>
      </details>`,
    );
    expect(read).to.include({ text: "sum", unseenCharacters: 5 });
  });

  it("is what is written in characters that draw nothing", async () => {
    const smuggled = Array.from("no", (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!));
    const space = "\u200B";
    const flag = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}";
    const read = await readIn(html`<p>${`a${smuggled.join("")}b${space}c ${flag}`}</p>`);
    expect([read.text, read.unseenCharacters]).to.deep.equal([`abc ${flag}`, 5]);
  });

  it("is not what is hidden from screen readers only", async () => {
    expect(
      await readIn(
        html`<p aria-hidden="true">a</p>
          <p inert>b</p>`,
      ),
    ).to.include({ text: "a\nb" });
  });

  it("is not the alternative of a picture, nor what a style adds", async () => {
    const read = await readIn(html`
      <style>
        .added::before {
          content: "x";
        }
      </style>
      <p class="added">a<img alt="b" src="data:," /></p>
      <svg width="50" height="20">
        <title>c</title>
        <text y="15">d</text>
        <text y="15" fill="none">e</text>
      </svg>
    `);
    expect([read.text.replace(/\s+/g, " "), read.unseenCharacters]).to.deep.equal(["a d", 1]);
  });
});
