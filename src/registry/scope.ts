/** Whether a component type lies in a scope of prefixes, by whole segments; an empty scope is everything. */
export function inScope(type: string, scope: readonly string[] | undefined): boolean {
  if (!scope || scope.length === 0) return true;
  return scope.some((prefix) => type === prefix || type.startsWith(`${prefix}.`));
}

/** Whether any of the types does; `undefined` stands for types in every scope. */
export function anyInScope(
  types: readonly string[] | undefined,
  scope: readonly string[] | undefined,
): boolean {
  return !types || types.some((type) => inScope(type, scope));
}
