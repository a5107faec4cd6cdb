import { expect } from "@open-wc/testing";
import { showUnseen } from "../../../components/element/visible-characters.js";

describe("unseen characters", () => {
  for (const [name, text, shown] of [
    ["a bidi override", "pay \u202Egro.live", "pay ⟨U+202E⟩gro.live"],
    ["a bidi isolate", "a\u2066b\u2069", "a⟨U+2066⟩b⟨U+2069⟩"],
    ["zero width", "pay\u200Bpal\uFEFF", "pay⟨U+200B⟩pal⟨U+FEFF⟩"],
    ["a soft hyphen", "pay\u00ADpal", "pay⟨U+00AD⟩pal"],
    ["tags, which can carry a whole message", "hi\u{E0041}", "hi⟨U+E0041⟩"],
    ["fillers that look like nothing", "\u3164\u2800", "⟨U+3164⟩⟨U+2800⟩"],
    ["controls", "a\u0000b\u001B[0m", "a⟨U+0000⟩b⟨U+001B⟩[0m"],
    ["a lone surrogate", "a\uD800", "a⟨U+D800⟩"],
    ["a joiner between Latin letters", "pay\u200Dpal", "pay⟨U+200D⟩pal"],
    ["a variation selector after a letter", "a\uFE0F", "a⟨U+FE0F⟩"],
  ] as const) {
    it(`shows ${name}`, () => expect(showUnseen(text)).to.equal(shown));
  }

  for (const [name, text] of [
    ["Persian with a joiner", "می\u200Cخواهم"],
    ["Hindi with a joiner", "क्\u200Dष"],
    ["a family of emoji", "👩\u200D👧\u200D👦"],
    ["emoji with a skin and a sex", "🧑🏽\u200D💻"],
    ["a heart in colour", "❤\uFE0F"],
    ["Hebrew, accents and signs", "שלום é e\u0301 € 漢字"],
  ] as const) {
    it(`leaves ${name} as it is`, () => expect(showUnseen(text)).to.equal(text));
  }

  it("makes one line of text that belongs on one", () =>
    expect(showUnseen("a\n\tb\r\nc")).to.equal("a  b  c"));

  it("keeps line breaks where they are shown, of every kind", () => {
    expect(showUnseen("a\n\tb\r\nc\rd", true)).to.equal("a\n\tb\nc\nd");
    expect(showUnseen("a\u2028b", true)).to.equal("a⟨U+2028⟩b");
  });
});
