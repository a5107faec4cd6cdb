import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import {
  AgentActionElement,
  AgentModalElement,
  AgentObservationElement,
  AgentParamElement,
  AgentSurfaceElement,
  AgentWebmcpElement,
  AgentWindowElement,
  findRegistry,
} from "../../../components/index.js";
import { freshTag, printed, settled, toolsOf } from "../../helpers/page.js";
import type { ElementClass } from "./kinds.js";
import { modelContext } from "./model-context.js";

/** Providers and those who ask them, several deep, each with a tag of its own. */
const parts = {
  surface: [AgentSurfaceElement, 'environment="test"'],
  webmcp: [AgentWebmcpElement, ""],
  outer: [AgentWindowElement, 'type="o.outer" label="Outer" disabled-reason="none"'],
  inner: [AgentWindowElement, 'type="o.inner" label="Inner"'],
  modal: [AgentModalElement, 'type="o.modal" label="Modal" owner="o.inner" open'],
  take: [AgentActionElement, 'name="take" description="Take"'],
  list: [AgentParamElement, 'name="list" type="object"'],
  item: [AgentParamElement, 'name="item" type="integer" required'],
  answer: [AgentActionElement, 'name="answer" description="Answer"'],
  read: [AgentObservationElement, 'name="read" description="Read"'],
} as const;

type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

function markup(tags: Record<Part, string>): string {
  const tag = (name: Part, inside = "") => `<${tags[name]} ${parts[name][1]}>${inside}</${tags[name]}>`;
  const inner = tag("inner", tag("take", tag("list", tag("item"))) + tag("read"));
  return tag("surface", tag("webmcp") + tag("outer", inner + tag("modal", tag("answer"))));
}

async function toldTo(browser: Document): Promise<string[]> {
  return (await modelContext(browser).getTools()).map(({ name }) => name).sort();
}

/** All that agents are told of a page whose classes are defined in this order, with time between them. */
async function pageDefinedAs(order: readonly Part[], isOnPageFirst: boolean) {
  const root = await fixture<HTMLElement>(html`<div></div>`);
  const tags = Object.fromEntries(names.map((name) => [name, freshTag()])) as Record<Part, string>;
  const template = document.createElement("template");
  template.innerHTML = markup(tags);
  if (isOnPageFirst) root.append(template.content);
  await printed(async () => {
    for (const name of order) {
      const Class: ElementClass = parts[name][0];
      (class extends Class {}).define(tags[name]);
      await settled();
    }
    if (!isOnPageFirst) root.append(document.importNode(template.content, true));
    for (let count = 0; count < 4; count++) await settled();
  });
  const elements = [...root.querySelectorAll<AgentWindowElement>("*")];
  const { registry } = elements[0] as unknown as AgentSurfaceElement;
  const told = {
    browser: await toldTo(document),
    tools: toolsOf(registry)
      .map(({ name, description, inputSchema, available }) => ({ name, description, inputSchema, available }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    windows: registry
      .snapshot()
      .components.map(({ type, parent }) => `${type} in ${parent?.type}`)
      .sort(),
    outside: toolsOf(findRegistry()).map(({ capabilityId }) => capabilityId),
    problems: elements.map(({ problem }) => problem?.message).filter(Boolean),
  };
  root.remove();
  await settled();
  return told;
}

describe("a page is the same in whatever order its classes are defined", () => {
  const rest = (name: Part) => names.filter((one) => one !== name);
  const orders: Record<string, readonly Part[]> = {
    "from the outside in": names,
    "from the inside out": [...names].reverse(),
  };
  for (const name of names) orders[`with ${name} last`] = [...rest(name), name];
  for (const name of names) orders[`with ${name} first`] = [name, ...rest(name).reverse()];

  let expected: Awaited<ReturnType<typeof pageDefinedAs>>;
  before(async () => {
    expected = await pageDefinedAs(names, false);
  });

  it("and is what its markup says", () => {
    expect(expected.tools.map(({ name, available }) => [name, available])).to.deep.equal([
      ["view_o__inner__read", false],
      ["view_o__inner__take", false],
      ["view_o__modal__answer", true],
      ["view_o__modal__dismiss", true],
    ]);
    expect(JSON.stringify(expected.tools[1]!.inputSchema)).to.contain('"item":{"type":"integer"}');
    expect(expected.windows).to.include("o.inner in o.outer");
    expect(expected.browser).to.deep.equal(["view_o__modal__answer", "view_o__modal__dismiss"]);
    expect([expected.outside, expected.problems]).to.deep.equal([[], []]);
  });

  for (const [title, order] of Object.entries(orders)) {
    it(title, async () => {
      expect(await pageDefinedAs(order, true)).to.deep.equal(expected);
    });
  }
});
