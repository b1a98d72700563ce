import type { TransactionSql } from "postgres";
import type { RunEnd } from "@/lib/runner/lease-port";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

const FINDING = "sync.opt_outs_waiting";

/** After an opt-out pass: one that failed is a critical finding, for withdrawals may be waiting since the sync was paused; one that went through clears it. */
export async function noteOptOuts(
  sql: TransactionSql,
  run: { workspaceId: string; syncId: string; runId: string },
  end: RunEnd,
): Promise<void> {
  if (end.state !== "succeeded" && end.failure === null) return;
  const [pass] = await sql<{ since: number }[]>`
    select epoch_ms(coalesce(s.paused_at, r.requested_at)) as since
    from runs r join syncs s on s.id = r.sync_id where r.id = ${run.runId} and r.kind = 'opt_out'`;
  if (!pass) return;
  if (end.state === "succeeded") return resolveFinding(sql, run.syncId, FINDING);
  const { workspaceId, syncId, runId } = run;
  const evidence = { sinceMs: pass.since, runId, code: end.failure?.code ?? null, detail: end.failure?.detail ?? null };
  await openFinding(sql, { workspaceId, syncId, kind: FINDING, severity: "critical", evidence });
}
