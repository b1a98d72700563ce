import type { TransactionSql } from "postgres";
import type { NoticeFacts } from "./notice-facts";

/** One message to send: to a channel, or to an owner by mail. */
export interface ClaimedDelivery {
  id: string;
  /** Which try this is, from 1. Only the latest may settle. */
  attempt: number;
  /** Null for an owner. */
  channelId: string | null;
  /** Sealed; null for an owner, and for a channel that was removed. */
  config: Uint8Array | null;
  ownerAddress: string | null;
  facts: NoticeFacts;
}

/**
 * Takes deliveries that are due, longest waiting first, for `claimMs`: no other worker gets them meanwhile, and who dies with one leaves it to the next. Of
 * one finding and one receiver they go in order, so that no all-clear overtakes its notice.
 */
export async function claimDeliveries(
  sql: TransactionSql,
  { upTo, claimMs }: { upTo: number; claimMs: number },
): Promise<ClaimedDelivery[]> {
  return sql<ClaimedDelivery[]>`
    with due as (
      select d.id from alert_deliveries d join alert_notices n on n.id = d.notice_id
      where d.state = 'queued' and d.next_at <= clock_timestamp() and coalesce(d.claimed_until, '-infinity') <= clock_timestamp()
        and not exists (
          select from alert_deliveries o join alert_notices earlier on earlier.id = o.notice_id
          where earlier.finding_id = n.finding_id and earlier.created_at < n.created_at and o.state = 'queued'
            and (o.channel_id = d.channel_id or o.user_id = d.user_id))
      order by d.next_at limit ${upTo}
      for update of d skip locked
    ), claimed as (
      update alert_deliveries d set attempts = d.attempts + 1, claimed_until = clock_timestamp() + ${claimMs}::float8 * interval '1 millisecond'
      from due where d.id = due.id
      returning d.id, d.attempts, d.notice_id, d.channel_id, d.user_id
    )
    select c.id, c.attempts as attempt, c.channel_id as "channelId", ch.config, u.email as "ownerAddress",
      jsonb_build_object('deliveryId', c.id, 'occasion', n.occasion, 'severity', n.severity, 'writtenAtMs', epoch_ms(n.created_at),
        'escalated', c.user_id is not null,
        'workspace', jsonb_build_object('id', w.id, 'name', w.name, 'timeZone', w.time_zone, 'locale', w.locale),
        'sync', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end,
        'finding', case when f.id is not null then jsonb_build_object('id', f.id, 'kind', f.kind, 'code', f.evidence ->> 'code',
          'openedAtMs', epoch_ms(f.opened_at), 'resolvedAtMs', epoch_ms(f.resolved_at), 'byPerson', f.resolved_by is not null,
          'figures', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(f.evidence) where jsonb_typeof(value) = 'number')) end
      ) as facts
    from claimed c
    join alert_notices n on n.id = c.notice_id
    join workspaces w on w.id = n.workspace_id
    left join findings f on f.id = n.finding_id
    left join syncs s on s.id = n.sync_id
    left join alert_channels ch on ch.id = c.channel_id
    left join users u on u.id = c.user_id`;
}
