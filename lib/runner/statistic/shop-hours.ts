/** An instant as a clock on the shop's wall shows it. */
export interface ShopHour {
  /** Local calendar days since 1970-01-01. */
  day: number;
  /** 0 = Sunday. */
  weekday: number;
  /** 0 to 23. */
  hour: number;
  /** Epoch ms at which the wall clock shows the next full hour. */
  nextHourMs: number;
}

/** Reads epoch ms as the shop's local time. */
export type ShopHours = (atMs: number) => ShopHour;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Local time at a fixed distance from UTC. */
export const hoursAtOffset =
  (offsetMs: number): ShopHours =>
  (atMs) =>
    hourAt(atMs, offsetMs);

/**
 * Local time in a zone, daylight saving included.
 * @param timeZone IANA name @throws RangeError for an unknown zone
 */
export function hoursInZone(timeZone: string): ShopHours {
  const format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (atMs) => {
    const wholeMs = Math.floor(atMs / 1000) * 1000;
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(wholeMs)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return hourAt(atMs, Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs);
  };
}

function hourAt(atMs: number, offsetMs: number): ShopHour {
  const localMs = atMs + offsetMs;
  const day = Math.floor(localMs / DAY_MS);
  const inDayMs = localMs - day * DAY_MS;
  return {
    day,
    weekday: (((day + 4) % 7) + 7) % 7,
    hour: Math.floor(inDayMs / HOUR_MS),
    nextHourMs: atMs + HOUR_MS - (inDayMs % HOUR_MS),
  };
}
