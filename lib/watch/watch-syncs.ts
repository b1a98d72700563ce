import type { Database } from "@/lib/db/client";
import { noteWatches, type WatchedSync, watchedSyncs } from "@/lib/db/watched-syncs";
import { judgeWatches, WATCH_FINDINGS } from "./judge-watches";

const PAGE = 200;

export interface Watched {
  syncs: number;
  opened: number;
  resolved: number;
  /** Syncs whose findings could not be written; the next hour tries again. */
  failed: number;
}

/**
 * Judges every published sync of every workspace by itself: a healthy one hides nothing of another, and one that cannot be judged stops nobody's watch.
 * Idempotent: what is open is renewed, and only what has changed is counted.
 * @param report an exception on one sync
 */
export async function watchSyncs(
  { timeScale, report }: { timeScale: number; report: (error: unknown) => void },
  db: Database,
): Promise<Watched> {
  const sum: Watched = { syncs: 0, opened: 0, resolved: 0, failed: 0 };
  let after: string | null = null;
  for (;;) {
    const page: WatchedSync[] = await watchedSyncs(after, PAGE, db);
    for (const sync of page) {
      sum.syncs++;
      try {
        await watchOne(sync, timeScale, sum, db);
      } catch (error) {
        sum.failed++;
        report(error);
      }
    }
    after = page.at(-1)?.syncId ?? null;
    if (page.length < PAGE) return sum;
  }
}

async function watchOne(sync: WatchedSync, timeScale: number, sum: Watched, db: Database): Promise<void> {
  const alarms = judgeWatches(sync, timeScale);
  const opened = [...alarms].map(([kind, evidence]) => ({ kind, evidence }));
  const resolved = WATCH_FINDINGS.filter((kind) => sync.openFindings.includes(kind) && !alarms.has(kind));
  if (opened.length + resolved.length === 0) return;
  await noteWatches(sync, { opened, resolved }, db);
  sum.opened += opened.filter(({ kind }) => !sync.openFindings.includes(kind)).length;
  sum.resolved += resolved.length;
}
