const latest = 8.64e15;

/** A time in milliseconds since 1970 as ISO 8601. What is no time, or later than any date can say, is the latest. */
export function isoTime(at: number): string {
  return new Date(at <= latest ? at : latest).toISOString();
}
