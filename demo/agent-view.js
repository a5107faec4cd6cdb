/** The panel "What an agent sees": the page's tools as they are now, with a form to call each. Only public API. */
import { findRegistry } from "../dist/agent-tags.js";
import { createAgentToolset } from "../dist/agent-tags.toolset.js";

const state = document.querySelector("#agent-view-state");
const list = document.querySelector("#agent-view-tools");
const template = document.querySelector("#agent-view-tool");

const toolset = createAgentToolset(findRegistry(document.querySelector("agent-webmcp")), {
  consumer: { id: "demo panel", kind: "embedded" },
  topology: "embedded",
});

/** The list's items by tool name: what a person typed stays when a tool changes. */
const items = new Map();

function example({ properties = {}, required = [] }) {
  const known = { code: "SAVE10", reason: "Ordered twice", order: "1042", text: "Is the kettle in stock?" };
  return JSON.stringify(
    Object.fromEntries(required.map((name) => [name, known[name] ?? properties[name]?.default ?? ""])),
  );
}

function createItem({ name, inputSchema }) {
  const item = document.importNode(template.content, true).firstElementChild;
  item.querySelector("h3 code").textContent = name;
  item.querySelector("textarea").value = example(inputSchema);
  item.querySelector("textarea").setAttribute("aria-label", `Input of ${name}, as JSON`);
  item.querySelector("button").setAttribute("aria-label", `Call ${name}`);
  item.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void call(name, item);
  });
  return item;
}

async function call(name, item) {
  const result = item.querySelector(".result");
  const tool = toolset.tools().find((candidate) => candidate.name === name);
  try {
    const input = JSON.parse(item.querySelector("textarea").value || "{}");
    result.textContent = "Waiting for the answer.";
    const { status, output, error } = await tool.execute(input);
    result.textContent =
      status === "ok" ? JSON.stringify(output, undefined, 2) : `${error.code}: ${error.message}`;
  } catch (error) {
    result.textContent = `The input is not JSON: ${error.message}`;
  }
}

function fill(item, { description, inputSchema, available, unavailableReason }) {
  item.classList.toggle("unavailable", !available);
  item.querySelector(".description").textContent = description;
  item.querySelector(".reason").textContent = available ? "" : `Not available now: ${unavailableReason}`;
  item.querySelector(".schema").textContent = JSON.stringify(inputSchema, undefined, 2);
  item.querySelector("button").disabled = !available;
}

function show(tools) {
  for (const [name, item] of items) {
    if (tools.some((tool) => tool.name === name)) continue;
    item.remove();
    items.delete(name);
  }
  for (const tool of tools) {
    if (!items.has(tool.name)) items.set(tool.name, createItem(tool));
    const item = items.get(tool.name);
    fill(item, tool);
    if (!item.isConnected) list.append(item);
  }
  const isExposed = document.querySelector("agent-webmcp").status.state === "exposed";
  state.textContent = isExposed
    ? "This browser has a model context. Agents that use it are offered the tools that are available:"
    : "This browser has no model context, so no agent is told. One that has it would be offered:";
}

show(toolset.tools());
toolset.subscribe(show);
