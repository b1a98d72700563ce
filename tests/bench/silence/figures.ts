import type { Outcome } from "./simulate";

export interface Figures {
  name: string;
  /** False alarms a sync-month, and half the width of its 95 % interval. */
  falseAMonth: number;
  plusMinus: number;
  p50H: number;
  p90H: number;
  p99H: number;
}

/** Shops are independent, alarms within one are not: the interval is that of a mean over shops. */
export function figuresOf({ name, falseAlarms, delaysH }: Outcome, days: number): Figures {
  const aMonth = falseAlarms.map((count) => (count * 30) / days);
  const mean = aMonth.reduce((sum, one) => sum + one, 0) / aMonth.length;
  const variance = aMonth.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, aMonth.length - 1);
  const sorted = delaysH.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    name,
    falseAMonth: mean,
    plusMinus: 1.96 * Math.sqrt(variance / aMonth.length),
    p50H: at(0.5),
    p90H: at(0.9),
    p99H: at(0.99),
  };
}

/** Minutes below two hours; "never" where it had not come within the 45 days that were looked at. */
export function delay(hours: number): string {
  if (!Number.isFinite(hours)) return "never";
  return hours < 2 ? `${Math.round(hours * 60)} min` : `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} h`;
}
