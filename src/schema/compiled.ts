/** What a compiled place of a schema is. */
import type { Copy } from "../values/json.js";

/**
 * Validates and copies in one go: the copy is fresh and has its defaults. Reports what does not fit; the copy counts
 * only where nothing was reported. `depth` counts the containers around the value.
 */
export type Check = Copy;

export interface Compiled {
  readonly check: Check;
  /** The kinds of values that may pass: never too few. */
  readonly kinds: number;
  /** What it expects, in words. */
  readonly wanted: string;
  /** The values that it is limited to, if it is. */
  readonly literals: readonly unknown[] | undefined;
  /** Its default, or that of the definition it refers to. */
  readonly preset: unknown;
  /** The values that required properties are limited to: what can tell the branches of a union apart. */
  readonly tags: ReadonlyMap<string, readonly unknown[]>;
}

export interface Measured extends Compiled {
  /** Levels of nested schemas below, with references followed. */
  readonly height: number;
}
