import type { TransactionSql } from "postgres";
import type { Failure } from "@/lib/runner/failures";
import type { FindingKind } from "@/lib/runner/finding-kinds";
import type { Lease } from "@/lib/runner/lease-port";
import { READ_FINDINGS, type ReadFinding, type ReadNotes } from "@/lib/runner/receipt-port";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

const VANISHED: FindingKind = "sync.record_vanished";

/** Stores what a read measured, for the next one. A lag that is measured again, or is larger, counts anew; an old one gives way. */
export async function storeMeasures(
  sql: TransactionSql,
  lease: Lease,
  { count, lagMs }: Pick<ReadNotes, "count" | "lagMs">,
): Promise<void> {
  const lag = lagMs > 0 ? lagMs : null;
  await sql`
    insert into reading_states as s (sync_id, workspace_id, lag_ms, lag_at, drift, last_drift, gap_reads)
    values (${lease.syncId}, ${lease.workspaceId}, coalesce(${lag}::float8, 0), case when ${lag}::float8 is not null then clock_timestamp() end,
      ${count?.drift ?? null}, ${count?.lastDrift ?? null}, ${count?.gapReads ?? 0})
    on conflict (sync_id) do update set
      lag_ms = case when ${lag}::float8 is null then s.lag_ms
        when s.lag_at > clock_timestamp() - interval '7 days' then greatest(s.lag_ms, excluded.lag_ms) else excluded.lag_ms end,
      lag_at = case when ${lag}::float8 >= s.lag_ms or s.lag_at is null or s.lag_at <= clock_timestamp() - interval '7 days'
        then coalesce(excluded.lag_at, s.lag_at) else s.lag_at end,
      drift = coalesce(excluded.drift, s.drift), last_drift = coalesce(excluded.last_drift, s.last_drift),
      gap_reads = case when ${count !== null}::boolean then excluded.gap_reads else s.gap_reads end`;
}

/** Opens the findings that stand after a judged read and resolves the others; one of a short read stands until nothing contradicts any more. */
export async function tellFindings(sql: TransactionSql, lease: Lease, findings: readonly ReadFinding[]): Promise<void> {
  const { workspaceId, syncId } = lease;
  for (const { kind, evidence } of findings)
    await openFinding(sql, { workspaceId, syncId, kind, evidence: { ...evidence, runId: lease.runId } });
  const [left] = await sql<{ contradicted: boolean; vanished: boolean }[]>`
    select exists (select from contradictions where sync_id = ${syncId} and looks > 1) as contradicted,
      exists (select from pending where sync_id = ${syncId} and cause = 'vanished') as vanished`;
  const standing = new Set<FindingKind>(findings.map(({ kind }) => kind));
  if (left?.contradicted) standing.add("sync.suspect_short");
  if (left?.vanished) standing.add(VANISHED);
  const over: FindingKind[] = ([...READ_FINDINGS, VANISHED] as FindingKind[]).filter((kind) => !standing.has(kind));
  for (const kind of over) await resolveFinding(sql, syncId, kind);
}

/** Records that answer null by id, and no event says why. */
export async function tellVanished(sql: TransactionSql, lease: Lease, recordIds: readonly string[]): Promise<void> {
  const { workspaceId, syncId, runId } = lease;
  const evidence = { records: recordIds.length, recordIds: recordIds.slice(0, 10), runId };
  await openFinding(sql, { workspaceId, syncId, kind: VANISHED, evidence });
}

/** A read that failed its receipts. It gets here at its second look, since the first is no failed attempt. */
export async function tellReadFailure(
  sql: TransactionSql,
  run: { workspaceId: string; syncId: string; runId: string },
  cause: Failure | null,
): Promise<void> {
  if (cause?.code !== "source.unreadable") return;
  const { workspaceId, syncId, runId } = run;
  const evidence = { code: cause.code, detail: cause.detail, runId };
  await openFinding(sql, { workspaceId, syncId, kind: "sync.unreadable", evidence });
}
