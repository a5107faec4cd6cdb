/** The panel "What an agent sees": the page's tools as they are now, with a form to call each. Only public API. */
import { findRegistry } from "../dist/agent-tags.js";
import { createAgentToolset } from "../dist/agent-tags.toolset.js";

const state = document.querySelector("#agent-view-state");
const list = document.querySelector("#agent-view-tools");

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

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A scrolling box has to be reached by the keyboard too. */
function box(className, label, role = null) {
  return element("pre", { className, tabIndex: 0, ariaLabel: label, role });
}

function createItem({ name, inputSchema }) {
  const input = element("textarea", { rows: 1, spellcheck: false, value: example(inputSchema) });
  input.ariaLabel = `Input of ${name}, as JSON`;
  const form = element(
    "form",
    {},
    element("label", {}, element("span", { className: "name", textContent: "Input" }), input),
    element("button", { textContent: "Call", ariaLabel: `Call ${name}` }),
  );
  const item = element(
    "li",
    { className: "tool" },
    element("h3", {}, element("code", { textContent: name })),
    element("p", { className: "description" }),
    element("p", { className: "reason" }),
    form,
    box("result", "Result", "status"),
    element(
      "details",
      {},
      element("summary", { textContent: "Input schema" }),
      box("schema", "Input schema"),
    ),
  );
  form.addEventListener("submit", (event) => {
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
}

/** What exposes them is loaded where there is a model context, which takes a moment. */
function showState() {
  const { state: is } = document.querySelector("agent-webmcp").status;
  if (is === "stopped") setTimeout(showState, 50);
  else if (is === "exposed") {
    state.textContent =
      "This browser has a model context. Agents that use it are offered the tools that are available:";
  } else {
    state.textContent =
      "This browser has no model context, so no agent is told. One that has it would be offered:";
  }
}

showState();
show(toolset.tools());
toolset.subscribe(show);
