import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { type Caps, capsSchema } from "@/lib/rules/schema";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { MASS_CHANGE } from "../syncs/mass-change";
import { readRunParts } from "./read-run-parts";
import type { RunHeadRow } from "./run-head-row";
import type { RunView } from "./run-view";
import { RUN_COLUMNS, RUN_SUMS, runLineOf } from "./select-run-lines";

/** Everything about one run, in four statements. A foreign and an unknown run are the same `not_found`. */
export const readRun = defineUseCase({
  role: "viewer",
  input: z.strictObject({ runId: z.uuid() }),
  run: async (tx, _context, { runId }) => {
    const row = await selectRun(tx, sql`where r.id = ${runId}`);
    if (!row) return refuse("not_found", "not_found");
    return ok<RunView>({ ...headOf(row), ...(await readRunParts(tx, row)) });
  },
});

async function selectRun(tx: WorkspaceTx, where: SQL): Promise<RunHeadRow | undefined> {
  const rows = await tx.execute<RunHeadRow>(sql`
    select ${RUN_COLUMNS}, r.sync_id, s.name as sync_name, s.state as sync_state, pub.number, pub.digest, pub.rule -> 'caps' as caps,
      epoch_ms(r.wake_at) as wake_at_ms, r.failed_attempts, r.second_look, epoch_ms(r.from_at) as from_ms, r.resend,
      epoch_ms(r.cancel_requested_at) as cancel_requested_at_ms, r.used_calls, r.used_created, r.used_written,
      (select count(*)::int from pending where sync_id = r.sync_id and lane = r.lane) as backlog,
      case r.state
        when 'collided' then (
          select o.id from runs o where o.sync_id = r.sync_id and o.id <> r.id and o.state <> 'collided' and o.requested_at <= r.requested_at
          order by o.requested_at desc limit 1)
        when 'waiting' then (
          select o.id from runs o where o.sync_id = r.sync_id and o.id <> r.id and (o.state = 'running' or (
            r.lane = 'manual' and o.lane = 'scheduled' and o.state in ('queued', 'waiting') and coalesce(o.wake_at <= r.wake_at, true)))
          order by o.state = 'running' desc limit 1)
      end as working_run_id,
      case when r.state = 'waiting' and r.lane = 'scheduled' and r.guard_passed_at is null then ${MASS_CHANGE} end as mass_change
    from runs r join syncs s on s.id = r.sync_id join publications pub on pub.id = r.publication_id ${RUN_SUMS} ${where}`);
  return rows[0];
}

type Head = Omit<RunView, "walks" | "attempts" | "batches" | "batchesTotal" | "reasons">;

function headOf(row: RunHeadRow): Head {
  const caps = capsSchema.safeParse(row.caps);
  const capOf = (name: keyof Caps) => (caps.success ? caps.data[name] : null);
  return {
    ...runLineOf(row),
    syncId: row.sync_id,
    syncName: row.sync_name,
    syncState: row.sync_state,
    publicationNumber: row.number,
    digest: row.digest,
    wakeAtMs: row.wake_at_ms,
    failedAttempts: row.failed_attempts,
    attemptsMax: installation().timing.attemptWaitsMs.length + 1,
    secondLook: row.second_look,
    fromMs: row.from_ms,
    resend: row.resend,
    cancelRequestedAtMs: row.cancel_requested_at_ms,
    usage: {
      calls: { used: row.used_calls, cap: capOf("calls") },
      created: { used: row.used_created, cap: capOf("created") },
      written: { used: row.used_written, cap: capOf("written") },
    },
    backlog: row.backlog,
    workingRunId: row.working_run_id,
    massChange: row.mass_change,
  };
}
