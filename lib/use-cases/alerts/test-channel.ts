import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Writes a test to the outbox: it goes the way of every notice, and the receipt verifies the channel. One at a time. */
export const testChannel = defineUseCase({
  role: "editor",
  input: z.strictObject({ channelId: z.uuid() }),
  run: async (tx, { workspaceId }, { channelId }) => {
    const [channel] = await tx.execute<{ busy: boolean }>(sql`
      select exists (select from alert_deliveries d join alert_notices n on n.id = d.notice_id
        where d.channel_id = c.id and n.occasion = 'test' and d.state = 'queued') as busy
      from alert_channels c where c.id = ${channelId} and c.removed_at is null for update`);
    if (!channel) return refuse("not_found", "not_found");
    if (channel.busy) return refuse("conflict", "alerts.test_waits");
    await tx.execute(sql`
      insert into alert_notices (workspace_id, channel_id, occasion, severity) values (${workspaceId}, ${channelId}, 'test', 'info')`);
    return ok({ channelId });
  },
  audit: ({ channelId }) => ({ verb: "alerts.channel_tested", subjectKind: "alert_channel", subjectId: channelId }),
});
