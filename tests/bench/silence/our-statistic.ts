import { hourFactor, lowerLevel, weekdayFactor } from "@/lib/runner/statistic/expected-rate";
import { alarmLimit, judgeSilence, lookAgainLimit, markBenign } from "@/lib/runner/statistic/judge-silence";
import { type Arrivals, learn } from "@/lib/runner/statistic/learn-days";
import { hoursAtOffset } from "@/lib/runner/statistic/shop-hours";
import { newSilenceState, type SilenceState } from "@/lib/runner/statistic/silence-state";
import type { Contender } from "./contender";

const STEP_MS = 300_000;
const STEPS_AN_HOUR = 12;
const STEPS_A_DAY = 288;
const DAY_MS = 86_400_000;
/** A Sunday, 00:00. */
const START_MS = Date.UTC(2026, 0, 4);
/** A read is whole up to two minutes ago, so that the last two of its five do not count yet. */
const MARGIN_STEPS = 2 / 5;
const utc = hoursAtOffset(0);

/**
 * The product's own statistic. Learning, level, limits and a person's word are its code; only the sum of x is taken on step by step here, as a read each five
 * minutes would find it, and compared with the code's at each alarm. A person calls each false alarm fine, at once.
 */
export class OurStatistic implements Contender {
  readonly name = "Nightpost";
  private state: SilenceState = newSilenceState();
  private at = 0;
  private x = 0;
  private limit = Number.POSITIVE_INFINITY;
  private lookAgainAt = Number.POSITIVE_INFINITY;
  private alarmed = false;
  private looked = false;
  private tally: Arrivals[] = [];
  private tallied = -1;
  private rates: number[] = new Array<number>(24 * 7).fill(0);
  looks = 0;

  /** @param seedDays how many of the first days are only the source's own record times */
  constructor(private readonly seedDays: number) {}

  step(records: number): boolean {
    const hour = Math.floor(this.at / STEPS_AN_HOUR);
    this.x += this.rates[hour % 168] ?? 0;
    this.at++;
    if (records > 0) this.take(records, hour);
    if (this.at === this.seedDays * STEPS_A_DAY) this.seed();
    if (this.at < this.seedDays * STEPS_A_DAY) return false;
    if (this.at % STEPS_A_DAY === 0) this.limit = alarmLimit(this.state, this.nowMs());
    if (!this.looked && this.x >= this.lookAgainAt) {
      this.looked = true;
      this.looks++;
    }
    if (this.x < this.limit) return false;
    return this.alarm();
  }

  stepsToAlarm(atMost: number): number | null {
    if (this.alarmed) return 1;
    let x = this.x;
    for (let steps = 1; steps <= atMost; steps++) {
      const rate = this.rates[Math.floor((this.at + steps - 1) / STEPS_AN_HOUR) % 168] ?? 0;
      x += rate;
      if (x - MARGIN_STEPS * rate >= this.limit) return steps;
    }
    return null;
  }

  private nowMs = () => START_MS + this.at * STEP_MS;

  /** Records come: the silence ends. A day is handed to the statistic with the first record after it. */
  private take(records: number, hour: number): void {
    const last = this.tally.at(-1);
    if (last && this.tallied === hour) Object.assign(last, { records: last.records + records, atMs: this.nowMs() - 1 });
    else this.tally.push({ atMs: this.nowMs() - 1, records });
    const newDay = this.tallied >= 0 && Math.floor(this.tallied / 24) !== Math.floor(hour / 24);
    this.tallied = hour;
    this.x = 0;
    this.alarmed = false;
    this.looked = false;
    if (newDay && this.at > this.seedDays * STEPS_A_DAY) this.learnTally();
  }

  private seed(): void {
    // The seed has begun with a whole day, which the code cannot know of times that begin with the simulation.
    this.learnTally(START_MS - 1);
    this.x = 0;
  }

  private learnTally(countedToMs = this.state.countedToMs): void {
    const span = { arrivals: this.tally, lastRecordMs: this.tally.at(-1)?.atMs ?? null, toMs: this.nowMs() };
    this.state = learn({ ...this.state, countedToMs }, span, utc);
    this.tally = [];
    this.tallied = Math.floor((this.at - 1) / STEPS_AN_HOUR);
    this.refresh();
  }

  private refresh(): void {
    const level = (lowerLevel(this.state) * STEP_MS) / DAY_MS;
    const hours = Array.from({ length: 24 }, (_, hour) => hourFactor(this.state, hour));
    for (let weekday = 0; weekday < 7; weekday++) {
      const factor = level * weekdayFactor(this.state, weekday);
      for (let hour = 0; hour < 24; hour++) this.rates[weekday * 24 + hour] = factor * (hours[hour] ?? 0);
    }
    this.limit = alarmLimit(this.state, this.nowMs());
    this.lookAgainAt = lookAgainLimit(this.state);
  }

  /** The code must say the same of this moment. */
  private alarm(): boolean {
    const lastRecordMs = this.tally.at(-1)?.atMs ?? this.state.lastRecordMs;
    const now = { ...this.state, lastRecordMs: lastRecordMs, countedToMs: this.nowMs() };
    const judged = judgeSilence(now, utc);
    if (judged.verdict !== "unusual" && !this.alarmed && judged.x < 0.97 * judged.alarmAt)
      throw new Error(`The simulation alarms at x = ${this.x}, the product says ${judged.verdict} at ${judged.x}.`);
    if (judged.verdict !== "unusual") return false;
    this.alarmed = true;
    this.state = { ...markBenign(now, this.nowMs()), countedToMs: this.state.countedToMs };
    this.limit = alarmLimit(this.state, this.nowMs());
    return true;
  }
}
