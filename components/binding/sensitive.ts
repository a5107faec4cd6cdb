/** Controls whose values never reach an agent: passwords, one-time codes, cards. */
export function isSensitive(control: Element): boolean {
  return (
    control.getAttribute("type")?.toLowerCase() === "password" ||
    /(?:^|\s)(?:cc-\S+|one-time-code|(?:current|new)-password)(?:\s|$)/i.test(
      control.getAttribute("autocomplete") ?? "",
    )
  );
}
