/** The document `app://windows` (windows.md): what a consumer may know of the windows. */
import type { LiveComponent, RegistryCatalog } from "../registry/catalog.js";
import type { AgentConsumer } from "../values/consumer.js";
import { componentOf, windowId } from "../values/ids.js";
import { copyJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import { maskSensitive } from "../values/sensitive.js";
import type { Modals } from "./modals.js";
import type { AgentWindowDescriptor } from "./types.js";

export interface Described {
  readonly catalog: RegistryCatalog;
  readonly modals: Modals;
  versionOf(id: string): number;
}

export function describeWindow(
  { catalog, modals, versionOf }: Described,
  { id: registrationId, shape, definition }: LiveComponent,
  consumer: AgentConsumer,
): AgentWindowDescriptor | undefined {
  if (!catalog.isVisible(shape, consumer)) return undefined;
  const id = windowId(shape);
  const modal = modals.named(id);
  const isKnown = (one: string | undefined) => {
    const component = componentOf(one);
    return component !== undefined && catalog.isVisible(component, consumer);
  };
  const parent = shape.parent && windowId(shape.parent);
  const blockers = modals.blockersOf(id);
  const state = stateOf(catalog, definition.state, shape.sensitive, id);
  return Object.freeze({
    id,
    type: shape.type,
    instanceId: shape.instanceId,
    ...(shape.label !== undefined && { label: shape.label }),
    description: shape.description,
    kind: !modal ? "window" : modal.isApp ? "app-modal" : "modal",
    owner: modal && !modal.isApp && isKnown(modal.owner) ? modal.owner : null,
    parent: parent !== undefined && isKnown(parent) ? parent : null,
    operable: blockers.length === 0,
    blockedBy: Object.freeze(blockers.filter(isKnown)),
    version: versionOf(id),
    ...(state !== undefined && { state }),
    withheld: shape.sensitive,
    capabilities: Object.freeze(
      catalog
        .entries(registrationId, consumer)
        .filter(({ available }) => available)
        .map((entry) => entry.shape.id),
    ),
  });
}

/** What never leaves is masked. A state that cannot be read is told to the operator alone. */
export function stateOf(
  catalog: RegistryCatalog,
  read: (() => JsonValue) | undefined,
  sensitive: readonly string[],
  id: string,
): JsonValue | undefined {
  if (!read) return undefined;
  try {
    return copyJson(maskSensitive(copyJson(read()), sensitive));
  } catch (cause) {
    catalog.report(new Error(`The state of "${id}" could not be read.`, { cause }));
    return undefined;
  }
}
