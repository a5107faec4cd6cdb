/** What windows and capabilities say to each other. Small and duck-typed: they may come from two copies of the library. */
import type {
  AgentActionDefinition,
  AgentObservationDefinition,
  AgentSurfaceRegistry,
  JsonValue,
} from "../../src/index.js";
import type { Problem } from "../element/problem.js";

/** Something of a page that an agent may read or do. */
export type Capability = {
  /** Where it stands in the document. */
  readonly element: Element;
  readonly name: string;
  /** Why it cannot be used now, or `undefined`. */
  unavailableReason(): string | undefined;
  /** What its window found wrong with it, or `undefined`. */
  refuse(problem: Problem | undefined): void;
} & (
  | { readonly kind: "action"; readonly definition: AgentActionDefinition<JsonValue, JsonValue | void> }
  | { readonly kind: "observation"; readonly definition: AgentObservationDefinition<JsonValue> }
);

export interface WindowHost {
  /** Where it is registered, or would be. */
  readonly registry: AgentSurfaceRegistry | undefined;
  /** Its place in the registry, for the windows inside it; `undefined` while it has none. */
  readonly identity: { type: string; instanceId: string } | undefined;
  /** Stays usable while it is not shown. */
  readonly background: boolean;
  /** Whether it is a modal, or in one: what runs there usually ends it. */
  readonly inModal: boolean;
  /** Why nothing in it can be used now, the windows around it included, or `undefined`. */
  unavailableReason(): string | undefined;
  /** Tells a window inside of it that this may have changed. Gives what ends it. */
  follow(inner: { recheckAll(): void }): () => void;
  /** Offers a capability in place of the one that this element offered before. */
  offer(capability: Capability): void;
  /** Takes back what this element offered. */
  withdraw(element: Element): void;
  /** Its availability may have changed. */
  recheck(element: Element): void;
  /** The person changed something in what is bound there. */
  edited(): void;
}
