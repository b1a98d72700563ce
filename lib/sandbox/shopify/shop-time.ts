/** An instant, and how the search debug output writes it. */
export interface ShopInstant {
  epochSeconds: number;
  text: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `-05:00` in minutes for this zone at this instant. */
function offsetMinutes(epochMs: number, timeZone: string): number {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      timeZoneName: "longOffset",
    });
    formatters.set(timeZone, formatter);
  }
  const name = formatter.formatToParts(epochMs).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const size = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === "-" ? -size : size;
}

/** The beginning of a calendar day (`2026-01-31`) in the shop's zone. */
export function startOfShopDay(day: string, timeZone: string): ShopInstant {
  const asUtcMs = Date.parse(`${day}T00:00:00Z`);
  const guessMs = asUtcMs - offsetMinutes(asUtcMs, timeZone) * 60_000;
  const offset = offsetMinutes(guessMs, timeZone);
  const epochMs = asUtcMs - offset * 60_000;
  return {
    epochSeconds: epochMs / 1000,
    text: `${day}T00:00:00${offsetText(offset)}`,
  };
}

/** The calendar day in the shop's zone that an instant falls on. */
export function shopDayOf(epochSeconds: number, timeZone: string): string {
  const offset = offsetMinutes(epochSeconds * 1000, timeZone);
  return new Date(epochSeconds * 1000 + offset * 60_000).toISOString().slice(0, 10);
}

/** The day after `2026-01-31`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
