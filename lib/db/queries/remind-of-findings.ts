import type { TransactionSql } from "postgres";

/**
 * Writes the day's reminder for each open finding of the workspace whose time has come, unless an earlier notice of it still waits to be delivered: a
 * mailer that is down for three days brings one message, not three. @returns how many
 */
export async function remindOfFindings(sql: TransactionSql): Promise<number> {
  const reminded = await sql`
    with due as (
      select id from findings where state = 'open' and remind_at <= clock_timestamp() for update skip locked
    ), moved as (
      update findings f set remind_at = clock_timestamp() + interval '1 day', snoozed_until = null
      from due where f.id = due.id
      returning f.id, f.workspace_id, f.sync_id, f.severity
    )
    insert into alert_notices (workspace_id, finding_id, sync_id, occasion, severity)
    select workspace_id, id, sync_id, 'reminder', severity from moved
    where not exists (
      select from alert_notices n join alert_deliveries d on d.notice_id = n.id
      where n.finding_id = moved.id and d.state = 'queued')`;
  return reminded.count;
}
