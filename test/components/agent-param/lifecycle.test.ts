import { expect } from "@open-wc/testing";
import { html } from "lit";
import { AgentActionElement, AgentParamElement, findRegistry } from "../../../components/index.js";
import type { JsonSchema } from "../../../src/index.js";
import { freshTag, toolsOf } from "../../helpers/page.js";
import { actionWith, id, page, problems, quietly, taken } from "./page.js";

const names = (): string[] => Object.keys(taken()?.properties ?? {});

/** What happened to the registration meanwhile. */
async function changes(during: () => void): Promise<string[]> {
  const seen: string[] = [];
  const stop = findRegistry().subscribe(({ type }) => seen.push(type));
  during();
  await quietly();
  stop();
  return seen;
}

describe("agent-param comes and goes", () => {
  it("changes its action once a task, whatever happens in it", async () => {
    const action = await actionWith(
      '<agent-param name="a"></agent-param><agent-param name="b"></agent-param>',
    );
    const seen = await changes(() => {
      action.insertAdjacentHTML("beforeend", '<div><agent-param name="c"></agent-param></div>');
      action.firstElementChild!.remove();
      action.querySelector("agent-param")!.setAttribute("type", "integer");
      action.querySelector("agent-param")!.setAttribute("max", "3");
    });
    expect(taken()?.properties).to.deep.equal({
      b: { type: "integer", maximum: 3 },
      c: { type: "string" },
    });
    expect(seen).to.deep.equal(await changes(() => action.setAttribute("description", "Other")));
  });

  it("says nothing new when it is put elsewhere in the same action, or says the same", async () => {
    const action = await actionWith(
      '<agent-param name="a"></agent-param><p></p><agent-param name="b"></agent-param>',
    );
    const seen = await changes(() => {
      action.querySelector("p")!.append(action.firstElementChild!);
      action.lastElementChild!.setAttribute("type", "string");
    });
    expect(seen).to.deep.equal([]);
    expect(names()).to.have.members(["a", "b"]);
  });

  it("is never missing from what is offered first", async () => {
    const root = await page(html``);
    const seen: unknown[] = [];
    const stop = findRegistry().subscribe(() => seen.push(taken()?.required));
    root.innerHTML =
      '<agent-action name="act" description="Act"><agent-param name="a" required></agent-param></agent-action>';
    await quietly();
    stop();
    expect(seen).to.deep.equal(Array(seen.length).fill(["a"]));
    expect(seen).not.to.have.length(0);
  });

  it("moves from one action to another", async () => {
    const action = await actionWith('<agent-param name="a"></agent-param>');
    action.insertAdjacentHTML("afterend", '<agent-action name="other" description="Other"></agent-action>');
    const param = action.firstElementChild!;
    action.nextElementSibling!.append(param);
    await quietly();
    const schemas = Object.fromEntries(
      toolsOf().map(({ capabilityId, inputSchema }) => [capabilityId, inputSchema]),
    ) as Record<string, JsonSchema>;
    expect(schemas[id]?.properties).to.deep.equal({});
    expect(schemas["view:p.window.other"]?.properties).to.deep.equal({ a: { type: "string" } });
  });

  it("follows its action through a move", async () => {
    const action = await actionWith('<agent-param name="a"></agent-param>');
    const seen = await changes(() => {
      const place = document.createElement("section");
      action.before(place);
      place.append(action);
    });
    expect(seen).to.deep.equal([]);
    expect(names()).to.deep.equal(["a"]);
  });

  it("is a problem outside of any action, mended by a move into one and back", async () => {
    const action = await actionWith("");
    const param = document.createElement("agent-param");
    param.setAttribute("name", "a");
    for (const isIn of [false, true, false]) {
      (isIn ? action : action.parentElement!).append(param);
      await quietly();
      expect(names()).to.deep.equal(isIn ? ["a"] : []);
      expect(problems()).to.deep.equal([isIn ? undefined : "no-target"]);
    }
    param.remove();
    await quietly();
    expect(param.problem).to.equal(undefined);
  });

  it("is found through the shadow roots of other elements, closed ones too", async () => {
    const action = await actionWith("<div></div>");
    const root = action.firstElementChild!.attachShadow({ mode: "closed" });
    root.innerHTML = '<agent-param name="a"></agent-param>';
    await quietly();
    expect(names()).to.deep.equal(["a"]);
  });

  it("shows no box, and what it swallowed", async () => {
    const action = await actionWith('<agent-param name="a"><b>text</b></agent-param>');
    expect(getComputedStyle(action.firstElementChild!).display).to.equal("contents");
    expect(action.querySelector("b")!.getClientRects().length).to.equal(1);
  });

  it("adds nothing to its host", async () => {
    const action = await actionWith('<agent-param name="a" min="x"></agent-param>');
    expect(action.innerHTML).to.equal('<agent-param name="a" min="x"></agent-param>');
  });

  it("takes properties that were set before its class was defined, in either order of definition", async () => {
    for (const isActionFirst of [true, false]) {
      const [actionTag, outerTag, innerTag] = [freshTag(), freshTag(), freshTag()];
      const root = await page(html``);
      root.innerHTML = `<${actionTag} name="act" description="Act">
        <${outerTag} name="a" type="object"><${innerTag}></${innerTag}></${outerTag}></${actionTag}>`;
      Object.assign(root.querySelector(innerTag)!, { name: "b", type: "array", items: { type: "boolean" } });
      const defineAction = () => {
        (class extends AgentActionElement {}).define(actionTag);
      };
      const defineParams = () => {
        (class extends AgentParamElement {}).define(innerTag);
        (class extends AgentParamElement {}).define(outerTag);
      };
      for (const define of isActionFirst ? [defineAction, defineParams] : [defineParams, defineAction]) {
        define();
        await quietly();
      }
      expect(taken()?.properties).to.deep.equal({
        a: {
          type: "object",
          properties: { b: { type: "array", items: { type: "boolean" } } },
          additionalProperties: false,
        },
      });
      expect(root.querySelector<AgentParamElement>(innerTag)!.problem).to.equal(undefined);
      root.remove();
      await quietly();
    }
  });

  it("keeps its class where another copy defines the tag again", () => {
    const before = customElements.get("agent-param");
    (class extends AgentParamElement {}).define("agent-param");
    expect(customElements.get("agent-param")).to.equal(before);
  });
});

