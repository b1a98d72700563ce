import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { syncs } from "@/lib/db/schema/syncs";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { checkSchedule, nextDueMs, type Schedule, type ScheduleFault, shortened } from "@/lib/runner/schedule";
import type { Context } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, refuseField } from "../errors";

export const scheduleInput = z.discriminatedUnion("kind", [
  z.object({ syncId: z.uuid(), kind: z.literal("interval"), minutes: z.coerce.number().int().max(43_200) }),
  z.object({ syncId: z.uuid(), kind: z.literal("cron"), expression: z.string().trim().min(1).max(100) }),
  z.object({ syncId: z.uuid(), kind: z.literal("off") }),
]);
const CODES: Record<ScheduleFault, string> = {
  expression_unreadable: "syncs.schedule_expression_unreadable",
  zone_unknown: "syncs.schedule_zone_unknown",
  too_often: "syncs.schedule_too_often",
  never_runs: "syncs.schedule_never_runs",
};

type Input = z.infer<typeof scheduleInput>;

/** Sets when a sync runs by itself, at once and without publishing. An interval counts from now; cron is read in the workspace's zone. */
export const setSchedule = defineUseCase({
  role: "editor",
  input: scheduleInput,
  run: async (tx, context, input) => {
    const [sync] = await tx
      .select({ schedule: syncs.schedule, nowMs: sql<number>`epoch_ms(clock_timestamp())` })
      .from(syncs)
      .where(eq(syncs.id, input.syncId))
      .for("update");
    if (!sync) return refuse("not_found", "not_found");
    const checked = checkSchedule(scheduleOf(input, context), sync.nowMs);
    if (!checked.ok) return refuseField(input.kind === "interval" ? "minutes" : "expression", CODES[checked.error]);
    const nextMs = nextDueMs(shortened(checked.value, installation().timeScale), sync.nowMs);
    await tx
      .update(syncs)
      .set({
        schedule: checked.value,
        nextRunAt: nextMs === null ? null : new Date(nextMs),
        // What nothing was due before cannot be late, and its silence counts from here.
        ...(sync.schedule.kind === "off" ? { scheduledSince: new Date(sync.nowMs) } : {}),
      })
      .where(eq(syncs.id, input.syncId));
    if (sync.schedule.kind === "off" && nextMs !== null) await handOn(tx, input.syncId);
    return ok({ nextMs });
  },
  audit: ({ syncId, ...schedule }) => ({
    verb: "sync.schedule_set",
    subjectKind: "sync",
    subjectId: syncId,
    details: schedule,
  }),
});

/** What waits for the next run by hand and is met by no walk is the schedule's from now on: nobody need press "Run now" for it. */
async function handOn(tx: WorkspaceTx, syncId: string): Promise<void> {
  await tx.execute(sql`
    insert into pending (sync_id, lane, record_id, workspace_id, cause, stage, check_at)
    select sync_id, 'scheduled', record_id, workspace_id, cause, stage, check_at
    from pending where sync_id = ${syncId} and lane = 'manual' and cause in ('hook', 'retry', 'recheck', 'vanished')
    order by record_id
    on conflict (sync_id, lane, record_id) do nothing`);
}

function scheduleOf(input: Input, context: Context): Schedule {
  switch (input.kind) {
    case "interval":
      return { kind: "interval", minutes: input.minutes };
    case "cron":
      return { kind: "cron", expression: input.expression, zone: context.zone };
    case "off":
      return { kind: "off" };
  }
}
