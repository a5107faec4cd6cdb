/** Surfaces with many components, as a page with long lists would have them: few types, many instances. */
import {
  action,
  createAgentSurfaceRegistry,
  createAgentToolset,
  defineAgentComponent,
  emptyObjectSchema,
  fromJsonSchema,
  observation,
} from "agent-tags";

export const consumer = { id: "bench", kind: "test" };

const types = 20;

const row = fromJsonSchema({
  type: "object",
  properties: { title: { type: "string" }, done: { type: "boolean" } },
  required: ["title", "done"],
  additionalProperties: false,
});
const rename = fromJsonSchema({
  type: "object",
  properties: { title: { type: "string", maxLength: 200 } },
  required: ["title"],
  additionalProperties: false,
});

export const capabilitiesEach = 4;

/**
 * A component of four capabilities.
 * @param {number} number Tells it apart.
 * @param {(place: number) => (() => boolean) | undefined} [whenOf] The `when` of its capability at a place, 0 to 3.
 */
export function component(number, whenOf = () => undefined) {
  const when = (place) => {
    const predicate = whenOf(place);
    return predicate && { when: predicate };
  };
  return defineAgentComponent({
    type: `list.row-${number % types}`,
    instanceId: `n${number}`,
    description: "A row of a list.",
    observations: {
      read: observation({
        description: "Reads the row.",
        output: row,
        read: () => ({ title: "A row", done: false }),
        ...when(0),
      }),
      readHistory: observation({
        description: "Reads what was done to the row.",
        output: row,
        read: () => ({ title: "Made", done: true }),
        ...when(1),
      }),
    },
    actions: {
      toggle: action({
        description: "Marks the row as done, or as not done.",
        input: emptyObjectSchema,
        effect: "local-state",
        execute: () => undefined,
        ...when(2),
      }),
      rename: action({
        description: "Gives the row another title.",
        input: rename,
        effect: "local-state",
        execute: () => undefined,
        ...when(3),
      }),
    },
  });
}

/** The id of one of the capabilities of `component(number)`. */
export function capabilityId(number, name) {
  return `view:list.row-${number % types}.${name}`;
}

/** A registry with `count` components, and their handles in that order. */
export function surfaceOf(count, whenOf) {
  const registry = createAgentSurfaceRegistry();
  const handles = Array.from({ length: count }, (_, number) =>
    registry.register(component(number, whenOf && ((place) => whenOf(number * capabilitiesEach + place)))),
  );
  return { registry, handles };
}

export function toolsetOf(registry) {
  return createAgentToolset(registry, { consumer, topology: "embedded" });
}

/** `howMany` numbers below `count`, evenly spread. */
export function spread(count, howMany) {
  return Array.from({ length: howMany }, (_, index) => Math.floor((index * count) / howMany));
}

/** A function whose promise is fulfilled by the next notice of a toolset. */
export function noticesOf(toolset) {
  let told;
  toolset.subscribe(() => told?.());
  return () => new Promise((resolve) => (told = resolve));
}
