/** What mounting and calling leave behind, and what is mounted costs. */
import { createAgentSurfaceRegistry } from "agent-tags";
import { heapInUse } from "./lib/heap.mjs";
import { nextTask } from "./lib/race.mjs";
import { capabilityId, component, consumer, surfaceOf, toolsetOf } from "./lib/surface.mjs";

export const engines = ["Node"];

async function mountAndUnmount(registry, from, times) {
  for (let number = from; number < from + times; number++) {
    registry.register(component(number)).unregister();
    // One notice each, as in a page where they come and go.
    await undefined;
  }
}

async function call(registry, times) {
  for (let number = 0; number < times; number++) {
    const request = { capabilityId: capabilityId(0, "rename"), input: { title: `Title ${number}` } };
    const result = await registry.invoke(request, { consumer });
    if (result.status !== "ok") throw new Error(result.error.message);
  }
}

/** How much more is in use after the second time than after the first, in megabytes. */
async function growthOf(body) {
  await body(0);
  await nextTask();
  const first = await heapInUse();
  await body(1);
  await nextTask();
  return [((await heapInUse()) - first) / 1e6, first / 1e6];
}

async function mountsAndUnmounts(times) {
  const { registry } = surfaceOf(100);
  const toolset = toolsetOf(registry);
  toolset.subscribe(() => undefined);
  const growth = await growthOf((turn) => mountAndUnmount(registry, 1_000 + turn * times, times));
  toolset.dispose();
  return growth;
}

async function invocations(times) {
  const { registry } = surfaceOf(1);
  return growthOf(() => call(registry, times));
}

/** Bytes for each component: the author's definition, the registration, a snapshot, a toolset's tools. */
async function costsOf(mounted) {
  const before = await heapInUse();
  const definitions = Array.from({ length: mounted }, (_, number) => component(number));
  const defined = await heapInUse();
  const registry = createAgentSurfaceRegistry();
  const handles = definitions.map((definition) => registry.register(definition));
  await nextTask();
  const registered = await heapInUse();
  const snapshot = registry.snapshot({ consumer });
  const described = await heapInUse();
  const toolset = toolsetOf(registry);
  toolset.tools();
  const offered = await heapInUse();
  const each = (bytes) => bytes / mounted;
  // Looked at to the end, so that nothing goes before it was counted.
  if (handles.length + snapshot.components.length !== definitions.length * 2) throw new Error("not mounted");
  toolset.dispose();
  return {
    definition: each(defined - before),
    registration: each(registered - defined),
    snapshot: each(described - registered),
    tools: each(offered - described),
  };
}

export async function run({ quick }) {
  // A few first: what the code itself takes when it runs for the first time is no cost of a component.
  await costsOf(100);
  const cost = await costsOf(10_000);
  const times = quick ? 20_000 : 100_000;
  const [mounts, mountsFirst] = await mountsAndUnmounts(times);
  const [calls, callsFirst] = await invocations(times);
  const left = (figure, growth, first) => ({
    figure,
    value: growth,
    unit: "MB",
    maxValue: 2,
    baseline: "heap after the first",
    ratio: growth / first,
  });
  const each = (figure, bytes, maxValue) => ({
    figure,
    value: bytes / 1_000,
    unit: "kB",
    maxValue,
    baseline: "the author's own definition",
    ratio: bytes / cost.definition,
  });
  const number = times.toLocaleString("en");
  return [
    left(`Heap growth in the second ${number} mounts and unmounts`, mounts, mountsFirst),
    left(`Heap growth in the second ${number} invocations`, calls, callsFirst),
    each("A mounted component of 4 capabilities", cost.registration, 2.5),
    each("The same, what a snapshot adds", cost.snapshot),
    each("The same, what a direct toolset adds", cost.tools),
  ];
}
