import type { ShopHours } from "./shop-hours";
import type { SilenceState } from "./silence-state";

const DAY_MS = 86_400_000;
/** One-sided 10 % point of the normal distribution. */
const TEN_PERCENT = 1.2816;
/** The week weighs half: of few weeks one learns little about a weekday. */
const WEEK_WEIGHS = 0.5;
const WEEKDAY_AT_LEAST = 0.5;
const WEEKDAY_AT_MOST = 1.5;

type Level = Pick<SilenceState, "a" | "b">;

/** Records a day that the sync is expected to have on average. */
export const meanLevel = ({ a, b }: Level): number => (b > 0 ? a / b : 0);

/**
 * Records a day that are as good as certain: the 10 % lower bound of Gamma(a, b). 0 below one record, for then nothing is known.
 * Source: Wilson and Hilferty, "The distribution of chi-square", PNAS 17 (1931): the cube root of a gamma variable is nearly normal.
 */
export function lowerLevel({ a, b }: Level): number {
  if (a < 1 || b <= 0) return 0;
  const root = 1 - 1 / (9 * a) - TEN_PERCENT / (3 * Math.sqrt(a));
  return (a * Math.max(0, root) ** 3) / b;
}

/** How many times the average an hour of the day has. */
export function hourFactor({ hours }: Pick<SilenceState, "hours">, hour: number): number {
  return (24 * (hours[hour] ?? 0)) / sum(hours);
}

/** How many times the average a weekday has, drawn half-way to 1 and kept within 0.5 and 1.5. */
export function weekdayFactor({ weekdays }: Pick<SilenceState, "weekdays">, weekday: number): number {
  const share = (7 * (weekdays[weekday] ?? 0)) / sum(weekdays);
  return Math.min(WEEKDAY_AT_MOST, Math.max(WEEKDAY_AT_LEAST, 1 - WEEK_WEIGHS + WEEK_WEIGHS * share));
}

const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0) || 1;

/**
 * Σ level · H[hour] · D[weekday] · Δt: the records expected after `fromMs` up to `toMs`, hour by hour of the shop's clock.
 * @param level records a day
 */
export function expectedBetween(
  state: Pick<SilenceState, "hours" | "weekdays">,
  level: number,
  span: { fromMs: number; toMs: number },
  hours: ShopHours,
): number {
  if (level <= 0) return 0;
  let expected = 0;
  for (let atMs = span.fromMs; atMs < span.toMs; ) {
    const { hour, weekday, nextHourMs } = hours(atMs);
    const endMs = Math.min(nextHourMs, span.toMs);
    expected += hourFactor(state, hour) * weekdayFactor(state, weekday) * (endMs - atMs);
    atMs = endMs;
  }
  return (level * expected) / DAY_MS;
}

/** How far ordinary days lie from each other, as a share of what is expected. */
const DAYS_DIFFER_BY = 0.4;

/** What the chart calls usual: two standard deviations either side of the expected, chance and better or worse days together. Says nothing by itself. */
export function usualRange(expected: number): { low: number; high: number } {
  const spread = 2 * Math.sqrt(expected + (DAYS_DIFFER_BY * expected) ** 2);
  return { low: Math.max(0, expected - spread), high: expected + spread };
}
