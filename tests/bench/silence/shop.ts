import type { Prng } from "../../simulation/prng";

/** Reads, and steps of the simulation: each five minutes. */
export const STEPS_A_DAY = 288;
const STEPS_AN_HOUR = 12;
const STEP_MINUTES = 5;

/** How the days of simulated shops differ from each other. */
export interface Climate {
  /** Whole days without a record at all, per 60 days: the shop is closed and nobody tells us. */
  closures: number;
  /** What a holiday leaves of an ordinary day; two come per 60 days. */
  holiday: number;
}

export const NOMINAL: Climate = { closures: 0, holiday: 0.35 };
export const STRESSED: Climate = { closures: 1, holiday: 0.2 };

/** A lull at night, a rise at noon, a peak in the evening; per step, mean 1. */
const DAY_SHAPE = normalised(
  Array.from({ length: 24 }, (_, h) => 0.12 + 0.9 * bell(h, 13, 3.2) + 1.1 * bell(h, 20.5, 2.2)),
);
const WEEK_SHAPE = normalised([1.1, 1.05, 0.98, 0.95, 0.97, 1, 0.95]);

function bell(at: number, middle: number, width: number): number {
  return Math.exp(-0.5 * ((at - middle) / width) ** 2);
}

function normalised(shape: number[]): number[] {
  const mean = shape.reduce((sum, one) => sum + one, 0) / shape.length;
  return shape.map((one) => one / mean);
}

function normal(random: Prng): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}

/** How many of something that comes `mean` times on average. */
function poisson(random: Prng, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const least = Math.exp(-mean);
  let n = 0;
  for (let product = random.fraction(); product > least; product *= random.fraction()) n++;
  return n;
}

/**
 * Records a step of one shop over so many days, day by day from a Sunday: its own hours, a slow drift, good and bad days, restless hours, flash sales with an
 * exhausted day after them, holidays, closures.
 */
export function* stepsOf(random: Prng, perDay: number, days: number, climate: Climate): Generator<Uint16Array> {
  const hours = normalised(Array.from({ length: 24 }, () => Math.exp(0.2 * normal(random))));
  const starts = (per60Days: number, unit: number) =>
    new Set(Array.from({ length: poisson(random, (per60Days * days) / 60) }, () => random.between(0, days * unit - 1)));
  const sales = starts(4, STEPS_A_DAY);
  const holidays = starts(2, 1);
  const closed = starts(climate.closures, 1);
  let [drift, slope, mood, restless, saleAge] = [0, 0, 0, 0, Number.POSITIVE_INFINITY];
  // What is left until the next record, in expected ones: exact, and free of chance where nothing comes.
  let left = -Math.log(1 - random.fraction());
  for (let day = 0; day < days; day++) {
    if (day % 60 === 0) slope = (random.fraction() * 0.6 - 0.3) / 60;
    drift += slope;
    mood = 0.7 * mood + Math.sqrt(1 - 0.49) * 0.3 * normal(random);
    const level = closed.has(day)
      ? 0
      : (perDay / STEPS_A_DAY) *
        (WEEK_SHAPE[day % 7] ?? 1) *
        Math.exp(drift + mood - 0.045) *
        (holidays.has(day) ? climate.holiday : 1);
    const counts = new Uint16Array(STEPS_A_DAY);
    for (let step = 0; step < STEPS_A_DAY; step++) {
      if (step % 3 === 0) restless = REST_KEPT * restless + REST_MOVES * normal(random);
      saleAge = sales.has(day * STEPS_A_DAY + step) ? 0 : saleAge + 1;
      const rate = level * hourShape(hours, step) * Math.exp(restless - 0.03125) * saleFactor(saleAge);
      counts[step] = rate > 30 ? poisson(random, rate) : 0;
      if (rate > 30) continue;
      left -= rate;
      while (left < 0) {
        left -= Math.log(1 - random.fraction());
        counts[step] = (counts[step] ?? 0) + 1;
      }
    }
    yield counts;
  }
}

/** Restlessness forgets itself within two hours. */
const REST_KEPT = Math.exp((-3 * STEP_MINUTES) / 120);
const REST_MOVES = 0.25 * Math.sqrt(1 - REST_KEPT ** 2);

function hourShape(hours: readonly number[], step: number): number {
  const hour = Math.floor(step / STEPS_AN_HOUR);
  const part = step / STEPS_AN_HOUR - hour;
  const [from = 1, to = 1] = [DAY_SHAPE[hour], DAY_SHAPE[(hour + 1) % 24]];
  return (hours[hour] ?? 1) * ((1 - part) * from + part * to);
}

/** Four hours of up to eight times as much, and then a day of less. */
function saleFactor(age: number): number {
  if (age < 48) return 8 * Math.exp(-age / 30);
  return age < 48 + STEPS_A_DAY ? 0.6 : 1;
}
