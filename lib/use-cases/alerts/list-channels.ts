import { sql } from "drizzle-orm";
import { z } from "zod";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import type { ChannelView } from "./alert-views";

/** Channels with their routes, the syncs that routes may be for, and whether this installation can send e-mail at all. */
export const listChannels = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const channels = await tx.execute<{ channel: ChannelView }>(sql`
      select jsonb_build_object('id', c.id, 'kind', c.kind, 'name', c.name, 'hint', c.hint, 'verifiedAtMs', epoch_ms(c.verified_at),
        'least', coalesce((select r.least from alert_routes r where r.channel_id = c.id and r.sync_id is null), 'none'),
        'bySync', (select coalesce(jsonb_agg(jsonb_build_object('syncId', s.id, 'name', s.name, 'least', r.least) order by s.name), '[]')
          from alert_routes r join syncs s on s.id = r.sync_id where r.channel_id = c.id),
        'latest', (select jsonb_build_object('state', d.state, 'error', d.error, 'atMs', epoch_ms(coalesce(d.settled_at, d.created_at)))
          from alert_deliveries d where d.channel_id = c.id order by d.created_at desc limit 1)) as channel
      from alert_channels c where c.removed_at is null order by c.created_at`);
    const syncs = await tx.execute<{ id: string; name: string }>(sql`select id, name from syncs order by name`);
    return ok({
      channels: channels.map(({ channel }) => channel),
      syncs: [...syncs],
      canMail: installation().mailer !== null,
    });
  },
});
