import { sql } from "drizzle-orm";
import { z } from "zod";
import { LEAST } from "@/lib/db/schema/alerts";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** From which severity on a channel is told: of every sync (no sync named), or of one. `as_others` takes a sync's own route away. */
export const setRoute = defineUseCase({
  role: "editor",
  input: z.strictObject({
    channelId: z.uuid(),
    syncId: z.uuid().nullable(),
    least: z.enum([...LEAST, "as_others"]),
  }),
  run: async (tx, { workspaceId }, { channelId, syncId, least }) => {
    const [present] = await tx.execute(sql`
      select from alert_channels c where c.id = ${channelId} and c.removed_at is null
        and (${syncId}::uuid is null or exists (select from syncs where id = ${syncId}))`);
    if (!present) return refuse("not_found", "not_found");
    if (least === "as_others") {
      if (syncId === null) return refuse("invalid", "invalid");
      await tx.execute(sql`delete from alert_routes where channel_id = ${channelId} and sync_id = ${syncId}`);
    } else {
      await tx.execute(sql`
        insert into alert_routes (workspace_id, channel_id, sync_id, least) values (${workspaceId}, ${channelId}, ${syncId}, ${least})
        on conflict (channel_id, sync_id) do update set least = excluded.least`);
    }
    return ok({ channelId });
  },
  audit: ({ channelId, syncId, least }) => ({
    verb: "alerts.route_set",
    subjectKind: "alert_channel",
    subjectId: channelId,
    details: { syncId, least },
  }),
});
