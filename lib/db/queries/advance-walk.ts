import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { Walk } from "@/lib/runner/reading-ports";

/** Stores a page's progress on the walk that it belongs to. @throws InvariantViolation when the walk has moved on since it was read */
export async function advanceWalk(
  sql: TransactionSql,
  lease: Lease,
  walk: Walk,
  page: {
    cursor: string | null;
    rows: number;
    lowestMs: number | null;
    queued: number;
    metFloor: boolean;
    complete: boolean;
  },
): Promise<void> {
  const moved = await sql`
    update walks set cursor = ${page.cursor}, pages = pages + 1, rows = rows + ${page.rows}, queued = queued + ${page.queued},
      lowest = least(lowest, at_ms(${page.lowestMs})), met_floor = met_floor or ${page.metFloor}::boolean,
      state = case when ${page.complete}::boolean then 'complete' else state end
    where id = ${walk.id} and run_id = ${lease.runId} and state = 'walking' and pages = ${walk.pages}`;
  if (moved.count === 0) throw new InvariantViolation(`Walk ${walk.id} is not where this page belongs.`);
}
