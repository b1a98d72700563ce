import { z } from "zod";

/*
 * RULE 5, the statistic. What is remembered of a sync's rhythm: a fixed number of numbers, however many records come. docs/silence.md has the formulas.
 */

/** ρ of a sync about which nobody has said anything. */
export const USUAL_RHO = 0.4;
/** Weights with which every hour, and every weekday, begins: a flat day and week. */
const FLAT_HOUR = 1;
const FLAT_WEEKDAY = 10;

const count = z.number().min(0);

export const silenceStateSchema = z.strictObject({
  version: z.literal(1),
  /** Weights of the hours 0 to 23 and of the weekdays from Sunday, in decayed records; their means are taken as 1. */
  hours: z.array(count).length(24),
  weekdays: z.array(count).length(7),
  /** The level, Gamma(a, b): decayed records, and the decayed days in which they came. */
  a: count,
  b: count,
  lastRecordMs: z.number().nullable(),
  /** Source time up to which records are counted; null before the first proven read. */
  countedToMs: z.number().nullable(),
  rho: z.number().positive(),
  /** Until when a person's word keeps `rho` from its usual value. */
  rhoUntilMs: z.number().nullable(),
  /** The last record before the silence that a person has called fine; null when nobody has. */
  fineSinceMs: z.number().nullable(),
  /** The local day in hand, learned once a record of a later day has come. */
  today: z.strictObject({ day: z.number().int(), hours: z.array(count).length(24) }).nullable(),
});

export type SilenceState = z.infer<typeof silenceStateSchema>;

/** A sync without history: its level is 0, so that the statistic stays silent and the receipts protect alone. */
export const newSilenceState = (): SilenceState => ({
  version: 1,
  hours: new Array<number>(24).fill(FLAT_HOUR),
  weekdays: new Array<number>(7).fill(FLAT_WEEKDAY),
  a: 0,
  b: 0,
  lastRecordMs: null,
  countedToMs: null,
  rho: USUAL_RHO,
  rhoUntilMs: null,
  fineSinceMs: null,
  today: null,
});
