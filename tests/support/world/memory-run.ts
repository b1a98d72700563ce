import { publicationDigest, signDigest } from "@/lib/rules/publication";
import type { Rule } from "@/lib/rules/schema";
import type { RunBrief } from "@/lib/runner/lease-port";
import { type MemoryRun, noCounts } from "./memory-state";

/** What is published in a world, and the key under which its publications are signed. */
export interface PublishedInWorld {
  id: string;
  number: number;
  rule: Rule;
  ends: RunBrief["publication"]["ends"];
  key: Uint8Array;
}

/** A run that was just written: of this publication, ordinary, queued, with nothing done. */
export function newMemoryRun(
  published: PublishedInWorld,
  requestedAtMs: number,
  changes: Pick<RunBrief, "runId" | "lane"> & Partial<RunBrief>,
): MemoryRun {
  const { id, number, rule, ends, key } = published;
  const digest = publicationDigest(rule, ends);
  const signature = signDigest(key, { syncId: "sync-1", number, digest });
  const brief: RunBrief = {
    ...{ workspaceId: "workspace-1", syncId: "sync-1", kind: "ordinary", state: "queued", driver: null },
    publication: { id, number, rule, ends, digest, signature },
    sync: { state: "active", livePublicationId: id },
    source: { id: ends.source.connectionId, usable: true, identity: ends.source.identity },
    destination: { id: ends.destination.connectionId, usable: true, identity: ends.destination.identity },
    ...{ failedAttempts: 0, secondLook: false, hasWorked: false },
    ...{ fromMs: null, testRecordIds: null, resend: false, sweep: null, guardPassed: false },
    used: { calls: 0, created: 0, written: 0 },
    soFar: { held: 0, delivered: 0 },
    startedAtMs: null,
    laneStartsMs: null,
    ledgerKey: key,
    addressKeys: [{ version: 1, key }],
    ...changes,
  };
  return {
    brief,
    ...{ failure: null, verdict: null, requestedAtMs, finishedAtMs: null, wakeAtMs: null },
    ...{ cancelRequested: false, announcedAtMs: null, attempts: [], counts: noCounts(), heldAgain: 0 },
  };
}
