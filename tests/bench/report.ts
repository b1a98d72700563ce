import os from "node:os";
import type { ChunkCount } from "./count-statements";
import { type Figures, MEMORY_KIND } from "./meter";
import type { RunnerFigures } from "./whole-runner";

export interface LoopFigures extends Figures {
  posted: number;
}

export interface Round {
  runner: RunnerFigures;
  loop: LoopFigures;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
const loads = (): string =>
  os
    .loadavg()
    .map((load) => load.toFixed(2))
    .join(" ");

/** The machine and how busy it is: figures taken beside other work are worth little. */
export const describeMachine = (): string =>
  `${os.availableParallelism()} cores, ${os.cpus()[0]?.model.trim() ?? "unknown processor"}, ${megabytes(os.totalmem())} MB, ` +
  `Node ${process.versions.node}; load average ${loads()}; ${new Date().toISOString().slice(0, 16)}Z`;

export const describeLoad = (): string => `load average ${loads()}`;

const HEAD = [
  "",
  "records",
  "wall s",
  "records/s",
  "CPU s",
  "CPU ms/record",
  `${MEMORY_KIND} at rest MB`,
  `peak ${MEMORY_KIND} MB`,
];

/** A line for each thing measured, in Markdown, which is also plain to read in a terminal. */
export function tableOfRounds(rounds: readonly Round[], records: number): string {
  const lines = rounds.flatMap(({ runner, loop }, index) => [
    lineOf(`runner, first run, round ${index + 1}`, runner.first, records),
    lineOf(`plain loop, round ${index + 1}`, loop, loop.posted),
    lineOf(`runner, quiet run, round ${index + 1}`, runner.quiet, 0),
  ]);
  return table([HEAD, ...lines]);
}

function lineOf(name: string, { wallMs, cpuMs, restBytes, peakBytes }: Figures, records: number): string[] {
  const per = (value: string) => (records > 0 ? value : "–");
  return [
    name,
    String(records),
    seconds(wallMs),
    per(((records / wallMs) * 1000).toFixed(0)),
    seconds(cpuMs),
    per((cpuMs / records).toFixed(2)),
    megabytes(restBytes),
    megabytes(peakBytes),
  ];
}

/** Statements a chunk by its size, and what whole runs send. */
export function tableOfStatements({ first, quiet, edits }: RunnerFigures): string {
  const sizes = edits.map(({ edited, run }) => [`chunk of ${edited}`, spread(run.chunks), String(run.statements)]);
  const whole = `${first.chunks.length} chunks: ${spread(first.chunks)} each`;
  return table([
    ["", "statements a chunk", "statements of the whole run"],
    ...sizes,
    [
      "first run",
      whole,
      `${first.statements} (${(first.statements / first.chunks.length).toFixed(1)} a chunk, all in)`,
    ],
    ["quiet run", "no chunk", String(quiet.statements)],
  ]);
}

/** "27", or "27 to 31" where some differ: a beat that falls due in mid-chunk adds four, keys read anew each minute add one. */
function spread(chunks: readonly ChunkCount[]): string {
  const counts = chunks.map(({ statements }) => statements);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} to ${most}`;
}

/** The loop's rate against the runner's, round by round: how many times slower the runner is. */
export function ratios(rounds: readonly Round[]): string {
  const wall = rounds.map(({ runner, loop }) => (runner.first.wallMs / loop.wallMs).toFixed(2));
  const cpu = rounds.map(({ runner, loop }) => (runner.first.cpuMs / loop.cpuMs).toFixed(2));
  return `Ratio loop/runner in records/s: ${wall.join(", ")}; runner/loop in CPU: ${cpu.join(", ")}`;
}

function table(rows: readonly string[][]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.slice(1).map(line)].join("\n");
}
