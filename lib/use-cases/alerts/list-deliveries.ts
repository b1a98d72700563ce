import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import type { DeliveryView } from "./alert-views";

const LINES = 50;

/** The latest deliveries with their receipts, newest first. */
export const listDeliveries = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const rows = await tx.execute<{ line: DeliveryView }>(sql`
      select jsonb_build_object('id', d.id, 'occasion', n.occasion, 'severity', n.severity, 'kind', f.kind,
        'sync', case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end,
        'channel', c.name, 'state', d.state, 'attempts', d.attempts, 'error', d.error, 'status', (d.receipt ->> 'status')::int,
        'writtenAtMs', epoch_ms(n.created_at), 'settledAtMs', epoch_ms(d.settled_at),
        'nextAtMs', case when d.state = 'queued' then epoch_ms(d.next_at) end) as line
      from alert_deliveries d
      join alert_notices n on n.id = d.notice_id
      left join findings f on f.id = n.finding_id
      left join syncs s on s.id = n.sync_id
      left join alert_channels c on c.id = d.channel_id
      order by d.created_at desc limit ${LINES}`);
    return ok(rows.map(({ line }) => line));
  },
});
