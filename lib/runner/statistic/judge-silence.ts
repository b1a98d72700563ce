import { expectedBetween, lowerLevel, meanLevel } from "./expected-rate";
import type { ShopHours } from "./shop-hours";
import { type SilenceState, USUAL_RHO } from "./silence-state";

/** Sets how often it may alarm: about once a sync in h months. */
const H = 4;
/** A month of a sync that has less than a record a day is taken for one of thirty records. */
const RECORDS_A_MONTH_AT_LEAST = 30;
/** Longer silences are measured from here on: after a year nothing new is said. */
const LONGEST_MS = 366 * 86_400_000;
const BENIGN_FOR_MS = 30 * 86_400_000;
const RHO_AT_LEAST = 0.1;
/** Who has called a silence fine is not told of that very silence again before. */
const NOT_AGAIN_FOR_MS = 86_400_000;

/** How a silence stands; `x` and the limits are in expected records. */
export interface Silence {
  /** Records that were as good as certain since the last one, and did not come. */
  x: number;
  /** From here on a person is told. */
  alarmAt: number;
  /** From here on the receipts are taken again, without a word. */
  lookAgainAt: number;
  verdict: "usual" | "look_again" | "unusual";
}

/** ρ as it stands: a person's word lowers it for 30 days. */
const rhoAt = (state: SilenceState, atMs: number): number =>
  state.rhoUntilMs !== null && atMs < state.rhoUntilMs ? state.rho : USUAL_RHO;

/** x* = ln(hN)/ρ with N = max(30, 30ℓ), the records of a month. */
export function alarmLimit(state: SilenceState, atMs: number): number {
  return Math.log(H * recordsAMonth(state)) / rhoAt(state, atMs);
}

/** What nobody hears of is not quieted by anybody's word: the usual ρ. */
export function lookAgainLimit(state: SilenceState): number {
  return Math.log(Math.max(2, recordsAMonth(state) / 30)) / USUAL_RHO;
}

const recordsAMonth = (state: SilenceState): number => Math.max(RECORDS_A_MONTH_AT_LEAST, 30 * lowerLevel(state));

/** Judges the silence that stands at the state's `countedToMs`. Without history, and before the first record, it is always usual. */
export function judgeSilence(state: SilenceState, hours: ShopHours): Silence {
  const toMs = state.countedToMs ?? 0;
  const alarmAt = alarmLimit(state, toMs);
  const lookAgainAt = lookAgainLimit(state);
  const level = lowerLevel(state);
  const fromMs = Math.max(state.lastRecordMs ?? toMs, toMs - LONGEST_MS);
  const x = expectedBetween(state, level, { fromMs, toMs }, hours);
  if (level > 0 && x >= alarmAt && !isFine(state, toMs)) return { x, alarmAt, lookAgainAt, verdict: "unusual" };
  return { x, alarmAt, lookAgainAt, verdict: level > 0 && x >= lookAgainAt ? "look_again" : "usual" };
}

/** A person says that a silence was fine: for 30 days it takes twice as much to be told, four times at the most; of this very silence nobody is told for a day. */
export function markBenign(state: SilenceState, atMs: number): SilenceState {
  const rho = Math.max(RHO_AT_LEAST, rhoAt(state, atMs) / 2);
  return { ...state, rho, rhoUntilMs: atMs + BENIGN_FOR_MS, fineSinceMs: state.lastRecordMs };
}

const isFine = ({ fineSinceMs, lastRecordMs, rhoUntilMs }: SilenceState, atMs: number): boolean =>
  fineSinceMs !== null &&
  fineSinceMs === lastRecordMs &&
  rhoUntilMs !== null &&
  atMs < rhoUntilMs - BENIGN_FOR_MS + NOT_AGAIN_FOR_MS;

/** What a read could be expected to meet, for the chart: the mean, not the cautious level of the alarm. Null before anything is known. */
export function expectedOf(state: SilenceState, toMs: number, hours: ShopHours): number | null {
  if (state.countedToMs === null || state.b <= 0) return null;
  return expectedBetween(state, meanLevel(state), { fromMs: state.countedToMs, toMs }, hours);
}
