import { parseArgs } from "node:util";
import { describeMachine } from "./report";
import { delay, figuresOf } from "./silence/figures";
import { NOMINAL, STRESSED } from "./silence/shop";
import { SEED_DAYS, simulate } from "./silence/simulate";

/*
 * `npm run bench:silence`: what the silence statistic costs in false alarms and how long a death goes unnoticed that passes every receipt, beside the rule of ten
 * empty runs and a 3σ volume monitor, on the same simulated shops.
 */

const { values } = parseArgs({
  options: {
    shops: { type: "string", default: "1000" },
    days: { type: "string", default: "180" },
    seed: { type: "string", default: "1" },
    sizes: { type: "string", default: "5,50,500,5000" },
  },
});
const [shops, days, seed] = [Number(values.shops), Number(values.days), Number(values.seed)];

console.log(describeMachine());
console.log(
  `${shops} shops a size, ${days} days after ${SEED_DAYS} days of history, seed ${seed}, a read each 5 minutes\n`,
);
console.log("| records a day | weather | watched by | false alarms a sync-month (95 %) | delay p50 | p90 | p99 |");
console.log("|---|---|---|---|---|---|---|");
const began = performance.now();
for (const perDay of values.sizes.split(",").map(Number))
  for (const [weather, climate] of Object.entries({ nominal: NOMINAL, stressed: STRESSED })) {
    const { outcomes, looksAMonth } = simulate({ shops, days, perDay, climate, seed });
    for (const outcome of outcomes) {
      const { name, falseAMonth, plusMinus, p50H, p90H, p99H } = figuresOf(outcome, days);
      const alarms = `${falseAMonth.toFixed(2)} ± ${plusMinus.toFixed(2)}`;
      console.log(`| ${[perDay, weather, name, alarms, delay(p50H), delay(p90H), delay(p99H)].join(" | ")} |`);
    }
    console.error(
      `${perDay} ${weather}: receipts taken again ${looksAMonth.toFixed(1)} times a sync-month; ${Math.round((performance.now() - began) / 1000)} s`,
    );
  }
