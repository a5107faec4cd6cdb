/** The order of components wherever they are listed: priority, type, instance; never that of mounting (004, "Snapshot"). */
export interface Placed {
  readonly priority: number;
  readonly type: string;
  readonly instanceId: string;
}

/** Below 0 where `one` comes first, above 0 where `other` does. */
export function compare(one: Placed, other: Placed): number {
  if (one.priority !== other.priority) return other.priority - one.priority;
  if (one.type !== other.type) return one.type < other.type ? -1 : 1;
  if (one.instanceId !== other.instanceId) return one.instanceId < other.instanceId ? -1 : 1;
  return 0;
}

/** Where the first that does not come before `item` stands in a sorted list: a binary search. */
export function placeIn<T>(list: readonly T[], placedOf: (one: T) => Placed, item: Placed): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(placedOf(list[middle]!), item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
