/** Where a component stands wherever components are listed (004, "Snapshot"). */
export interface Place {
  readonly priority: number;
  readonly type: string;
  readonly instanceId: string;
}

interface Block<T> {
  readonly places: Place[];
  readonly items: T[];
}

/** Few enough to be moved at once, many enough for few blocks. */
const mostInBlock = 256;

/**
 * Items in the order of their components: priority, type, instance; never that of mounting. It is kept in blocks, so
 * that one that comes or goes moves few others, whatever the length.
 */
export class SortedList<T> {
  readonly #blocks: Block<T>[] = [];

  /** Makes these the items of a place, instead of those it had. */
  set(place: Place, items: readonly T[]): void {
    const at = this.#blockOf(place);
    const block = (this.#blocks[at] ??= { places: [], items: [] });
    const start = firstNotBefore(block.places, place, itself);
    let end = start;
    while (end < block.places.length && compare(block.places[end]!, place) === 0) end++;
    if (end - start === items.length) {
      for (const [index, item] of items.entries()) block.items[start + index] = item;
      return;
    }
    block.items.splice(start, end - start, ...items);
    block.places.splice(start, end - start, ...items.map(() => place));
    if (block.items.length === 0) this.#blocks.splice(at, 1);
    else if (block.items.length > mostInBlock) this.#split(at, block);
  }

  toArray(): T[] {
    return ([] as T[]).concat(...this.#blocks.map(({ items }) => items));
  }

  /** The last block that does not begin behind a place. */
  #blockOf(place: Place): number {
    const next = firstNotBefore(this.#blocks, place, ({ places }) => places[0]!);
    const begins = this.#blocks[next]?.places[0];
    return begins && compare(begins, place) === 0 ? next : Math.max(next - 1, 0);
  }

  /** In the middle, but never between two items of one place. */
  #split(at: number, { places, items }: Block<T>): void {
    let middle = items.length >> 1;
    while (middle < items.length && compare(places[middle - 1]!, places[middle]!) === 0) middle++;
    if (middle === items.length) return;
    this.#blocks.splice(at + 1, 0, { places: places.splice(middle), items: items.splice(middle) });
  }
}

/** Below 0 where `one` comes first, above 0 where `other` does. */
function compare(one: Place, other: Place): number {
  if (one.priority !== other.priority) return other.priority - one.priority;
  if (one.type !== other.type) return one.type < other.type ? -1 : 1;
  if (one.instanceId !== other.instanceId) return one.instanceId < other.instanceId ? -1 : 1;
  return 0;
}

/** A binary search. */
function firstNotBefore<T>(list: readonly T[], place: Place, placeOf: (one: T) => Place): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(placeOf(list[middle]!), place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function itself(place: Place): Place {
  return place;
}
