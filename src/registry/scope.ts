/** Whether a component type lies in a scope of prefixes, by whole segments; an empty scope is everything. */
export function inScope(type: string, scope: readonly string[] | undefined): boolean {
  if (!scope || scope.length === 0) return true;
  return scope.some((prefix) => type === prefix || type.startsWith(`${prefix}.`));
}
