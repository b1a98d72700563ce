const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * The instant of a wall-clock time. One that does not exist (clocks go forward) is moved on by the gap; of one that exists twice it is the first, so that a
 * run from there leaves nothing out.
 * @param local `2026-11-01T09:30`, as a `datetime-local` input gives it. @param zone IANA. @returns epoch ms; null for what is no date
 */
export function zonedInstantMs(local: string, zone: string): number | null {
  const parts = LOCAL.exec(local);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const asUtcMs = Date.UTC(year, month - 1, day, hour, minute);
  if (new Date(asUtcMs).toISOString().slice(0, 16) !== local) return null;
  const dayMs = 24 * 3_600_000;
  const before = asUtcMs - offsetMs(asUtcMs - dayMs, zone);
  const after = asUtcMs - offsetMs(asUtcMs + dayMs, zone);
  // Both offsets around a change are tried; an instant is right when it shows this wall clock. The earlier offset is the right one in a gap, too.
  const shows = (instantMs: number) => instantMs + offsetMs(instantMs, zone) === asUtcMs;
  if (shows(before)) return before;
  return shows(after) ? after : before;
}

/** How far the zone's wall clock is ahead of UTC at an instant. */
function offsetMs(instantMs: number, zone: string): number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  const shown = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  const wallMs = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return wallMs - Math.floor(instantMs / 1000) * 1000;
}
