import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

/** Whether anybody would hear: publishing warns without a verified channel, and every page shows critical findings that no channel took. */
export const readReach = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const [row] = await tx.execute<{ verified: boolean; untaken: number }>(sql`
      select exists (select from alert_channels where verified_at is not null and removed_at is null) as verified,
        (select count(distinct n.finding_id)::int from alert_notices n join findings f on f.id = n.finding_id
          where n.escalated_at is not null and f.state <> 'resolved' and not exists (
            select from alert_deliveries d where d.notice_id = n.id and d.channel_id is not null and d.state = 'delivered')) as untaken`);
    return ok({ verified: row?.verified ?? false, untaken: row?.untaken ?? 0 });
  },
});
