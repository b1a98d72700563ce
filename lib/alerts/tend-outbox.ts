import type { TransactionSql } from "postgres";

/**
 * What has lost its point goes: a reminder of what is over or acknowledged, messages to a removed channel, and the owners' copy of what a channel has taken
 * after all. @returns how many
 */
export async function supersedeDeliveries(sql: TransactionSql): Promise<number> {
  const gone = await sql`
    update alert_deliveries d set state = 'superseded', settled_at = clock_timestamp(), claimed_until = null
    from alert_notices n left join findings f on f.id = n.finding_id
    where n.id = d.notice_id and d.state = 'queued' and coalesce(d.claimed_until, '-infinity') <= clock_timestamp()
      and ((n.occasion = 'reminder' and (f.state <> 'open' or f.snoozed_until > clock_timestamp()))
        or exists (select from alert_channels c where c.id = d.channel_id and c.removed_at is not null)
        or (d.user_id is not null and n.occasion in ('opened', 'raised') and exists (
          select from alert_deliveries o where o.notice_id = d.notice_id and o.channel_id is not null and o.state = 'delivered')))`;
  return gone.count;
}

/**
 * A critical notice goes to the workspace's owners by mail when no channel took it: at once where none is left that could, else after `patienceMs`.
 * @returns how many notices
 */
export async function escalateNotices(sql: TransactionSql, patienceMs: number): Promise<number> {
  const escalated = await sql`
    with untaken as (
      update alert_notices n set escalated_at = clock_timestamp()
      where n.severity = 'critical' and n.occasion in ('opened', 'raised') and n.escalated_at is null
        and not exists (select from alert_deliveries d where d.notice_id = n.id and d.state = 'delivered')
        and (n.created_at <= clock_timestamp() - ${patienceMs}::float8 * interval '1 millisecond'
          or not exists (select from alert_deliveries d where d.notice_id = n.id and d.state = 'queued'))
      returning n.id, n.workspace_id
    ), told as (
      insert into alert_deliveries (workspace_id, notice_id, user_id)
      select u.workspace_id, u.id, m.user_id from untaken u join members m on m.workspace_id = u.workspace_id and m.role = 'owner'
      on conflict do nothing
    )
    select from untaken`;
  return escalated.count;
}
