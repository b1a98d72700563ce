/*
 * Local times of a zone, each carried as the epoch ms that it would be in UTC.
 */

const DAY_MS = 86_400_000;

export interface Zone {
  /** What clocks there show at an instant (epoch ms), to the second. */
  localOf(atMs: number): number;
  /** The first instant at which clocks there show this local time; for one that they jump over, the instant at which they jump. */
  firstInstantOf(localMs: number): number;
}

/** @param name IANA zone @throws RangeError for an unknown one */
export function zoneOf(name: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: name, hourCycle: "h23" },
    ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" },
  });
  const localOf = (atMs: number): number => {
    const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return Date.UTC(
      ...([part("year"), part("month") - 1, part("day")] as const),
      ...([part("hour"), part("minute"), part("second")] as const),
    );
  };
  return { localOf, firstInstantOf: (localMs) => firstInstantOf(localOf, localMs) };
}

function firstInstantOf(localOf: Zone["localOf"], localMs: number): number {
  // Offsets a day before and after: clocks change at most once between.
  const guesses = [localMs - DAY_MS, localMs + DAY_MS].map((aroundMs) => localMs - (localOf(aroundMs) - aroundMs));
  const showing = guesses.filter((atMs) => localOf(atMs) === localMs);
  return showing.length > 0 ? Math.min(...showing) : jumpOver(localOf, localMs, guesses);
}

/** @param guesses one before the jump, one after it */
function jumpOver(localOf: Zone["localOf"], localMs: number, guesses: readonly number[]): number {
  let beforeMs = Math.min(...guesses);
  let afterMs = Math.max(...guesses);
  while (afterMs - beforeMs > 1000) {
    const middleMs = beforeMs + Math.floor((afterMs - beforeMs) / 2000) * 1000;
    if (localOf(middleMs) > localMs) afterMs = middleMs;
    else beforeMs = middleMs;
  }
  return afterMs;
}
