/** What is told of the things behind `for`, and who tells. */
export interface TargetWatcher {
  /** The id behind `for`, if any. */
  readonly id: string | undefined;
  /** Whether what happens inside the target matters too, as in a form, and to what belongs to it elsewhere. */
  readonly inside: boolean;
  /** What had that id when it was last looked up; without an id, what is watched. */
  target(): Element | undefined;
  /** Another element has the id, or the inside of the target changed. */
  targetChanged(): void;
  /** The target may be shown, enabled or inert differently. */
  stateChanged(): void;
  /** The person changed a value in it. Capabilities alone are told. */
  edited?(): void;
}

/** All that is watched in one root. */
export interface Watched {
  readonly root: Node;
  readonly watchers: ReadonlySet<TargetWatcher>;
  readonly byTarget: ReadonlyMap<Node, ReadonlySet<TargetWatcher>>;
  /** Tells whoever watches these, or something in them, that it may be in another state. */
  restated(nodes: Iterable<Node>): void;
  /** Watches in another root. Gives what stops it. */
  watchIn(root: Node, watcher: TargetWatcher): () => void;
}

/** What tells of changes that no attribute announces. */
export interface Signals {
  add(target: Element): void;
  delete(target: Element): void;
  end(): void;
}
