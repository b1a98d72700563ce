/** A day of slack at both ends, so that no zone leaves four-digit years. */
const FIRST_MS = Date.UTC(1000, 0, 2);
const LAST_MS = Date.UTC(9999, 11, 30);

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The calendar day of an instant in the shop's zone.
 * @param timeZone IANA name
 * @returns `yyyy-mm-dd`, or null for an unknown zone or an instant outside the years 1000 to 9999
 */
export function dayInZone(instantMs: number, timeZone: string): string | null {
  const format = formatFor(timeZone);
  if (format === null || !(instantMs >= FIRST_MS && instantMs <= LAST_MS)) return null;
  const parts = new Map(format.formatToParts(instantMs).map((part) => [part.type, part.value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formats.set(timeZone, format);
    return format;
  } catch {
    return null;
  }
}

/** Whether the text is a day that exists, written `yyyy-mm-dd`. */
export function isIsoDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}
