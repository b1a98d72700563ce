import type { Lease } from "@/lib/runner/lease-port";
import type { WalkStore } from "@/lib/runner/reading-ports";
import { type Database, inWorkspace, type WorkspaceTx } from "../client";
import { advanceWalk } from "../queries/advance-walk";
import { coverLane } from "../queries/cover-lane";
import { type Held, holdLease } from "../queries/hold-lease";
import { knownMissing } from "../queries/known-missing";
import { noteSilence } from "../queries/note-silence";
import { queuePage } from "../queries/queue-page";
import { queueRecords } from "../queries/queue-records";
import { readBookmark } from "../queries/read-bookmark";
import { endWalk, insertWalk, readWalkOfRun } from "../queries/walk-rows";

/** Walks, bookmarks and what they queue, in Postgres. Each method is one transaction of a fixed number of statements under the lease. */
export function createWalkStore(db: Database): WalkStore {
  const held = <T>(lease: Lease, work: (raw: WorkspaceTx["raw"], run: Held) => Promise<T>) =>
    inWorkspace(lease.workspaceId, async ({ raw }) => work(raw, await holdLease(raw, lease)), db);
  return {
    bookmark: (lease) => held(lease, (raw) => readBookmark(raw, lease)),
    walkOfRun: (lease) => held(lease, (raw) => readWalkOfRun(raw, lease)),
    beginWalk: (lease, walk) => held(lease, (raw) => insertWalk(raw, lease, walk)),
    savePage: (lease, walk, page) =>
      held(lease, async (raw, { account }) => {
        const done = await queuePage(raw, lease, { account, ...walk }, page);
        const times = page.rows.map((row) => row.updatedAtMs);
        await advanceWalk(raw, lease, walk, {
          cursor: page.cursor,
          rows: page.rows.length,
          lowestMs: times.length > 0 ? Math.min(...times) : null,
          ...done,
          complete: page.last || done.metFloor,
        });
        return done;
      }),
    knownMissing: (lease, walk, limit) =>
      held(lease, (raw, { account }) => knownMissing(raw, lease, account, walk, limit)),
    judgeWalk: (lease, walk, { coveredMs, verdict, evidence }) =>
      held(lease, async (raw, { account }) => {
        await endWalk(raw, lease, walk, { state: "judged", verdict, evidence });
        await coverLane(raw, lease, verdict, coveredMs);
        if (lease.lane !== "scheduled" || coveredMs === null) return { lookAgain: false };
        return noteSilence(raw, lease, walk, { account, coveredMs });
      }),
    abandonWalk: (lease, walk, evidence) =>
      held(lease, (raw) => endWalk(raw, lease, walk, { state: "abandoned", verdict: null, evidence })),
    queueRecords: (lease, recordIds) =>
      held(lease, (raw, { kind }) => queueRecords(raw, lease, recordIds, kind === "test" ? "test" : "walk")),
  };
}
