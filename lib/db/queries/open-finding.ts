import type { TransactionSql } from "postgres";
import type { Severity } from "../schema/findings";

/** Opens a finding, or updates the evidence of the one that is open. @param finding.evidence counts, times, codes and ids only */
export async function openFinding(
  sql: TransactionSql,
  finding: {
    workspaceId: string;
    syncId: string | null;
    kind: string;
    subject?: string;
    severity: Severity;
    evidence: Record<string, unknown>;
  },
): Promise<void> {
  await sql`
    insert into findings (workspace_id, sync_id, kind, subject, severity, evidence)
    values (${finding.workspaceId}, ${finding.syncId}, ${finding.kind}, ${finding.subject ?? ""}, ${finding.severity},
      ${JSON.stringify(finding.evidence)}::text::jsonb)
    on conflict (workspace_id, coalesce(sync_id, '00000000-0000-0000-0000-000000000000'), kind, subject) where state <> 'resolved'
    do update set evidence = excluded.evidence, severity = excluded.severity, updated_at = clock_timestamp()`;
}
