import { Prng } from "../../simulation/prng";
import { type Contender, emptyRuns, VolumeMonitor } from "./contender";
import { OurStatistic } from "./our-statistic";
import { type Climate, STEPS_A_DAY, stepsOf } from "./shop";

export const SEED_DAYS = 28;
/** Deaths that pass every receipt, each looked at by itself: the shop goes on, the source would have stopped. */
const DEATHS = 5;
const LONGEST_DAYS = 45;
const STEP_HOURS = 1 / 12;
const MONTH_DAYS = 30;

export interface Outcome {
  name: string;
  /** By shop: false alarms in the time watched. */
  falseAlarms: number[];
  /** Hours from a death to the alarm; infinite where none came within 45 days. */
  delaysH: number[];
}

export interface Setting {
  shops: number;
  days: number;
  perDay: number;
  climate: Climate;
  seed: number;
}

/** Simulates shops one after the other, each under a seed of its own. @returns what each contender did, ours first, and our silent looks a sync-month */
export function simulate({ shops, days, perDay, climate, seed }: Setting): {
  outcomes: Outcome[];
  looksAMonth: number;
} {
  const outcomes = contenders().map(({ name }): Outcome => ({ name, falseAlarms: [], delaysH: [] }));
  let looks = 0;
  for (let shop = 0; shop < shops; shop++) {
    const random = new Prng(seed * 100_003 + shop * 7919);
    const all = contenders();
    const alarms = watchShop(random, all, { days, perDay, climate }, (index, steps) =>
      outcomes[index]?.delaysH.push(steps === null ? Number.POSITIVE_INFINITY : steps * STEP_HOURS),
    );
    for (const [index, count] of alarms.entries()) outcomes[index]?.falseAlarms.push(count);
    looks += all[0] instanceof OurStatistic ? all[0].looks : 0;
  }
  return { outcomes, looksAMonth: (looks * MONTH_DAYS) / (shops * days) };
}

const contenders = (): Contender[] => [
  new OurStatistic(SEED_DAYS),
  emptyRuns("10 empty runs, each 5 min", 1),
  emptyRuns("10 empty runs, each 15 min", 3),
  new VolumeMonitor(),
];

function watchShop(
  random: Prng,
  watching: readonly Contender[],
  { days, perDay, climate }: Pick<Setting, "days" | "perDay" | "climate">,
  onDeath: (contender: number, steps: number | null) => void,
): number[] {
  const alarms = watching.map(() => 0);
  const first = SEED_DAYS * STEPS_A_DAY;
  const deaths = new Set(
    Array.from({ length: DEATHS }, () => random.between(first + 2 * STEPS_A_DAY, (SEED_DAYS + days) * STEPS_A_DAY - 1)),
  );
  let at = 0;
  for (const counts of stepsOf(random, perDay, SEED_DAYS + days, climate))
    for (const records of counts) {
      const counting = at++ >= first;
      for (let n = 0; n < watching.length; n++)
        if (watching[n]?.step(records) && counting) alarms[n] = (alarms[n] ?? 0) + 1;
      if (!deaths.has(at)) continue;
      for (const [n, one] of watching.entries()) onDeath(n, one.stepsToAlarm(LONGEST_DAYS * STEPS_A_DAY));
    }
  return alarms;
}
