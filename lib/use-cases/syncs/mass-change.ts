import { type SQL, sql } from "drizzle-orm";

/** A scheduled run that has met many times more records than usual, and waits for a person. */
export interface MassChange {
  runId: string;
  /** Records that wait, as the person is shown them: an approval names this number. */
  pending: number;
  /** What the last proven runs had on the median. */
  usual: number;
  /** Somebody has let it through already; it goes on in a moment. */
  approved: boolean;
}

/** The `MassChange` of sync `s`, as JSON, or null: what the guard stored, while the run that it stopped still waits. */
export const MASS_CHANGE: SQL = sql`(
  select jsonb_build_object('runId', w.id, 'pending', s.guard_shown, 'usual', (f.evidence ->> 'usual')::float8,
    'approved', s.guard_approved is not null)
  from runs w join findings f on f.sync_id = s.id and f.kind = 'sync.mass_change' and f.state <> 'resolved' and f.evidence ->> 'runId' = w.id::text
  where w.sync_id = s.id and w.lane = 'scheduled' and w.state = 'waiting' and w.guard_passed_at is null and s.guard_shown is not null)`;
