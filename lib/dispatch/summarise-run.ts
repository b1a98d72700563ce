import { type Database, database, inWorkspace } from "@/lib/db/client";
import { runWorkspace } from "@/lib/db/system";

/** A run as the engine shows it: its state and what landed so far, by outcome. Counts only. */
export interface RunSummary {
  /** Null for an unknown run. */
  workspaceId: string | null;
  outcome: string;
  counts: Record<string, number>;
}

export async function summariseRun(runId: string, db: Database = database()): Promise<RunSummary> {
  const workspaceId = await runWorkspace(runId, db);
  if (workspaceId === null) return { workspaceId, outcome: "unknown", counts: {} };
  const [row] = await inWorkspace(
    workspaceId,
    ({ raw }) => raw<{ outcome: string; delivered: number; unchanged: number; refused: number; held: number }[]>`
      select r.state as outcome, coalesce(sum(b.delivered), 0)::float8 as delivered, coalesce(sum(b.unchanged), 0)::float8 as unchanged,
        coalesce(sum(b.refused), 0)::float8 as refused, coalesce(sum(b.held), 0)::float8 as held
      from runs r left join batches b on b.run_id = r.id
      where r.id = ${runId} group by r.state`,
    db,
  );
  const { outcome, ...counts } = row ?? { outcome: "unknown" };
  return { workspaceId, outcome, counts };
}
