/** Declaring in markup: from parsed HTML to registered, beside elements that only render, and what is left of them. */
import { nextTask, race } from "./lib/race.mjs";
import { noticesOf } from "./lib/surface.mjs";

export const engines = ["Chromium"];

const actions = 1_000;
const cycles = 10_000;

/** The same attributes, as elements of another class: a LitElement with a property for each, and a slot. */
async function definePlain() {
  const { LitElement, html } = await import("lit");
  const names = ["name", "label", "description", "effect", "timeout", "confirm"];
  class PlainElement extends LitElement {
    static properties = Object.fromEntries(names.map((name) => [name, {}]));

    render() {
      return html`<slot></slot>`;
    }
  }
  customElements.define("plain-element", PlainElement);
}

function markup(tag, count) {
  const one = (number) =>
    `<${tag} name="act${number}" label="Act ${number}" description="Does what number ${number} says."` +
    ` effect="local-state" timeout="5000" confirm="never"></${tag}>`;
  return Array.from({ length: count }, (_, number) => one(number)).join("");
}

const windowOf = (number, inner) =>
  `<agent-window type="bench.window" instance="n${number}" label="Window ${number}">${inner}</agent-window>`;

const three = markup("agent-action", 3);

function manyWindows(count) {
  return Array.from({ length: count }, (_, number) => windowOf(number, three)).join("");
}

export async function run({ quick }) {
  await definePlain();
  const { createAgentToolset, findRegistry } = await loadElements();
  const registry = findRegistry();
  const place = document.body.appendChild(document.createElement("div"));

  /** What the registry and a toolset tell from now on, and when there is something. */
  const told = { registrations: 0, versions: 0 };
  registry.subscribe(({ type }) => {
    if (type === "component-registered") told.registrations++;
    if (type === "surface-changed") told.versions++;
  });
  /** Elements settle at the end of the task: the registration is the last thing that a flush does. */
  const registered = (count) =>
    new Promise((resolve) => {
      const stop = registry.subscribe(({ type }) => {
        if (type !== "component-registered" || --count > 0) return;
        stop();
        resolve();
      });
    });
  const fill = async (text, count) => {
    const done = registered(count);
    place.innerHTML = text;
    await done;
  };
  const clear = async () => {
    place.replaceChildren();
    await nextTask();
  };

  const toolset = createAgentToolset(registry, {
    consumer: { id: "bench", kind: "embedded" },
    topology: "embedded",
  });
  const notice = noticesOf(toolset);
  let notices = 0;
  const stop = toolset.subscribe(() => notices++);
  Object.assign(told, { registrations: 0, versions: 0 });
  const inOne = windowOf(0, markup("agent-action", actions));
  const heard = notice();
  await fill(inOne, 1);
  await heard;
  await nextTask();
  const counts = { ...told, notices };
  const { length } = toolset.tools();
  if (length !== actions) throw new Error(`${length} tools are there, in place of ${actions}.`);
  stop();
  toolset.dispose();
  await clear();

  const plain = markup("plain-element", actions);
  const times = await race(
    {
      ours: { ops: 1, run: () => fill(inOne, 1), after: clear },
      plain: {
        ops: 1,
        run: async () => {
          place.innerHTML = plain;
          await place.lastElementChild.updateComplete;
        },
        after: clear,
      },
    },
    { rounds: quick ? 5 : 20 },
  );

  const [some, many] = [1_000, 10_000];
  const windows = (count) => ({ ops: count, run: () => fill(manyWindows(count), count), after: clear });
  const grown = await race(
    { some: windows(some), many: windows(many) },
    { rounds: quick ? 2 : 5, warmUp: 1 },
  );
  return [
    {
      figure: "1,000 `agent-action` in a window, from HTML to registered",
      value: times.median("ours"),
      unit: "µs",
      baseline: "as many LitElements with these attributes",
      ratio: times.ratio("ours", "plain"),
      maxRatio: 3,
    },
    ...Object.entries(counts).map(([what, value]) => ({
      figure: `The same; ${what}`,
      value,
      unit: "",
      maxValue: 1,
    })),
    {
      figure: "A window with 3 actions, from HTML to registered; one of 10,000",
      value: grown.median("many"),
      unit: "µs",
      baseline: "one of 1,000",
      ratio: grown.ratio("many", "some"),
      maxRatio: 1.5,
    },
    ...(await leftovers(place, quick ? 1_000 : cycles)),
  ];
}

/** The bundle, which has everything in it. */
function loadElements() {
  const bundle = "/dist/agent-tags.js";
  return Promise.all([import(bundle), import("agent-tags")]).then(([elements, core]) => ({
    ...core,
    ...elements,
  }));
}

/** Each cycle connects and takes away one of each, moved once in between. */
async function leftovers(place, count) {
  const refs = new Set();
  const gone = new FinalizationRegistry((ref) => refs.delete(ref));
  const text = `<button id="press">Press</button>
    <form id="form"><input name="text"></form>
    <agent-window type="bench.cycle" label="Cycle">
      <agent-action name="press" description="Presses" for="press"></agent-action>
      <agent-action name="fill" description="Fills" for="form"><agent-param name="text"></agent-param></agent-action>
      <agent-observation name="read" description="Reads" for="form" as="form"></agent-observation>
      <agent-modal type="bench.ask" label="Ask"><button>Fine</button></agent-modal>
    </agent-window>`;
  const template = document.createElement("template");
  template.innerHTML = text;
  const cycle = async () => {
    const content = document.importNode(template.content, true);
    for (const element of content.querySelectorAll("*")) {
      const ref = new WeakRef(element);
      refs.add(ref);
      gone.register(element, ref);
    }
    place.append(content);
    await nextTurn();
    place.prepend(place.lastElementChild);
    await nextTurn();
    place.replaceChildren();
    await nextTurn();
  };
  const listeners = countListeners();
  await cycle();
  const before = listeners.now();
  for (let number = 1; number < count; number++) await cycle();
  const more = listeners.now() - before;
  listeners.stop();
  for (let turn = 0; turn < 3; turn++) {
    // Observers of boxes hold what they saw until frames were drawn.
    await new Promise((resolve) => setTimeout(resolve, 300));
    // By itself: with a stack to search for what looks like pointers, everything may stay.
    await globalThis.gc({ type: "major", execution: "async" });
  }
  await nextTask();
  return [
    {
      figure: `Elements alive after ${count.toLocaleString("en")} cycles of connect, move and leave`,
      value: refs.size,
      unit: "",
      maxValue: 0,
    },
    {
      figure: "The same; listeners of document and window that one cycle did not have",
      value: more,
      unit: "",
      maxValue: 0,
    },
  ];
}

/** A task, without the clamping of timers. */
function nextTurn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

/** Counts the listeners of the document and of its window from now on. */
function countListeners() {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const held = new Set();
  const key = (type, listener, options) => {
    const capture = typeof options === "object" ? options?.capture === true : options === true;
    return `${type} ${capture} ${idOf(listener)}`;
  };
  const ids = new WeakMap();
  const idOf = (listener) => {
    if (!ids.has(listener)) ids.set(listener, held.size + Math.random());
    return ids.get(listener);
  };
  const isPage = (target) => target === document || target === window;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (isPage(this) && listener) held.add(key(type, listener, options));
    return addEventListener.call(this, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (isPage(this) && listener) held.delete(key(type, listener, options));
    return removeEventListener.call(this, type, listener, options);
  };
  return {
    now: () => held.size,
    stop() {
      Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
    },
  };
}
