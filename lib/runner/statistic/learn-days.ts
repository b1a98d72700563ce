import { weekdayFactor } from "./expected-rate";
import type { ShopHours } from "./shop-hours";
import type { SilenceState } from "./silence-state";

/** How much of the level one day leaves to the next. */
const LEVEL_KEPT = 0.95;
const HOURS_KEPT = 0.98;
const WEEKDAY_KEPT = 0.8;
/** A day counts at most this many times what was expected of it: a sale teaches nothing about ordinary days. */
const CLIPPED_AT = 3;
/** Days that must be known before anything can be clipped against them. */
const KNOWN_DAYS = 3;
/** What an ordinary day adds to its weekday's weight; with what is kept, an ordinary weekday weighs ten. */
const WEEKDAY_LEARNS = 2;
/** More empty days than these say nothing that they have not said. */
const EMPTY_DAYS_LEARNED = 120;
/** What the statistic is seeded from, and the longest that one read can tell it about. */
export const SEEDED_FROM_DAYS = 28;

/** Records of one quarter of an hour; `atMs` lies inside it. */
export interface Arrivals {
  atMs: number;
  records: number;
}

/** What a proven read saw of source time. */
export interface ProvenSpan {
  /** The records' own times after `countedToMs` of the state, in order of time. */
  arrivals: readonly Arrivals[];
  /** Time of the newest of them; null when none came. */
  lastRecordMs: number | null;
  /** Source time up to which the read is whole. */
  toMs: number;
}

/**
 * Takes in what a proven read saw; an unproven one is not shown to it, so that learning stands still. A day is learned once a record of a later day has
 * come: while a silence lasts nobody knows whether it is one, and what is measured against must not sink meanwhile.
 */
export function learn(state: SilenceState, span: ProvenSpan, hours: ShopHours): SilenceState {
  const first = state.countedToMs === null;
  let next = state;
  for (const { atMs, records } of first ? wholeDays(span, hours) : span.arrivals)
    next = take(next, hours(atMs), records);
  return {
    ...next,
    lastRecordMs: latest(state.lastRecordMs, span.lastRecordMs),
    countedToMs: Math.max(state.countedToMs ?? Number.NEGATIVE_INFINITY, span.toMs),
  };
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The seed begins with the first whole local day of the last 28. */
function wholeDays(span: ProvenSpan, hours: ShopHours): readonly Arrivals[] {
  const cut = hours(span.toMs - SEEDED_FROM_DAYS * 86_400_000).day;
  return span.arrivals.filter(({ atMs }) => hours(atMs).day > cut);
}

function take(state: SilenceState, at: { day: number; hour: number }, records: number): SilenceState {
  let next = state;
  if (state.today !== null && at.day > state.today.day) {
    next = learnDay(state, state.today.hours, weekdayOf(state.today.day));
    const from = Math.max(state.today.day + 1, at.day - EMPTY_DAYS_LEARNED);
    for (let day = from; day < at.day; day++) next = learnDay(next, EMPTY_DAY, weekdayOf(day));
  }
  const today =
    next.today !== null && at.day <= next.today.day
      ? next.today
      : { day: at.day, hours: new Array<number>(24).fill(0) };
  const tally = today.hours.slice();
  tally[at.hour] = (tally[at.hour] ?? 0) + records;
  return { ...next, today: { day: today.day, hours: tally } };
}

const EMPTY_DAY: readonly number[] = new Array<number>(24).fill(0);
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** a ← 0.95a + min(n, 3 × expected), b ← 0.95b + 1 day; the hours' and the weekday's weights move towards what came. */
export function learnDay(state: SilenceState, byHour: readonly number[], weekday: number): SilenceState {
  const came = byHour.reduce((sum, n) => sum + n, 0);
  const mean = state.b > 0 ? state.a / state.b : 0;
  const expected = Math.max(1, mean * weekdayFactor(state, weekday));
  const counted = state.b > KNOWN_DAYS ? Math.min(came, CLIPPED_AT * expected) : came;
  const share = came > 0 ? counted / came : 0;
  const a = LEVEL_KEPT * state.a + counted;
  const b = LEVEL_KEPT * state.b + 1;
  const weekdays = state.weekdays.slice();
  weekdays[weekday] = WEEKDAY_KEPT * (weekdays[weekday] ?? 0) + (WEEKDAY_LEARNS * counted) / Math.max(a / b, 0.5);
  return {
    ...state,
    a,
    b,
    hours: state.hours.map((weight, hour) => HOURS_KEPT * weight + share * (byHour[hour] ?? 0)),
    weekdays,
  };
}
