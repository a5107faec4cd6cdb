import { expect } from "@open-wc/testing";
import { actionWith, id, one, problems, quietly, taken } from "./page.js";
import { call } from "../../helpers/page.js";

const names = () => Object.keys(taken()?.properties ?? {});

describe("agent-param in another", () => {
  it("is a member of an object", async () => {
    expect(
      await one(
        'type="object"',
        '<agent-param name="x" type="number" required></agent-param><p><agent-param name="y"></agent-param></p>',
      ),
    ).to.deep.equal({
      type: "object",
      properties: { x: { type: "number" }, y: { type: "string" } },
      required: ["x"],
      additionalProperties: false,
    });
  });

  it("is the items of an array, without a name", async () => {
    expect(
      await one(
        'type="array" maxlength="2"',
        '<agent-param type="object"><agent-param name="x" enum="1,2"></agent-param></agent-param>',
      ),
    ).to.deep.equal({
      type: "array",
      maxItems: 2,
      items: {
        type: "object",
        properties: { x: { type: "string", enum: ["1", "2"] } },
        additionalProperties: false,
      },
    });
    expect(problems()).to.deep.equal([undefined, undefined, undefined]);
  });

  it("is left out behind the first one of an array", async () => {
    const items = '<agent-param type="integer"></agent-param><agent-param name="b"></agent-param>';
    expect(await one('type="array"', items)).to.deep.equal({ type: "array", items: { type: "integer" } });
    expect(problems()).to.deep.equal([undefined, undefined, "duplicate"]);
  });

  it("wins over items, which is reported", async () => {
    expect(
      await one('type="array" items="number"', '<agent-param type="integer"></agent-param>'),
    ).to.deep.equal({ type: "array", items: { type: "integer" } });
    expect(problems()).to.deep.equal(["bad-value", undefined]);
  });

  it("needs an object or an array around", async () => {
    expect(await one("", '<agent-param name="x"></agent-param>')).to.equal(undefined);
    expect(problems()[0]).to.equal("unclosed-tag");
  });

  it("takes the action down with it, from any depth", async () => {
    await one('type="object"', '<agent-param name="x" type="number" min="a"></agent-param>');
    expect(taken()).to.equal(undefined);
    expect(problems()).to.deep.equal([undefined, "bad-value"]);
    expect(document.querySelector("agent-action")!.problem?.message).to.contain('name="x"');
  });

  it("is reported where objects are nested deeper than schemas may be", async () => {
    let params = '<agent-param name="a"></agent-param>';
    for (let level = 0; level < 9; level++)
      params = `<agent-param name="a" type="object">${params}</agent-param>`;
    const action = await actionWith(params);
    expect(taken()).to.equal(undefined);
    expect(action.problem?.code).to.equal("bad-schema");
  });
});

describe("agent-param among others", () => {
  it("keeps a name for the first in the document, until it leaves", async () => {
    const action = await actionWith(`
      <agent-param name="a" type="integer"></agent-param>
      <agent-param name="a" type="boolean"></agent-param>`);
    expect(taken()?.properties).to.deep.equal({ a: { type: "integer" } });
    expect(problems()).to.deep.equal([undefined, "duplicate"]);
    action.firstElementChild!.remove();
    await quietly();
    expect(taken()?.properties).to.deep.equal({ a: { type: "boolean" } });
    expect(problems()).to.deep.equal([undefined]);
  });

  for (const name of ["", "a b", "é", "x".repeat(65)]) {
    it(`cannot have the name "${name.slice(0, 5)}"`, async () => {
      const action = await actionWith(`<agent-param name="${name}"></agent-param>`);
      expect(taken()).to.equal(undefined);
      expect([action.problem?.code, ...problems()]).to.deep.equal(["bad-id", "bad-id"]);
    });
  }

  it("may be called as what every object has", async () => {
    await actionWith(
      `<agent-param name="__proto__"></agent-param><agent-param name="constructor"></agent-param>`,
    );
    expect(names()).to.deep.equal(["__proto__", "constructor"]);
  });
});

describe("a sensitive agent-param", () => {
  for (const [params, path, input] of [
    ['<agent-param name="a" type="integer" sensitive="false"></agent-param>', "a", { a: "secret" }],
    [
      '<agent-param name="a" type="array"><agent-param type="integer" sensitive></agent-param></agent-param>',
      "a[0]",
      { a: ["secret"] },
    ],
    [
      '<agent-param name="a" type="object"><agent-param name="b.c" type="integer" sensitive></agent-param></agent-param>',
      "a.b.c",
      { a: { "b.c": "secret" } },
    ],
  ] as const) {
    it(`is told by its place alone: ${path}`, async () => {
      await actionWith(params);
      const result = await call(id, JSON.parse(JSON.stringify(input)));
      expect(result.status === "error" && result.error.code).to.equal("INVALID_INPUT");
      expect(JSON.stringify(result)).not.to.contain("secret");
      expect(JSON.stringify(result)).to.contain(path);
    });
  }

  it("is named to policies, which mask what they log", async () => {
    const action = await actionWith('<agent-param name="a" sensitive></agent-param>');
    const seen: unknown[] = [];
    action.policies = [
      {
        name: "look",
        onInvoke: ({ sensitive }, next) => {
          seen.push(...sensitive);
          return next();
        },
      },
    ];
    action.execute = () => null;
    await quietly();
    await call(id, { a: "x" });
    expect(seen).to.deep.equal(["a"]);
  });
});
