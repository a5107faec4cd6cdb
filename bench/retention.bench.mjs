/** A call whose handler never answers: what it keeps from being collected. */
import { action, createAgentSurfaceRegistry, defineAgentComponent, emptyObjectSchema } from "agent-tags";
import { collect } from "./lib/heap.mjs";
import { nextTask } from "./lib/race.mjs";
import { capabilityId, component, consumer } from "./lib/surface.mjs";

export const engines = ["Node"];

const count = 100;

function hanging(keep) {
  return defineAgentComponent({
    type: "bench.hanging",
    description: "Never answers.",
    actions: {
      wait: action({
        description: "Waits for ever.",
        input: emptyObjectSchema,
        effect: "local-state",
        timeoutMs: 600_000,
        // The page holds on to it, as it would to a request under way.
        execute: () => new Promise((resolve) => keep.push(resolve)),
      }),
    },
  });
}

/** Mounts, calls and unmounts others; gives weak references to what they were made of. */
async function others(registry) {
  const refs = [];
  for (let number = 0; number < count; number++) {
    const definition = component(number);
    const handle = registry.register(definition);
    const input = { title: `Title ${number}` };
    const request = { capabilityId: capabilityId(number, "rename"), instanceId: `n${number}`, input };
    const result = await registry.invoke(request, { consumer });
    if (result.status !== "ok") throw new Error(result.error.message);
    handle.unregister();
    refs.push(...[definition, handle, input, request].map((object) => new WeakRef(object)));
  }
  return refs;
}

const alive = (refs) => refs.filter((ref) => ref.deref() !== undefined).length;

export async function run() {
  const registry = createAgentSurfaceRegistry();
  const resolvers = [];
  let own = hanging(resolvers);
  let handle = registry.register(own);
  const call = registry.invoke({ capabilityId: "view:bench.hanging.wait", input: {} }, { consumer });
  const refs = await others(registry);
  const total = refs.length;
  await nextTask();
  await collect();
  const whileItHangs = alive(refs);
  const ownRefs = [own, handle].map((object) => new WeakRef(object));
  handle.unregister();
  const { status } = await call;
  own = handle = undefined;
  await nextTask();
  await collect();
  const afterItsEnd = alive(ownRefs);
  if (status !== "error" || resolvers.length !== 1) throw new Error("it did not hang");
  registry.dispose();
  return [
    {
      figure: "What a hanging call keeps alive of 100 components that were called and left",
      value: whileItHangs,
      unit: "objects",
      maxValue: 0,
      baseline: "all of them",
      ratio: whileItHangs / total,
    },
    {
      figure: "What its handler, still hanging, keeps alive of its own component after that left",
      value: afterItsEnd,
      unit: "objects",
      maxValue: 0,
      baseline: "definition and handle",
      ratio: afterItsEnd / ownRefs.length,
    },
  ];
}
