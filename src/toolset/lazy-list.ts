const traps = ["get", "set", "has", "ownKeys", "getOwnPropertyDescriptor", "defineProperty"] as const;

/** A list that is made when it is first looked at: most listeners care for the differences alone. */
export function lazyList<T>(make: () => readonly T[]): T[] {
  let isMade = false;
  const made = (target: T[]): T[] => {
    if (!isMade) for (const item of make()) target.push(item);
    isMade = true;
    return target;
  };
  const handler = traps.map((trap) => [
    trap,
    (target: T[], ...rest: unknown[]) =>
      (Reflect[trap] as (...all: unknown[]) => unknown)(made(target), ...rest),
  ]);
  return new Proxy<T[]>([], Object.fromEntries(handler) as ProxyHandler<T[]>);
}
