import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import type { SyncSettings } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { thresholdsOf } from "@/lib/watch/thresholds";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { MASS_CHANGE, type MassChange } from "./mass-change";
import { type SyncRow, selectSyncRows, syncLineOf } from "./select-sync-lines";
import type { Pause, SyncView } from "./sync-view";

/** One sync with bookmarks, publication, pause and backlog. A foreign and an unknown sync are the same `not_found`. */
export const readSync = defineUseCase({
  role: "viewer",
  input: z.strictObject({ syncId: z.uuid() }),
  run: async (tx, _context, { syncId }) => {
    const [row] = await selectSyncRows<Row>(tx, {
      where: sql`where s.id = ${syncId}`,
      scope: sql`sync_id = ${syncId}`,
      extra: EXTRA,
    });
    if (!row) return refuse("not_found", "not_found");
    return ok(viewOf(row, row.state === "paused" && row.pause_cause === null ? await personsPause(tx, row) : null));
  },
});

/** What a sync that says nothing else keeps. */
const LEDGER_DAYS = 7;

type Row = SyncRow & {
  changed_at_ms: number;
  pause_outage_only: boolean;
  pause_run_ids: string[];
  streak_threshold: number;
  streak: number;
  bookmarks: SyncView["bookmarks"] | null;
  publication: SyncView["publication"];
  backlog: number;
  active_run_id: string | null;
  next_probe_at_ms: number | null;
  next_opt_out_at_ms: number | null;
  settings: SyncSettings;
  mass_change: MassChange | null;
  listed: number;
};

const EXTRA = sql`,
  epoch_ms(s.changed_at) as changed_at_ms, s.pause_outage_only, to_jsonb(s.pause_run_ids) as pause_run_ids, s.streak_threshold,
  (select count(*)::int from runs r where r.sync_id = s.id and r.kind = 'ordinary' and r.state in ('failed', 'crashed')
    and r.finished_at >= s.changed_at and r.finished_at > coalesce(
      (select max(w.finished_at) from runs w where w.sync_id = s.id and w.kind = 'ordinary' and w.state = 'succeeded'), '-infinity')) as streak,
  (select jsonb_agg(jsonb_build_object('lane', lane, 'atMs', epoch_ms(at), 'coveredMs', epoch_ms(covered), 'movedAtMs', epoch_ms(moved_at)))
    from bookmarks where sync_id = s.id) as bookmarks,
  (select jsonb_build_object('number', p.number, 'digest', p.digest, 'publishedAtMs', epoch_ms(p.published_at), 'byName', u.name)
    from publications p left join users u on u.id = p.published_by where p.id = s.live_publication_id) as publication,
  (select count(*)::int from pending where sync_id = s.id) as backlog,
  (select id from runs r where r.sync_id = s.id and r.state in ('running', 'waiting', 'queued')
    order by array_position(array['running', 'waiting', 'queued'], r.state) limit 1) as active_run_id,
  epoch_ms(s.next_probe_at) as next_probe_at_ms, epoch_ms(s.next_opt_out_at) as next_opt_out_at_ms, s.settings, ${MASS_CHANGE} as mass_change,
  (select count(*)::int from record_rows where sync_id = s.id and listed) as listed`;

type PersonsPause = Pick<Pause, "byName" | "reason">;

/** Who paused it and why stands in the audit log. */
async function personsPause(tx: WorkspaceTx, row: Row): Promise<PersonsPause | null> {
  const [line] = await tx.execute<{ name: string | null; reason: string | null }>(sql`
    select u.name, a.details ->> 'reason' as reason from activity a left join users u on u.id = a.actor_id
    where a.at >= at_ms(${row.paused_at_ms}) - interval '1 minute' and a.verb = 'sync.paused' and a.subject_id = ${row.id}
    order by a.at desc limit 1`);
  return line ? { byName: line.name, reason: line.reason } : null;
}

function viewOf(row: Row, person: PersonsPause | null): SyncView {
  const bookmarks = row.bookmarks ?? [];
  const bookmarkOf = (lane: "scheduled" | "manual") =>
    bookmarks.find((bookmark) => bookmark.lane === lane) ?? { lane, atMs: null, coveredMs: null, movedAtMs: null };
  return {
    ...syncLineOf(row),
    schedule: row.schedule,
    changedAtMs: row.changed_at_ms,
    pause: row.paused_at_ms === null ? null : pauseOf(row, row.paused_at_ms, person),
    bookmarks: [bookmarkOf("scheduled"), bookmarkOf("manual")],
    publication: row.publication,
    backlog: row.backlog,
    activeRunId: row.active_run_id,
    streak: { failed: row.streak, threshold: row.streak_threshold },
    massChange: row.mass_change,
    listed: row.listed,
    settings: {
      resumeAfterOutage: row.settings.resumeAfterOutage ?? true,
      keepLedgerDays: row.settings.keepLedgerDays ?? LEDGER_DAYS,
    },
    watches: thresholdsOf(row.settings.watches),
  };
}

const pauseOf = (row: Row, atMs: number, person: PersonsPause | null): Pause => ({
  atMs,
  cause: row.pause_cause,
  outageOnly: row.pause_outage_only,
  runIds: row.pause_run_ids,
  nextProbeAtMs: row.pause_outage_only && (row.settings.resumeAfterOutage ?? true) ? row.next_probe_at_ms : null,
  nextOptOutAtMs: row.next_opt_out_at_ms,
  byName: person?.byName ?? null,
  reason: person?.reason ?? null,
});
