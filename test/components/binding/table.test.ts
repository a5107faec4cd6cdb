import { expect, fixture, html } from "@open-wc/testing";
import { bindObservation } from "../../../components/binding/binding.js";
import { checkSchema, fromJsonSchema } from "../../../src/schema/index.js";
import { refused } from "./run.js";

async function read(content: ReturnType<typeof html>, input?: { offset?: number; limit?: number }) {
  const root = await fixture(html`<div>${content}</div>`);
  const binding = bindObservation(root, "table");
  const result = await binding.read(input);
  checkSchema(binding.inputSchema()!);
  expect(fromJsonSchema(binding.outputSchema()).parse(result)).to.deep.equal(result);
  return result as {
    columns: string[];
    rows: Record<string, string>[];
    total: number;
    truncated: boolean;
    next?: number;
  };
}

describe("an observation of a table", () => {
  it("gives rows by the names of the columns", async () => {
    const result = await read(html`
      <table>
        <caption>
          Cart
        </caption>
        <thead>
          <tr>
            <th>Item</th>
            <th>Count</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Tea</td>
            <td>2</td>
          </tr>
          <tr>
            <td>Coffee <b>beans</b></td>
            <td>1</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th>Total</th>
            <td>3</td>
          </tr>
        </tfoot>
      </table>
    `);
    expect(result).to.deep.equal({
      caption: "Cart",
      columns: ["Item", "Count"],
      rows: [
        { Item: "Tea", Count: "2" },
        { Item: "Coffee beans", Count: "1" },
        { Item: "Total", Count: "3" },
      ],
      total: 3,
      truncated: false,
    });
  });

  it("takes a first row of headings for the head, and numbers columns without a name", async () => {
    expect(
      (
        await read(
          html`<table>
            <tr>
              <th></th>
              <th>A</th>
              <th>A</th>
            </tr>
            <tr>
              <th>r</th>
              <td>1</td>
              <td>2</td>
            </tr>
          </table>`,
        )
      ).rows,
    ).to.deep.equal([{ "column 1": "r", A: "1", "A 2": "2" }]);
    expect(
      await read(
        html`<table>
          <tr>
            <td>1</td>
            <td>2</td>
          </tr>
          <tr>
            <td>3</td>
          </tr>
        </table>`,
      ),
    ).to.deep.equal({
      columns: ["column 1", "column 2"],
      rows: [{ "column 1": "1", "column 2": "2" }, { "column 1": "3" }],
      total: 2,
      truncated: false,
    });
  });

  it("follows cells over several columns and rows", async () => {
    const result = await read(html`
      <table>
        <thead>
          <tr>
            <th rowspan="2">Item</th>
            <th colspan="2">Price</th>
          </tr>
          <tr>
            <th>net</th>
            <th>gross</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td rowspan="2">Tea</td>
            <td>1</td>
            <td>2</td>
          </tr>
          <tr>
            <td>3</td>
            <td>4</td>
          </tr>
          <tr>
            <td colspan="2">All</td>
            <td>6</td>
          </tr>
        </tbody>
      </table>
    `);
    expect(result.columns).to.deep.equal(["Item", "Price net", "Price gross"]);
    expect(result.rows).to.deep.equal([
      { Item: "Tea", "Price net": "1", "Price gross": "2" },
      { Item: "Tea", "Price net": "3", "Price gross": "4" },
      { Item: "All", "Price gross": "6" },
    ]);
  });

  it("leaves out hidden rows, hidden columns and hidden text", async () => {
    const result = await read(html`
      <table>
        <tr>
          <th>A</th>
          <th hidden>Secret</th>
          <th>B</th>
        </tr>
        <tr>
          <td>1</td>
          <td hidden>x</td>
          <td>2<span hidden>3</span></td>
        </tr>
        <tr hidden>
          <td>4</td>
          <td hidden>x</td>
          <td>5</td>
        </tr>
        <tr style="visibility: collapse">
          <td>6</td>
          <td hidden>x</td>
          <td>7</td>
        </tr>
      </table>
    `);
    expect(result).to.deep.equal({
      columns: ["A", "B"],
      rows: [{ A: "1", B: "2" }],
      total: 1,
      truncated: false,
      unseenCharacters: 1,
    });
  });

  it("reads what stands in the controls of a cell, but for the sensitive", async () => {
    const { rows } = await read(html`
      <table>
        <tr>
          <th>A</th>
          <th>B</th>
          <th>C</th>
          <th>D</th>
        </tr>
        <tr>
          <td>Count <input type="number" value="2" /><input type="hidden" value="no" /></td>
          <td>
            <select>
              <option>x</option>
              <option selected>Yes</option>
            </select>
          </td>
          <td><input type="checkbox" checked /></td>
          <td><input type="password" value="secret" /></td>
        </tr>
      </table>
    `);
    expect(rows).to.deep.equal([{ A: "Count 2", B: "Yes", C: "checked", D: "withheld" }]);
  });

  it("keeps the rows of a table inside a cell in that cell", async () => {
    const { total, rows } = await read(html`
      <table>
        <tr>
          <th>A</th>
        </tr>
        <tr>
          <td>
            <table>
              <tr>
                <td>in</td>
                <td>ner</td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    `);
    expect([total, rows]).to.deep.equal([1, [{ A: "in\tner" }]]);
  });

  it("can be read on where it was cut", async () => {
    const content = html`
      <table>
        <thead>
          <tr>
            <th>N</th>
          </tr>
        </thead>
        <tbody>
          ${Array.from(
            { length: 120 },
            (_, index) =>
              html`<tr>
                <td>${index}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    `;
    const first = await read(content);
    expect([first.rows.length, first.total, first.truncated, first.next]).to.deep.equal([50, 120, true, 50]);
    const last = await read(content, { offset: 100 });
    expect([last.rows.length, last.truncated, last.next]).to.deep.equal([20, false, undefined]);
    expect(last.rows[0]).to.deep.equal({ N: "100" });
    expect((await read(content, { offset: 3, limit: 1 })).rows).to.deep.equal([{ N: "3" }]);
  });

  it("reads what would be seen where the author lets it be read out of sight", async () => {
    const root = await fixture(html`
      <div hidden>
        <table hidden>
          <tr>
            <td>1</td>
          </tr>
          <tr hidden>
            <td>2</td>
          </tr>
        </table>
      </div>
    `);
    const result = await bindObservation(root, "table", { background: true }).read();
    expect(result).to.deep.include({ rows: [{ "column 1": "1" }] });
  });

  it("reads a grid that is made of roles, with cells over several columns", async () => {
    const result = await read(html`
      <div role="grid">
        <div role="rowgroup">
          <div role="row">
            <span role="columnheader">Item</span><span role="columnheader">Net</span
            ><span role="columnheader">Gross</span>
          </div>
        </div>
        <div role="rowgroup">
          <div role="row">
            <span role="rowheader">Tea</span>
            <div><span role="gridcell">1</span><span role="gridcell">2</span></div>
          </div>
          <div role="row" hidden><span role="gridcell">secret</span></div>
          <div role="row"><span role="cell" aria-colspan="2">All</span><span role="cell">3</span></div>
        </div>
      </div>
    `);
    expect(result).to.deep.equal({
      columns: ["Item", "Net", "Gross"],
      rows: [
        { Item: "Tea", Net: "1", Gross: "2" },
        { Item: "All", Gross: "3" },
      ],
      total: 2,
      truncated: false,
    });
  });

  it("says how many rows there are where the page keeps only some, and which these are", async () => {
    const content = (count: number) => html`
      <table aria-rowcount=${count}>
        <thead>
          <tr aria-rowindex="1">
            <th>N</th>
          </tr>
        </thead>
        <tr aria-rowindex="41">
          <td>40</td>
        </tr>
        <tr aria-rowindex="42">
          <td>41</td>
        </tr>
      </table>
    `;
    expect(await read(content(1_001))).to.deep.equal({
      columns: ["N"],
      rows: [{ N: "40" }, { N: "41" }],
      total: 1_000,
      truncated: true,
      firstRowIndex: 41,
    });
    expect(await read(content(-1))).to.include({ total: 2, truncated: true });
    expect(await read(content(3))).to.include({ total: 2, truncated: false });
  });

  it("gives fewer rows where they are long, and cuts the only one that is too long", async () => {
    const row = (size: number) =>
      html`<tr>
        <td>${"é".repeat(size)}</td>
      </tr>`;
    const many = await read(
      html`<table>
        ${[1, 2, 3, 4].map(() => row(4_000))}
      </table>`,
    );
    expect([many.rows.length, many.total, many.next]).to.deep.equal([2, 4, 2]);
    const one = await read(
      html`<table>
        ${row(40_000)}
      </table>`,
    );
    expect(one).to.include({ total: 1, truncated: false, shortened: true });
    expect(one.rows[0]!["column 1"]).to.match(/^é{1000,11999}…$/);
  });

  it("is found in an open shadow root", async () => {
    const host = await fixture(html`<div></div>`);
    host.attachShadow({ mode: "open" }).innerHTML = "<table><tr><td>1</td></tr></table>";
    const result = await bindObservation(host, "table").read();
    expect(result).to.deep.include({ rows: [{ "column 1": "1" }] });
  });

  it("is unavailable where there is no table", async () => {
    const root = await fixture(html`<p>x</p>`);
    const binding = bindObservation(root, "table");
    expect(binding.unavailableReason()).to.equal("no-table");
    expect((await refused(binding.read())).message).to.contain("NOT EXECUTED");
  });
});
