/** Random JSON, and texts and numbers at the edges of what keywords tell apart. */
import fc from "fast-check";
import { setOwn, type JsonValue } from "../../src/values/json.js";

/** A whole number from 0 to `max`, and all that is made of it: fast-check records, replays and shrinks it. */
export type Pick = (max: number) => number;

export const names = ["a", "b", "kind", "__proto__", "constructor", "toString", "", "a/b~%", "é", "👍", "0"];
export const letters = ["a", "b", "Z", "0", " ", "é", "👍", "\u0301", "\ud83d", "\udc4d"];
export const numbers = [
  ...[0, -0, 1, -1, 2, 3, 5, 10, 0.1, 0.2, 0.3, 0.35, 0.5, 1.5, -4.5, 19.99, 1e-7, 3e-7, 5e-324],
  ...[1e21, 1e23, -1e21, 1e308, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, 4.35, 1.1, 1000.01],
];

/** By pattern: what matches and what nearly does. */
export const patterns: Record<string, string[]> = {
  "^[a-z]+$": ["abc", "aBc", "", "a\n"],
  "^\\p{L}{2}$": ["éa", "é", "👍👍", "ab"],
  "^.$": ["👍", "a", "aa", "\n", "\ud83d"],
  "b|^$": ["", "abc", "a"],
  "^[A-Z]{2}-\\d{1,3}(?:-[a-z]+)*$": ["AB-1", "AB-12-x-y", "AB-", "AB-1-"],
  "^[^👍]*$": ["abc", "a👍", "\udc4d"],
};

/** By format: what has it and what nearly has. */
export const formatted: Record<string, string[]> = {
  "date-time": [
    ...[
      "2024-02-29T12:00:00Z",
      "2024-12-31T23:59:60Z",
      "2024-01-01t00:00:00.123+23:59",
      "2024-12-31T23:58:60Z",
    ],
    ...["2023-02-29T12:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00"],
  ],
  date: ["2024-02-29", "2000-02-29", "1900-02-29", "2023-04-31", "2024-1-01", "2024-00-10", "2024-01-01\n"],
  uuid: [
    ...["2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d", "00000000-0000-0000-0000-000000000000"],
    ...["2C5EA4C0-4067-11E9-8BAD-9B1DEB4D3B7D", "2c5ea4c04067-11e9-8bad-9b1deb4d3b7d", "2c5ea4c0"],
  ],
  email: ["a@b.example", "a.b+c@b-c.d", '"a b"@c.d', "a@[127.0.0.1]", "a", "a@", "@b", "a..b@c.d", "a@-b.c"],
  uri: [
    "http://a.b/c?d#e",
    "urn:x:y",
    "mailto:a@b.c",
    "/a",
    "http:// a",
    "http://a/%zz",
    "a:b#c#d",
    "http://[::1]/",
  ],
};

export function one<T>(pick: Pick, of: readonly T[]): T {
  return of[pick(of.length - 1)]!;
}

export const chance = (pick: Pick, percent: number): boolean => pick(99) < percent;

export function anyValue(pick: Pick, levels: number): JsonValue {
  const kind = pick(levels > 0 ? 8 : 6);
  if (kind <= 1) return one(pick, numbers);
  if (kind <= 3) return one(pick, ["", "a", "b", "1", "👍", "\ud83d", ...formatted.date!]);
  if (kind === 4) return chance(pick, 50);
  if (kind <= 6) return null;
  const members = Array.from({ length: pick(2) }, () => anyValue(pick, levels - 1));
  if (kind === 7) return members;
  const value: Record<string, JsonValue> = {};
  for (const member of members) setOwn(value, one(pick, names), member);
  return value;
}

/** A property's source of numbers. */
export function picker(gen: fc.GeneratorValue): Pick {
  return (max) => gen(fc.nat, max);
}
