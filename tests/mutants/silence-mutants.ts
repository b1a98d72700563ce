import { db, type Mutant, unit } from "./mutant";

const statistic = db("silence-statistic");
const watches = db("watches");

/** What is proven and still unusually quiet, and what should have happened and did not. */
export const SILENCE_MUTANTS: readonly Mutant[] = [
  {
    id: "silence-scheduled-lane",
    guard: "the statistic learns from the scheduled lane alone",
    file: "lib/db/stores/walks.ts",
    source: 'if (lease.lane !== "scheduled" || coveredMs === null) return { lookAgain: false };',
    replacement: "if (coveredMs === null) return { lookAgain: false };",
    killedBy: statistic("a read that is not proven good teaches nothing"),
  },
  {
    id: "silence-looks-again",
    guard: "a silence has everything read again, once, with a fresh token",
    file: "lib/runner/discover.ts",
    source: "  if (walk.asksAgain) {",
    replacement: "  if (false) {",
    killedBy: unit("silence-look")("a silence has everything read again"),
  },
  {
    id: "silence-other-lane",
    guard: "what the other lane has landed meanwhile is no silence",
    file: "lib/db/queries/silence-arrivals.ts",
    source: "and outcome <> 'gone'",
    replacement: "and false",
    killedBy: statistic("records that the other lane has landed meanwhile"),
  },
  {
    id: "watch-proven",
    guard: "only a success on a proven read ends a silence",
    file: "drizzle/0009_watches.sql",
    source: "AND r.verdict IN ('healthy', 'proven_quiet')",
    replacement: "",
    killedBy: watches("only a proven success of the scheduled lane counts"),
  },
  {
    id: "watch-first-run",
    guard: "a first run that makes progress is no silence",
    file: "lib/watch/judge-watches.ts",
    source: "if (isFirst && sync.progressMs !== null",
    replacement: "if (isFirst && sync.progressMs === null",
    killedBy: watches("a first run that goes on for a day"),
  },
];
