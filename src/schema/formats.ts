/** The five formats of the subset. Their expressions run in linear time. */
export const formats: ReadonlyMap<unknown, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["date", isDate],
  ["uuid", (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ["email", isEmail],
  ["uri", isUri],
]);

/** RFC 3339 full-date. What `Date` makes of a day that the month does not have is no date, or another one. */
function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && JSON.stringify(new Date(text)).includes(text);
}

/** RFC 3339 date-time; a 60th second only in the last minute of a UTC day. */
function isDateTime(text: string): boolean {
  const [, date = "", minute, second, zone] =
    /^(.{10})T((?:[01]\d|2[0-3]):[0-5]\d):([0-5]\d|60)(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(
      text.toUpperCase(),
    ) ?? [];
  return (
    isDate(date) &&
    (second !== "60" || JSON.stringify(new Date(`${date}T${minute}${zone}`)).includes("T23:59"))
  );
}

/** RFC 5321 mailbox. */
function isEmail(text: string): boolean {
  const found =
    /^(?:(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.(?!@)|(?=@)))+|"(?:[ !#-[\]-~]|\\[ -~])*")@(?:(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.(?!$)|$))+|\[(IPv6:)?(.*)\])$/i.exec(
      text,
    );
  return !!found && (found[2] === undefined || (found[1] ? isIpv6 : isIpv4)(found[2]));
}

/** RFC 3986 URI: absolute, ASCII, percent-encoding whole, brackets only around an IPv6 address. */
function isUri(text: string): boolean {
  const [start, address] =
    /^[a-z][a-z\d+.-]*:(?:\/\/(?:[^/?#@]*@)?(?:\[(.+?)\]|[^/?#@:]*)(?::\d*)?(?![^/?#])|(?!\/\/))/i.exec(
      text,
    ) ?? [];
  return (
    start !== undefined &&
    (address === undefined || isIpv6(address)) &&
    /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2}|#(?!.*#))*$/i.test(text.replace(`[${address}]`, ""))
  );
}

function isIpv4(text: string): boolean {
  return /^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(?!$)|$)){4}$/.test(text);
}

/** Not by `URL`: Chromium takes zeros before the numbers of an IPv4 address, WebKit a colon at the end. */
function isIpv6(text: string): boolean {
  const halves = text.replace(/(?<=:)[\d.]+$/, (end) => (isIpv4(end) ? "0:0" : end)).split("::");
  const groups = halves.flatMap((half) => (half ? half.split(":") : []));
  return (
    groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) &&
    (halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8)
  );
}
