import type { TransactionSql } from "postgres";
import type { HookCheck } from "../schema/connections";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

/** Keeps what a check of webhooks found, sets the next for a day later (an hour after an outage), and opens or ends the finding. */
export async function noteHooks(
  sql: TransactionSql,
  at: { workspaceId: string; connectionId: string },
  check: HookCheck,
): Promise<void> {
  const hours = check.failure?.outage ? 1 : 24;
  await sql`
    update connections set hooks = ${JSON.stringify(check)}::text::jsonb, hooks_due_at = clock_timestamp() + ${hours}::float8 * interval '1 hour'
    where id = ${at.connectionId}`;
  if (check.failure?.outage) return;
  const about = {
    workspaceId: at.workspaceId,
    syncId: null,
    kind: "connection.hooks_missing",
    subject: at.connectionId,
  } as const;
  if (check.state !== "failed") return resolveFinding(sql, null, about.kind, at.connectionId);
  const evidence = { connectionId: at.connectionId, missing: check.missing, code: check.failure?.code ?? null };
  await openFinding(sql, { ...about, evidence });
}
