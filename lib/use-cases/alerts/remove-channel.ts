import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { alertChannels, alertRoutes } from "@/lib/db/schema/alerts";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Takes a channel away: its address and secrets are destroyed, its receipts stay. What waits for it is not sent any more. */
export const removeChannel = defineUseCase({
  role: "editor",
  input: z.strictObject({ channelId: z.uuid() }),
  run: async (tx, _context, { channelId }) => {
    const [gone] = await tx
      .update(alertChannels)
      .set({ removedAt: sql`clock_timestamp()`, config: null })
      .where(and(eq(alertChannels.id, channelId), isNull(alertChannels.removedAt)))
      .returning({ id: alertChannels.id });
    if (!gone) return refuse("not_found", "not_found");
    await tx.delete(alertRoutes).where(eq(alertRoutes.channelId, channelId));
    return ok({ channelId });
  },
  audit: ({ channelId }) => ({
    verb: "alerts.channel_removed",
    subjectKind: "alert_channel",
    subjectId: channelId,
  }),
});
