import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { usualRange } from "@/lib/runner/statistic/expected-rate";
import { defineUseCase } from "../define-use-case";

/** One read of the scheduled lane as the chart shows it. */
export interface RhythmPoint {
  runId: string;
  /** When it was judged, epoch ms. */
  atMs: number;
  /** Records that had changed since the read before. */
  records: number;
  expected: number;
  /** What is usual at such a time, in records. */
  low: number;
  high: number;
  /** Proven, and unusually silent. */
  silent: boolean;
}

const NEWEST = 96;

/** The newest reads of a sync's scheduled lane that the silence statistic could compare with something, oldest first. */
export const readRhythm = defineUseCase({
  role: "viewer",
  input: z.strictObject({ syncId: z.uuid() }),
  run: async (tx, _context, { syncId }) => {
    const rows = await tx.execute<{
      run_id: string;
      at: number;
      arrived: number;
      expected: number;
      silent: boolean;
    }>(sql`
      select run_id, epoch_ms(finished_at) as at, arrived, expected, silence >= silence_limit as silent
      from walks
      where sync_id = ${syncId} and lane = 'scheduled' and state = 'judged' and arrived is not null and expected is not null
      order by started_at desc limit ${NEWEST}`);
    return ok(rows.toReversed().map(pointOf));
  },
});

function pointOf(row: { run_id: string; at: number; arrived: number; expected: number; silent: boolean }): RhythmPoint {
  const { low, high } = usualRange(row.expected);
  return {
    runId: row.run_id,
    atMs: row.at,
    records: row.arrived,
    expected: row.expected,
    low,
    high,
    silent: row.silent,
  };
}
