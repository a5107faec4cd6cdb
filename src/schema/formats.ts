/** The five formats of the subset. Their expressions run in linear time. */

export const formats: ReadonlyMap<unknown, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["date", isDate],
  ["uuid", (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ["email", isEmail],
  ["uri", isUri],
]);

/** RFC 3339 full-date. What `Date` makes of a day that the month does not have is no date, or another one. */
function isDate(text: string): boolean {
  const date = new Date(text);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** RFC 3339 date-time; a 60th second only in the last minute of a UTC day. */
function isDateTime(text: string): boolean {
  const parts =
    /^(.{10})T(([01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
      text.toUpperCase(),
    );
  const [, date = "", minute = "", , second, , zone = ""] = parts ?? [];
  return (
    isDate(date) && (second !== "60" || new Date(`${date}T${minute}${zone}`).toISOString().includes("T23:59"))
  );
}

/** RFC 5321 mailbox. */
function isEmail(text: string): boolean {
  const parts = /^([\w!#$%&'*+/=?^`{|}~-]+(\.(?!@)|(?=@)))+@|^"([ !#-[\]-~]|\\[ -~])*"@/.exec(text);
  if (!parts) return false;
  const domain = text.slice(parts[0].length);
  return domain.startsWith("[IPv6:")
    ? isIpv6(domain.slice(6, -1)) && domain.endsWith("]")
    : /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?!$)|$))+$/i.test(domain) ||
        (/^\[.*\]$/.test(domain) && isIpv4(domain.slice(1, -1)));
}

/** RFC 3986 URI: absolute, ASCII, percent-encoding whole, brackets only around an IP literal. */
function isUri(text: string): boolean {
  const parts =
    /^[a-z][a-z\d+.-]*:(\/\/([^@/?#[\]]*@)?(\[([^\]]+)\]|[^:@/?#[\]]*)(:\d*)?(?=[/?#]|$)|(?!\/\/))[^?#[\]]*(\?[^#[\]]*)?(#[^#[\]]*)?$/i.exec(
      text,
    );
  const literal = parts?.[4];
  return (
    parts !== null &&
    /^([\w.~!$&'()*+,;=:@/?#[\]-]|%[\da-f]{2})*$/i.test(text) &&
    (literal === undefined || /^v[\da-f]+\./i.test(literal) || isIpv6(literal))
  );
}

function isIpv4(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}

function isIpv6(text: string): boolean {
  const halves = text.replace(/(?<=:)[\d.]+$/, (end) => (isIpv4(end) ? "0:0" : end)).split("::");
  const groups = halves.flatMap((half) => (half ? half.split(":") : []));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8)
  );
}
