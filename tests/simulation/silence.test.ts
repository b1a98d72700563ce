import { describe, expect, test } from "vitest";
import { figuresOf } from "../bench/silence/figures";
import { NOMINAL, STRESSED } from "../bench/silence/shop";
import { simulate } from "../bench/silence/simulate";

/*
 * The comparison of `npm run bench:silence` on a few shops: pins the order of magnitude, and that the simulation's sum is the product's.
 */

const DAYS = 60;
const figures = (perDay: number, climate = NOMINAL, shops = 12) =>
  simulate({ shops, days: DAYS, perDay, climate, seed: 7 }).outcomes.map((outcome) => figuresOf(outcome, DAYS));

describe.each([
  { perDay: 5, p50: [40, 100], p90AtMost: 140 },
  { perDay: 50, p50: [6, 16], p90AtMost: 20 },
  { perDay: 500, p50: [0.7, 3], p90AtMost: 8 },
  { perDay: 5000, p50: [0.1, 0.6], p90AtMost: 2 },
])("a shop with $perDay records a day", ({ perDay, p50: [least = 0, most = 0], p90AtMost }) => {
  const [ours] = figures(perDay);

  test("is falsely called silent less than once in two months", () => {
    expect(ours?.falseAMonth).toBeLessThan(0.5);
  });

  test("is known to be dead about when the design says, and not at once", () => {
    expect(ours?.p50H).toBeGreaterThan(least);
    expect(ours?.p50H).toBeLessThan(most);
    expect(ours?.p90H).toBeLessThan(p90AtMost);
  });
});

test("a shop with 50 records a day would be called silent all the time by ten empty runs", () => {
  expect(figures(50)[1]?.falseAMonth).toBeGreaterThan(10);
});

test("a shop that closes for whole days unannounced is told about, less than twice a month", () => {
  const [ours] = figures(500, STRESSED);
  expect(ours?.falseAMonth).toBeGreaterThan(0.05);
  expect(ours?.falseAMonth).toBeLessThan(2);
});

test("the same seed gives the same figures, and another seed others", () => {
  const under = (seed: number) => simulate({ shops: 2, days: 20, perDay: 50, climate: NOMINAL, seed });
  expect(under(3)).toEqual(under(3));
  expect(under(3)).not.toEqual(under(4));
});
