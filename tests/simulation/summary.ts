import { complaints, type SeedReport } from "./seed";

/** Sums over seeds; what the table shows. */
export interface Summary {
  seeds: number;
  steps: number;
  legs: number;
  calls: number;
  crashes: number;
  freezes: number;
  storeErrors: number;
  lostAnswers: number;
  repeats: number;
  excess: number;
  lost: number;
  older: number;
  extra: number;
  unblocked: number;
  doubleCommits: number;
  capOverruns: number;
  withoutConsent: number;
  other: number;
  held: number;
  /** Seeds with a complaint, each with its first. */
  failing: { seed: number; first: string }[];
}

const NUMBERS = [
  ...([
    "seeds",
    "steps",
    "legs",
    "calls",
    "crashes",
    "freezes",
    "storeErrors",
    "lostAnswers",
    "repeats",
    "excess",
  ] as const),
  ...([
    "lost",
    "older",
    "extra",
    "unblocked",
    "doubleCommits",
    "capOverruns",
    "withoutConsent",
    "other",
    "held",
  ] as const),
];

/** Violations that have a column of their own. */
const COLUMNS: Record<string, "excess" | "doubleCommits" | "capOverruns" | "withoutConsent"> = {
  repeat: "excess",
  double_commit: "doubleCommits",
  cap_overrun: "capOverruns",
  without_consent: "withoutConsent",
};

export function emptySummary(): Summary {
  const zeros = Object.fromEntries(NUMBERS.map((name) => [name, 0])) as Omit<Summary, "failing">;
  return { ...zeros, failing: [] };
}

export function addSeed(summary: Summary, report: SeedReport): void {
  summary.seeds++;
  for (const name of ["steps", "legs", "calls", "crashes", "freezes", "storeErrors", "lostAnswers", "repeats"] as const)
    summary[name] += report[name];
  const { lost, older, extra, unblocked, stuck, held } = report.rest;
  summary.lost += lost.length;
  summary.older += older.length;
  summary.extra += extra.length;
  summary.unblocked += unblocked.length;
  summary.other += stuck.length;
  summary.held += held.length;
  for (const { kind } of report.violations) summary[COLUMNS[kind] ?? "other"]++;
  const [first] = complaints(report);
  if (first !== undefined) summary.failing.push({ seed: report.seed, first });
}

export function mergeSummaries(parts: readonly Summary[]): Summary {
  const whole = emptySummary();
  for (const part of parts) {
    for (const name of NUMBERS) whole[name] += part[name];
    whole.failing.push(...part.failing);
  }
  whole.failing.sort((a, b) => a.seed - b.seed);
  return whole;
}

/** Lines of a table: a column each for name and number. */
export function tableOf(summary: Summary): string {
  const rows: [string, number, string?][] = [
    ["seeds", summary.seeds],
    ["steps", summary.steps],
    ["legs", summary.legs],
    ["calls to the destination", summary.calls],
    ["crashes", summary.crashes],
    ["freezes", summary.freezes],
    ["store errors", summary.storeErrors],
    ["lost answers", summary.lostAnswers],
    ["repeats", summary.repeats, "each behind a lost answer"],
    ["held at rest", summary.held, "visible, for a person"],
    ["lost at rest", summary.lost, "must be 0"],
    ["repeats beyond lost answers", summary.excess, "must be 0"],
    ["older over newer at rest", summary.older, "must be 0"],
    ["on the list without right", summary.extra, "must be 0"],
    ["opt-outs not blocklisted", summary.unblocked, "must be 0"],
    ["double commits", summary.doubleCommits, "must be 0"],
    ["cap overruns", summary.capOverruns, "must be 0"],
    ["calls without proven consent", summary.withoutConsent, "must be 0"],
    ["other violations", summary.other, "must be 0"],
  ];
  return rows
    .map(([name, value, note]) =>
      `${name.padEnd(30)}${value.toLocaleString("en").padStart(14)}   ${note ?? ""}`.trimEnd(),
    )
    .join("\n");
}

/** One line a protocol. */
export function comparisonOf(rows: readonly [string, Summary][]): string {
  const columns = ["calls", "lostAnswers", "repeats", "lost", "older", "extra", "unblocked"] as const;
  const titles = ["calls", "lost answers", "repeats", "lost", "older", "no right", "not blocked"];
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(28)}${cells.map((cell) => cell.padStart(14)).join("")}`;
  const numbers = ([name, summary]: [string, Summary]) =>
    line(
      name,
      columns.map((column) => summary[column].toLocaleString("en")),
    );
  return [line("protocol", titles), ...rows.map(numbers)].join("\n");
}
