/**
 * A member of a node as its class defines it. A form shows its controls under their names, so that
 * `<input name="matches">` hides the method of that name: nothing of a form may be read from the form itself.
 */
export function own<T extends Node, K extends keyof T>(node: T, member: K): T[K] {
  return Reflect.get(Object.getPrototypeOf(node) as object, member, node);
}
