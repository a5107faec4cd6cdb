import { expect, fixture, html } from "@open-wc/testing";
import { bindObservation } from "../../../components/binding/binding.js";
import { checkSchema, fromJsonSchema } from "../../../src/schema/index.js";
import { refused } from "./run.js";

async function read(content: ReturnType<typeof html>, input?: { offset?: number; limit?: number }) {
  const root = await fixture(html`<div>${content}</div>`);
  const binding = bindObservation(root, "table");
  const result = await binding.read(input);
  checkSchema(binding.inputSchema());
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

  it("is unavailable where there is no table", async () => {
    const root = await fixture(html`<p>x</p>`);
    const binding = bindObservation(root, "table");
    expect(binding.unavailableReason()).to.equal("no-table");
    expect((await refused(binding.read())).message).to.contain("NOT EXECUTED");
  });
});
