/** With the length in front no two pairs share a key, whatever characters they hold. */
export function identityKey(consumerKey: string, invocationId: string): string {
  return `${consumerKey.length}:${consumerKey}${invocationId}`;
}
