import type { TransactionSql } from "postgres";
import { type FindingKind, type Severity, severityOf } from "@/lib/runner/finding-kinds";

export interface ObservedFact {
  workspaceId: string;
  /** Null when it is about the workspace. */
  syncId: string | null;
  kind: FindingKind;
  /** What it is about beside the sync: a record, a connection. */
  subject?: string;
  /** Left out: as grave as its kind is. It may rise while the finding is open, and never falls. */
  severity?: Severity;
  /** Counts, times, codes and ids only. */
  evidence: Record<string, unknown>;
}

/**
 * A fact was seen: opens its finding, or updates the one that is open, and writes the notice in the same transaction: one when it opens, one when it grows
 * graver (which also ends an acknowledgement or a snooze), never one for seeing it again. Call it at every observation. @throws InvariantViolation for an unknown kind
 */
export async function openFinding(sql: TransactionSql, fact: ObservedFact): Promise<void> {
  const severity = fact.severity ?? severityOf(fact.kind);
  await sql`
    with seen as (
      insert into findings as f (workspace_id, sync_id, kind, subject, severity, evidence, remind_at)
      values (${fact.workspaceId}, ${fact.syncId}, ${severityOf(fact.kind) && fact.kind}, ${fact.subject ?? ""}, ${severity},
        ${JSON.stringify(fact.evidence)}::text::jsonb, clock_timestamp() + interval '1 day')
      on conflict (workspace_id, coalesce(sync_id, '00000000-0000-0000-0000-000000000000'), kind, subject) where state <> 'resolved'
      do update set evidence = excluded.evidence, updated_at = clock_timestamp(),
        severity = case when severity_rank(excluded.severity) > severity_rank(f.severity) then excluded.severity else f.severity end,
        state = case when severity_rank(excluded.severity) > severity_rank(f.severity) then 'open' else f.state end,
        acknowledged_by = case when severity_rank(excluded.severity) > severity_rank(f.severity) then null else f.acknowledged_by end,
        snoozed_until = case when severity_rank(excluded.severity) > severity_rank(f.severity) then null else f.snoozed_until end,
        remind_at = case when severity_rank(excluded.severity) > severity_rank(f.severity) then excluded.remind_at else f.remind_at end
      -- Only a row that was just inserted has no xmax.
      returning f.id, f.workspace_id, f.sync_id, f.severity, f.xmax = 0 as fresh
    )
    insert into alert_notices (workspace_id, finding_id, sync_id, occasion, severity)
    select workspace_id, id, sync_id, case when fresh then 'opened' else 'raised' end, severity from seen
    where fresh or exists (select from alert_notices o where o.finding_id = seen.id)
      and not exists (select from alert_notices o where o.finding_id = seen.id and severity_rank(o.severity) >= severity_rank(seen.severity))
    on conflict (finding_id, occasion, severity) where occasion in ('opened', 'raised', 'cleared') do nothing`;
}
