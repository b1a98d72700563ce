import type { RoundResult } from "./round";
import { BLOWS, POINTS } from "./strike";

const seconds = (ms: number | undefined): string => (ms === undefined ? "–" : (ms / 1000).toFixed(1));

function quantile(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

const HEAD = ["point", ...BLOWS, "runs in hand", "calls open", "taken up p50 s", "max s"];

/** Where workers were struck, how, and how long their runs waited to be gone on with. */
export function tableOfStrikes(rounds: readonly RoundResult[]): string {
  const strikes = rounds.flatMap((round) => round.strikes);
  const ups = rounds.flatMap((round) => round.takeUps);
  const lineOf = (name: string, matches: (point: string) => boolean): string[] => {
    const here = strikes.filter(({ point }) => matches(point));
    const waits = ups
      .flatMap(({ strike, ms }) => (matches(strike.point) && ms !== null ? [ms] : []))
      .toSorted((one, other) => one - other);
    return [
      name,
      ...BLOWS.map((blow) => String(here.filter((strike) => strike.blow === blow).length)),
      String(here.reduce((sum, { runs }) => sum + runs.length, 0)),
      String(here.reduce((sum, { open }) => sum + open.length, 0)),
      seconds(quantile(waits, 0.5)),
      seconds(waits.at(-1)),
    ];
  };
  const lines = POINTS.map((point) => lineOf(point, (one) => one === point));
  return table([HEAD, ...lines, lineOf("all", () => true)]);
}

/** What the rounds came to, in one line. */
export function totals(rounds: readonly RoundResult[]): string {
  const sum = (of: (round: RoundResult) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const states = new Map<string, number>();
  for (const { runs } of rounds)
    for (const [state, n] of Object.entries(runs)) states.set(state, (states.get(state) ?? 0) + n);
  return [
    `${sum(({ strikes }) => strikes.length)} blows, ${sum(({ edits }) => edits)} edits`,
    `runs: ${[...states].map(([state, n]) => `${n} ${state}`).join(", ")}`,
    `doubts ${sum(({ doubts }) => doubts)}`,
    `lost ${sum(({ lost }) => lost.length)}`,
    `repeats after a lost answer ${sum(({ repeats }) => repeats)}`,
    `violations ${sum(({ violations }) => violations.length)}`,
  ].join("; ");
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}
