import { expect, fixture, html } from "@open-wc/testing";
import "../../../components/all.js";
import type { AgentObservationElement, AgentReadEvent } from "../../../components/index.js";
import { call, errorCode, offered, output, printed, settled, toolNamed } from "../../helpers/page.js";

const id = "view:o.window.look";

async function page(content: ReturnType<typeof html>): Promise<HTMLElement> {
  const root = await fixture<HTMLElement>(
    html`<agent-window type="o.window" description="A window">${content}</agent-window>`,
  );
  await settled();
  return root;
}

describe("agent-observation", () => {
  it("reads a table as rows by the names of its columns", async () => {
    await page(html`
      <table id="cart">
        <thead>
          <tr>
            <th>Item</th>
            <th>Price</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Tea</td>
            <td>4.50</td>
          </tr>
        </tbody>
      </table>
      <agent-observation name="look" description="The cart" for="cart" as="table"></agent-observation>
    `);
    expect(await output(id)).to.deep.equal({
      columns: ["Item", "Price"],
      rows: [{ Item: "Tea", Price: "4.50" }],
      total: 1,
      truncated: false,
    });
  });

  it("reads what a person can see as text, now and not as it was", async () => {
    const root = await page(html`
      <p id="total">12 <span hidden>secret</span></p>
      <agent-observation name="look" description="The total" for="total"></agent-observation>
    `);
    expect(await output(id)).to.deep.include({ text: "12" });
    root.querySelector("p")!.textContent = "13";
    expect(await output(id)).to.deep.include({ text: "13" });
  });

  it("can be read on where it was cut", async () => {
    await page(html`
      <p id="long">abcdef</p>
      <agent-observation name="look" description="Text" for="long" max-length="4"></agent-observation>
    `);
    expect(await output(id)).to.deep.equal({ text: "abcd", total: 6, truncated: true, next: 4 });
    expect(await output(id, { offset: 4 })).to.deep.equal({ text: "ef", total: 6, truncated: false });
    expect(await errorCode(id, { offset: -1 })).to.equal("INVALID_INPUT");
  });

  it("is read by the property read before everything else", async () => {
    await page(html`
      <p id="total">12</p>
      <agent-observation
        name="look"
        description="The total"
        for="total"
        .read=${() => ({ total: 12 })}
      ></agent-observation>
    `);
    expect(await output(id)).to.deep.equal({ total: 12 });
  });

  it("is answered by a listener of agent-read", async () => {
    const root = await page(
      html`<agent-observation name="look" description="The total"></agent-observation>`,
    );
    root.addEventListener("agent-read", (event: AgentReadEvent) => {
      event.respondWith(Promise.resolve([1, 2]));
    });
    expect(await output(id)).to.deep.equal([1, 2]);
  });

  it("says that nobody answers", async () => {
    await page(html`<agent-observation name="look" description="The total"></agent-observation>`);
    const result = await call(id);
    expect(result.status === "error" && result.error.message).to.contain('<agent-observation name="look">');
  });

  it("is untrusted unless it says otherwise", async () => {
    const root = await page(html`
      <p id="total">12</p>
      <agent-observation name="look" description="The total" for="total" trusted="false"></agent-observation>
    `);
    expect(toolNamed(id).annotations).to.include({ readOnly: true, untrusted: true });
    root.querySelector<AgentObservationElement>("agent-observation")!.setAttribute("trusted", "");
    await settled();
    expect(toolNamed(id).annotations.untrusted).to.equal(false);
  });

  it("is unavailable while its target is not shown", async () => {
    const root = await page(html`
      <p id="total">12</p>
      <agent-observation name="look" description="The total" for="total"></agent-observation>
    `);
    root.querySelector("p")!.hidden = true;
    await settled();
    expect(toolNamed(id)).to.include({ available: false, unavailableReason: "not-shown" });
  });

  it("reads another way when `as` changes", async () => {
    const root = await page(html`
      <table id="t">
        <tr>
          <td>1</td>
        </tr>
      </table>
      <agent-observation name="look" description="Numbers" for="t"></agent-observation>
    `);
    expect(await output(id)).to.have.property("text");
    root.querySelector("agent-observation")!.setAttribute("as", "table");
    await settled();
    expect(await output(id)).to.have.property("rows");
  });

  it("with an unknown `as` is bad-value and no tool", async () => {
    let root!: HTMLElement;
    const lines = await printed(async () => {
      root = await page(
        html`<agent-observation name="look" description="x" as="picture"></agent-observation>`,
      );
    });
    expect(root.querySelector("agent-observation")!.problem?.code).to.equal("bad-value");
    expect(lines).to.have.length(1);
    expect(offered()).to.deep.equal([]);
  });

  it("leaves and comes back with its element", async () => {
    const root = await page(
      html`<agent-observation name="look" description="x" .read=${() => 1}></agent-observation>`,
    );
    const element = root.querySelector("agent-observation")!;
    element.remove();
    await settled();
    expect(offered()).to.deep.equal([]);
    root.append(element);
    await settled();
    expect(await output(id)).to.equal(1);
  });
});
