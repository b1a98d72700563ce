import type { TransactionSql } from "postgres";

export interface InboundEvent {
  workspaceId: string;
  connectionId: string;
  /** The vendor's event id, or a keyed hash of what it says. */
  eventKey: string;
  topic: string;
  recordIds: readonly string[];
}

/** Writes an event once. In the transaction of its effects, so that they happen once too. @returns false for one that is known */
export async function insertInboundEvent(sql: TransactionSql, event: InboundEvent): Promise<boolean> {
  const inserted = await sql`
    insert into inbound_events (workspace_id, connection_id, event_key, topic, record_ids)
    values (${event.workspaceId}, ${event.connectionId}, ${event.eventKey}, ${event.topic},
      array(select jsonb_array_elements_text(${JSON.stringify(event.recordIds)}::text::jsonb)))
    on conflict do nothing`;
  return inserted.count === 1;
}
