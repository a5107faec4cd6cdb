/** A modal opens on a window and closes again, beside many others, while a toolset listens; and an app-modal over all. */
import { createAgentToolset, createWindows } from "agent-tags";
import { race } from "./lib/race.mjs";
import { capabilitiesEach, component, consumer, noticesOf, surfaceOf } from "./lib/surface.mjs";

const ops = 20;
const modal = { type: "list.modal", description: "Asks something." };

/** Windows as an exposer sees them; modals open on the last one. */
function pageOf(count) {
  const { registry } = surfaceOf(count);
  const windows = createWindows(registry);
  const owner = windows.open(component(count));
  const toolset = createAgentToolset(registry, { consumer, topology: "remote", includeUnavailable: false });
  const notice = noticesOf(toolset);
  /** Tools that were told of, by what happened. */
  const told = { added: 0, removed: 0, changed: 0 };
  toolset.subscribe((_tools, changes) => {
    for (const kind of Object.keys(told)) told[kind] += changes[kind].length;
  });
  const blink = async (open) => {
    const opened = open();
    await notice();
    opened.close();
    await notice();
  };
  return {
    told,
    onOwner: () => blink(() => owner.openModal(modal)),
    overAll: () => blink(() => windows.openAppModal(modal)),
  };
}

/** How many tools travel for a modal that opens and closes. @throws {Error} where it is not exactly the difference. */
async function toldByOne({ told, onOwner }) {
  Object.assign(told, { added: 0, removed: 0, changed: 0 });
  await onOwner();
  // `dismiss` comes and goes, the owner's tools go and come.
  const each = capabilitiesEach + 1;
  const { added, removed, changed } = told;
  if (added !== each || removed !== each || changed > 0) {
    throw new Error(`${added} tools added, ${removed} removed and ${changed} changed, in place of ${each}.`);
  }
  return added + removed;
}

export async function run({ rounds }) {
  const few = pageOf(10);
  const many = pageOf(10_000);
  const blinks = (page) => ({
    ops,
    async run() {
      for (let op = 0; op < ops; op++) await page.onOwner();
    },
  });
  const times = await race(
    { few: blinks(few), many: blinks(many), app: { ops: 1, run: () => many.overAll() } },
    { rounds },
  );
  return [
    {
      figure: "A modal opens and closes, each with a notice of a toolset; 10 other windows",
      value: times.median("few"),
      unit: "µs",
    },
    {
      figure: "The same; 10,000 other windows",
      value: times.median("many"),
      unit: "µs",
      baseline: "with 10",
      ratio: times.ratio("many", "few"),
      maxRatio: 2,
    },
    {
      figure: "Tools that travel for it; 10,000 other windows",
      value: await toldByOne(many),
      unit: "",
      maxValue: 2 * (capabilitiesEach + 1),
    },
    {
      figure: "An app-modal opens and closes over 10,000 windows",
      value: times.median("app"),
      unit: "µs",
    },
  ];
}