describe("the sources of an action's schema", () => {
  const script = '<script type="Application/JSON">{"properties":{"script":{}}}</script>';
  const param = '<agent-param name="param"></agent-param>';
  for (const [source, markup, set] of [
    ["input", `${script}${param}`, true],
    ["script", `${script}${param}`, false],
    ["param", param, false],
  ] as const) {
    it(`are taken in order: ${source}`, async () => {
      const action = await actionWith(markup);
      if (set) action.input = { properties: { input: {} } };
      await quietly();
      expect(names()).to.deep.equal([source]);
      const isBeside = source !== "param";
      expect([action.problem?.code, ...problems()]).to.deep.equal(
        isBeside ? ["bad-value", "bad-value"] : [undefined, undefined],
      );
    });
  }

  it("are params again once the schema is gone", async () => {
    const action = await actionWith(param);
    action.schema = '{"properties":{"schema":{}}}';
    await quietly();
    expect(names()).to.deep.equal(["schema"]);
    expect(problems()).to.deep.equal(["bad-value"]);
    action.removeAttribute("schema");
    action.schema = undefined;
    await quietly();
    expect(names()).to.deep.equal(["param"]);
    expect([action.problem, ...problems()]).to.deep.equal([undefined, undefined]);
  });

  it("are nothing at all where there is none", async () => {
    await actionWith("");
    expect(taken()).to.deep.equal({ type: "object", properties: {}, additionalProperties: false });
  });
});
