import { db, type Mutant, unit } from "./mutant";

const receipts = unit("receipts");
const sweeps = unit("sweeps");
const CONTRADICTIONS = "lib/runner/receipts/contradictions.ts";

/** Every read proves itself by receipts. */
export const RECEIPT_MUTANTS: readonly Mutant[] = [
  {
    id: "short-after-two-looks",
    guard: "what is missing in two looks makes the read short",
    file: CONTRADICTIONS,
    source: "if (confirmed.length > 0) return",
    replacement: "if (confirmed.length < 0) return",
    killedBy: receipts("a list that withholds what was edited"),
  },
  {
    id: "denied-fields",
    guard: "addresses that are all null are a denied field",
    file: "lib/runner/receipts/r2-scope.ts",
    source: "alive.length >= DENIED_FROM && visible.length === 0",
    replacement: "alive.length < 0 && visible.length === 0",
    killedBy: receipts("addresses that are null without a word"),
  },
  {
    id: "witnesses-null",
    guard: "witnesses that are all null make the reads by id unbelievable",
    file: "lib/runner/receipts/r4-witness.ts",
    source: "const unbelievable = !anyAlive",
    replacement: "const unbelievable = anyAlive",
    killedBy: receipts("witnesses that are all null"),
  },
  {
    id: "first-read-tells-no-time",
    guard: "a reading of nobody tells no time, so that a first read finds no clocks apart",
    file: "lib/runner/receipts/take-receipts.ts",
    source: "ids.length > 0 ? read.value.serverTimeMs",
    replacement: "ids.length >= 0 ? read.value.serverTimeMs",
    killedBy: receipts("the first read of all"),
  },
  {
    id: "sweeps-are-marked",
    guard: "the system role may mark sweeps due",
    file: "drizzle/0016_sweep_marks.sql",
    source: "FOR UPDATE TO nightpost_system USING (true)",
    replacement: "FOR UPDATE TO nightpost_system USING (false)",
    killedBy: db("sweeps")("finds by walk over the last 48 hours"),
  },
  {
    id: "sweep-after-success",
    guard: "a sweep waits after a failed run, so that failures are counted",
    file: "lib/db/run-requests.ts",
    source: "order by r.finished_at desc limit 1) = 'succeeded'`;",
    replacement: "order by r.finished_at desc limit 1) is not null`;",
    killedBy: db("sweeps")("that fails is not counted"),
  },
  {
    id: "daily-sweep-floor",
    guard: "a daily sweep walks down to 48 hours ago",
    file: "lib/runner/bookmark.ts",
    source: 'input.sweep === "daily" ? Math.min(',
    replacement: 'input.sweep !== "daily" ? Math.min(',
    killedBy: sweeps("a daily sweep walks down"),
  },
  {
    id: "sweep-reconciled",
    guard: "every id is reconciled with the exact total, also when somebody was deleted",
    file: "lib/runner/receipts/look-up-missing.ts",
    source: 'if (walk.kind === "updated" && (walk.rows > 0 || missed.length > 0))',
    replacement: 'if (missed.length > 0 || (walk.kind === "updated" && walk.rows > 0))',
    killedBy: sweeps("a list that has fewer ids"),
  },
  {
    id: "everybody-deleted",
    guard: "a sweep takes everybody off who was deleted, not a sample of them",
    file: "lib/runner/receipts/look-up-missing.ts",
    source: "const allOfMany = gone.length === MISSED_SAMPLE;",
    replacement: "const allOfMany = false;",
    killedBy: sweeps("takes everybody off"),
  },
];
