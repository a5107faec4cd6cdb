/** The providing half of the context protocol, where providers come after those who ask them. */
import { ContextEvent, createContext } from "@lit/context";
import { expect } from "@open-wc/testing";
import { Provider } from "../../../components/context/provider.js";
import { task } from "../../helpers/page.js";
import { place } from "./pages.js";

const context = createContext<string>(Symbol("a test"));

function provide(host: EventTarget, value: string): Provider<string> {
  const provider = new Provider(host, context, () => value);
  provider.listen();
  return provider;
}

function ask(consumer: Element, heard: (value: string) => void): void {
  consumer.dispatchEvent(new ContextEvent(context, consumer, heard, true));
}

/** Two elements that each hold one who asks. */
async function twoInside() {
  const outer = await place();
  outer.innerHTML = "<p><b></b></p><div><i></i></div>";
  provide(outer, "outer");
  const [one, other] = outer.children as unknown as [Element, Element];
  return { one, other };
}

describe("a provider that comes late", () => {
  it("takes over those inside of it, and nobody else, once for all that come in a task", async () => {
    const { one, other } = await twoInside();
    const heard: string[] = [];
    ask(one.firstElementChild!, (value) => heard.push(`one: ${value}`));
    ask(other.firstElementChild!, (value) => heard.push(`other: ${value}`));
    provide(one, "near").announce();
    await task();
    provide(other, "nearer").announce();
    await task();
    expect(heard).to.deep.equal(["one: outer", "other: outer", "one: near", "other: nearer"]);
  });

  it("is not missed where it comes with the answer of another one", async () => {
    const { one, other } = await twoInside();
    const heard: string[] = [];
    ask(other.firstElementChild!, (value) => heard.push(value));
    ask(one.firstElementChild!, (value) => {
      if (value === "near") provide(other, "nearer").announce();
    });
    provide(one, "near").announce();
    await task();
    expect(heard).to.deep.equal(["outer", "nearer"]);
  });
});
