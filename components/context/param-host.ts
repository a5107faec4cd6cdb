/** What actions and their params say to each other. Small and duck-typed: they may come from two copies of the library. */
import type { Problem } from "../element/problem.js";

/** What a param's author wrote: texts of attributes, or what a property was set to. */
export interface ParamValues {
  readonly name: unknown;
  readonly type: unknown;
  readonly description: unknown;
  readonly required: unknown;
  readonly enum: unknown;
  readonly min: unknown;
  readonly max: unknown;
  readonly step: unknown;
  readonly minlength: unknown;
  readonly maxlength: unknown;
  readonly pattern: unknown;
  readonly format: unknown;
  readonly default: unknown;
  readonly items: unknown;
  readonly sensitive: unknown;
  readonly allowSensitive: unknown;
}

export interface Param {
  readonly element: Element & ParamValues;
  /** Those inside of it, in the order of the document. */
  inner(): readonly Param[];
  /** What its action found wrong with it, or `undefined`. */
  refuse(problem: Problem | undefined): void;
}

/** An action, or a param with params inside. */
export interface ParamHost {
  /** A param came, or says something else. */
  offer(param: Param): void;
  withdraw(param: Param): void;
}
