/** What watches a simulated sync. Each step is five minutes; it is told what came, and alarms once a silence. */
export interface Contender {
  name: string;
  /** One step has passed. @returns whether it alarms now, having not alarmed before in this silence */
  step(records: number): boolean;
  /** If nothing came any more from now on: after how many steps it would alarm; null: not within `atMost`. */
  stepsToAlarm(atMost: number): number | null;
}

/** So many runs in a row without a record; a run each `every` steps. */
export function emptyRuns(name: string, every: number, runs = 10): Contender {
  let empty = 0;
  let inRun = 0;
  let at = 0;
  return {
    name,
    step(records) {
      inRun += records;
      if (++at % every !== 0) return false;
      empty = inRun === 0 ? empty + 1 : 0;
      inRun = 0;
      return empty === runs;
    },
    stepsToAlarm(atMost) {
      if (empty >= runs) return 1;
      const untilRun = every - (at % every);
      const steps = untilRun + (runs - empty - (inRun > 0 ? 0 : 1)) * every;
      return steps <= atMost ? steps : null;
    },
  };
}

const WINDOW_DAYS = 28;
const KNOWN_DAYS = 14;
const SIGMAS = 3;

/** The last 28 values of one hour of the day, or of the day. */
class Window {
  private readonly values: number[] = [];
  private next = 0;
  /** Whether a value lies more than three standard deviations below the mean. */
  isBelow(value: number): boolean {
    const n = this.values.length;
    if (n < KNOWN_DAYS) return false;
    const mean = this.values.reduce((sum, one) => sum + one, 0) / n;
    const variance = this.values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (n - 1);
    return value < mean - SIGMAS * Math.sqrt(variance);
  }
  add(value: number): void {
    this.values[this.next] = value;
    this.next = (this.next + 1) % WINDOW_DAYS;
  }
  copy(): Window {
    const copy = new Window();
    for (const value of [...this.values.slice(this.next), ...this.values.slice(0, this.next)]) copy.add(value);
    return copy;
  }
}

const STEPS_AN_HOUR = 12;
const STEPS_A_DAY = 288;

/** A volume monitor as observability products sell it: each hour's and each day's records against mean − 3σ of the 28 days before. */
export class VolumeMonitor implements Contender {
  readonly name = "3σ volume";
  private hours = Array.from({ length: 24 }, () => new Window());
  private days = new Window();
  private at = 0;
  private inHour = 0;
  private inDay = 0;
  private alarmed = false;

  step(records: number): boolean {
    this.inHour += records;
    this.inDay += records;
    if (++this.at % STEPS_AN_HOUR !== 0) return false;
    const hour = this.hours[(this.at / STEPS_AN_HOUR - 1) % 24];
    let below = hour?.isBelow(this.inHour) ?? false;
    hour?.add(this.inHour);
    this.inHour = 0;
    if (this.at % STEPS_A_DAY === 0) {
      below ||= this.days.isBelow(this.inDay);
      this.days.add(this.inDay);
      this.inDay = 0;
    }
    const alarms = below && !this.alarmed;
    this.alarmed = below;
    return alarms;
  }

  stepsToAlarm(atMost: number): number | null {
    if (this.alarmed) return 1;
    const dead = new VolumeMonitor();
    dead.hours = this.hours.map((hour) => hour.copy());
    dead.days = this.days.copy();
    Object.assign(dead, { at: this.at, inHour: this.inHour, inDay: this.inDay });
    for (let steps = 1; steps <= atMost; steps++) if (dead.step(0)) return steps;
    return null;
  }
}
