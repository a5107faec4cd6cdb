/** `checkOut` and `check-out_now` as "Check out" and "Check out now". */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s_-]+/)
    .filter(Boolean)
    // Acronyms stay as they are.
    .map((word, index) => (index > 0 && !/^\p{Lu}{2,}$/u.test(word) ? word.toLowerCase() : word))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
