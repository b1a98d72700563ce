import type { TransactionSql } from "postgres";
import { type FindingKind, severityOf } from "@/lib/runner/finding-kinds";

/**
 * The fact has ended: closes the sync's open finding of this kind, if there is one, and writes the all-clear to whoever was told. Call it whenever the fact
 * is seen not to be so. @param syncId null for one about the workspace. @param subject as it was opened with
 */
export async function resolveFinding(
  sql: TransactionSql,
  syncId: string | null,
  kind: FindingKind,
  subject = "",
): Promise<void> {
  await sql`
    with ended as (
      update findings set state = 'resolved', resolved_at = clock_timestamp(), updated_at = clock_timestamp(), snoozed_until = null, remind_at = null
      where coalesce(sync_id, '00000000-0000-0000-0000-000000000000') = coalesce(${syncId}::uuid, '00000000-0000-0000-0000-000000000000') and kind = ${severityOf(kind) && kind} and subject = ${subject} and state <> 'resolved'
      returning id, workspace_id, sync_id, severity
    )
    insert into alert_notices (workspace_id, finding_id, sync_id, occasion, severity)
    select workspace_id, id, sync_id, 'cleared', severity from ended`;
}
