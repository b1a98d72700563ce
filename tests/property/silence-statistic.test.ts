import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectedBetween, lowerLevel } from "@/lib/runner/statistic/expected-rate";
import { alarmLimit, judgeSilence, markBenign } from "@/lib/runner/statistic/judge-silence";
import { type Arrivals, learn } from "@/lib/runner/statistic/learn-days";
import { hoursAtOffset, hoursInZone } from "@/lib/runner/statistic/shop-hours";
import { newSilenceState, type SilenceState, silenceStateSchema } from "@/lib/runner/statistic/silence-state";

const DAY = 86_400_000;
const T = Date.UTC(2026, 2, 1);
const utc = hoursAtOffset(0);
const berlin = hoursInZone("Europe/Berlin");

/** Quarter-hours of the 28 days before T, some with records. */
const history = fc
  .array(fc.record({ quarter: fc.integer({ min: 0, max: 28 * 96 - 1 }), records: fc.integer({ min: 1, max: 500 }) }), {
    maxLength: 400,
  })
  .map((rows) =>
    rows
      .sort((one, other) => one.quarter - other.quarter)
      .map(({ quarter, records }): Arrivals => ({ atMs: T - 28 * DAY + quarter * 900_000, records })),
  );

const lastOf = (arrivals: readonly Arrivals[]) => arrivals.at(-1)?.atMs ?? null;
const seeded = (arrivals: readonly Arrivals[], hours = utc): SilenceState =>
  learn(newSilenceState(), { arrivals, lastRecordMs: lastOf(arrivals), toMs: T }, hours);
const state = history.map((arrivals) => seeded(arrivals));
/** The state after a read that saw nothing more up to then. */
const quietUntil = (from: SilenceState, toMs: number) => learn(from, { arrivals: [], lastRecordMs: null, toMs }, utc);
const numbersIn = (value: SilenceState) => JSON.stringify(value).split(/[,[]/).length;
/** How many numbers there are once a single record is known. */
const ONE_RECORD = numbersIn(seeded([{ atMs: T - DAY, records: 1 }]));

describe("the silence statistic", () => {
  test("has the same number of numbers after one record and after ten thousand", () => {
    fc.assert(
      fc.property(history, (arrivals) => {
        expect(numbersIn(seeded(arrivals))).toBeLessThanOrEqual(ONE_RECORD);
      }),
    );
  });

  test("grows while nothing comes, and never sinks", () => {
    fc.assert(
      fc.property(state, fc.array(fc.integer({ min: 1, max: 5 * DAY }), { minLength: 2 }), (from, gaps) => {
        let at = T;
        let last = 0;
        let now = from;
        for (const gap of gaps) {
          at += gap;
          now = quietUntil(now, at);
          const { x } = judgeSilence(now, utc);
          expect(x).toBeGreaterThanOrEqual(last);
          last = x;
        }
      }),
    );
  });

  test("never alarms without history, however long the silence", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.option(fc.constant(T)), (days, lastRecordMs) => {
        const bare = { ...newSilenceState(), lastRecordMs, countedToMs: T + days * DAY };
        expect(judgeSilence(bare, utc)).toMatchObject({ x: 0, verdict: "usual" });
      }),
    );
  });

  test("learns nothing of a silence while it lasts", () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 300 }), (from, days) => {
        const { countedToMs, ...later } = quietUntil(from, T + days * DAY);
        const { countedToMs: before, ...now } = from;
        expect(later).toEqual(now);
        expect(countedToMs).toBeGreaterThan(before ?? 0);
      }),
    );
  });

  test("is the same whether an interval is taken whole or in parts, over both changes of the clock", () => {
    const year = fc.integer({ min: 0, max: 365 * DAY }).map((ms) => T + ms);
    fc.assert(
      fc.property(history, year, year, year, (arrivals, ...times) => {
        const known = seeded(arrivals, berlin);
        const [from = 0, middle = 0, to = 0] = times.sort((one, other) => one - other);
        const between = (fromMs: number, toMs: number) => expectedBetween(known, 50, { fromMs, toMs }, berlin);
        expect(between(from, middle) + between(middle, to)).toBeCloseTo(between(from, to), 6);
      }),
      { numRuns: 15 },
    );
  });

  test("does not depend on how reads cut the same records", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 1, max: 400 }), (arrivals, cut) => {
        const from = quietUntil(seeded([{ atMs: T - 20 * DAY, records: 40 }]), T);
        const later = arrivals.map((one) => ({ ...one, atMs: one.atMs + 28 * DAY }));
        const end = T + 28 * DAY;
        const [early, late] = [later.slice(0, cut), later.slice(cut)];
        const middle = lastOf(early) ?? T;
        const parts = learn(
          learn(from, { arrivals: early, lastRecordMs: lastOf(early), toMs: middle }, utc),
          { arrivals: late, lastRecordMs: lastOf(late), toMs: end },
          utc,
        );
        expect(parts).toEqual(learn(from, { arrivals: later, lastRecordMs: lastOf(later), toMs: end }, utc));
      }),
    );
  });

  test("comes back from storage as it went", () => {
    fc.assert(
      fc.property(state, (from) => {
        expect(silenceStateSchema.parse(JSON.parse(JSON.stringify(from)))).toEqual(from);
      }),
    );
  });

  test("takes more to be told again after a person's word, four times at the most, and forgets it after 30 days", () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 1, max: 9 }), (from, times) => {
        let told = from;
        for (let n = 0; n < times; n++) told = markBenign(told, T);
        const usual = alarmLimit(from, T);
        expect(alarmLimit(told, T + 29 * DAY)).toBeCloseTo(usual * Math.min(4, 2 ** times));
        expect(alarmLimit(told, T + 30 * DAY)).toBeCloseTo(usual);
      }),
    );
  });

  test("tells nobody of the silence that a person has called fine for a day, and tells again after that, or of the next silence", () => {
    const busy = seeded(
      Array.from({ length: 28 * 24 }, (_, n) => ({ atMs: T - 28 * DAY + n * 3_600_000, records: 200 })),
    );
    const silent = quietUntil(busy, T + DAY);
    expect(judgeSilence(silent, utc).verdict).toBe("unusual");
    const fine = markBenign(silent, T + DAY);
    expect(judgeSilence(quietUntil(fine, T + 2 * DAY - 1), utc).verdict).not.toBe("unusual");
    expect(judgeSilence(quietUntil(fine, T + 2 * DAY), utc).verdict).toBe("unusual");
    const came = T + DAY + 3_600_000;
    const next = learn(fine, { arrivals: [{ atMs: came, records: 1 }], lastRecordMs: came, toMs: came }, utc);
    expect(judgeSilence(quietUntil(next, came + DAY / 4), utc).verdict).toBe("unusual");
  });

  test("is more cautious than the mean, and the less so the more is known", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1e6, noNaN: true }),
        fc.double({ min: 0.5, max: 20, noNaN: true }),
        (a, b) => {
          expect(lowerLevel({ a, b })).toBeLessThan(a / b);
          expect(lowerLevel({ a: 2 * a, b: 2 * b })).toBeGreaterThan(lowerLevel({ a, b }));
        },
      ),
    );
  });
});
