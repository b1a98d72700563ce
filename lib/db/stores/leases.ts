import { type Database, inWorkspace } from "@/lib/db/client";
import { failure } from "@/lib/runner/failures";
import type { LeaseAnswer, LeaseStore } from "@/lib/runner/lease-port";
import type { Timing } from "@/lib/runner/timing";
import type { KeyRing } from "../key-ring";
import { adoptOpenClaims } from "../queries/adopt-open-claims";
import { askToYield } from "../queries/ask-to-yield";
import { beatLease } from "../queries/beat-lease";
import { endRun } from "../queries/end-run";
import { giveBackLease, handOverLease, takeLeaseFrom } from "../queries/give-back-lease";
import { judgeStreak } from "../queries/judge-streak";
import { type LockedLease, lockLease } from "../queries/lock-lease";
import { noteOptOuts } from "../queries/note-opt-outs";
import { tellReadFailure } from "../queries/note-read";
import { parkRun, postponeRun } from "../queries/park-run";
import { readBrief } from "../queries/read-brief";
import { recordAttempt } from "../queries/record-attempt";
import { takeLease } from "../queries/take-lease";
import { runWorkspace } from "../system";

/** Leases and the lives of runs, in Postgres. Each method is one transaction of a fixed number of statements. */
export function createLeaseStore(db: Database, keys: KeyRing): LeaseStore {
  const within = <T>(workspaceId: string, work: Parameters<typeof inWorkspace<T>>[1]) =>
    inWorkspace(workspaceId, work, db);
  return {
    async brief(runId) {
      const workspaceId = await runWorkspace(runId, db);
      if (workspaceId === null) return null;
      return within(workspaceId, async ({ raw }) => {
        const brief = await readBrief(raw, runId);
        if (!brief) return null;
        const { ledger, address } = await keys.of(raw, workspaceId);
        const [newest] = ledger;
        if (!newest) throw new Error("loadWorkspaceKeys returned no ledger key");
        return { ...brief, ledgerKey: newest.key, addressKeys: address };
      });
    },
    take: ({ brief, driver, timing }) =>
      within(brief.workspaceId, async ({ raw }) => {
        const locked = await lockLease(raw, brief, timing.beatDeadMs);
        const refusal = refuse(locked, brief.runId, driver, timing);
        if (refusal?.kind === "busy" && brief.lane === "scheduled" && locked?.holderLane === "manual")
          return { kind: "asked", retryAtMs: await askToYield(raw, brief, timing.yieldMs) };
        if (refusal) return refusal;
        if (locked?.holder && locked.holder !== brief.runId) {
          const end = endOfDisplaced(locked);
          if (await endRun(raw, locked.holder, end))
            await recordAttempt(raw, locked.holder, { failure: end.failure, nextMs: null, epoch: null });
        }
        const epoch = await takeLease(raw, brief, timing.leaseMs);
        const { workspaceId, syncId, runId, lane } = brief;
        const lease = { workspaceId, syncId, runId, lane, epoch };
        await adoptOpenClaims(raw, lease, timing.drainMs);
        return { kind: "taken", lease, nowMs: locked?.nowMs ?? 0 };
      }),
    beat: (lease, timing) => within(lease.workspaceId, ({ raw }) => beatLease(raw, lease, timing)),
    handOver: (lease) => within(lease.workspaceId, ({ raw }) => handOverLease(raw, lease)),
    postpone: (run, wakeAtMs) => within(run.workspaceId, ({ raw }) => postponeRun(raw, run, wakeAtMs)),
    park: (lease, input) =>
      within(lease.workspaceId, async ({ raw }) => {
        await giveBackLease(raw, lease);
        if (input.failure)
          await recordAttempt(raw, lease.runId, { failure: input.failure, nextMs: input.wakeAtMs, epoch: lease.epoch });
        await parkRun(raw, lease.runId, input);
        await tellReadFailure(raw, lease, input.failure);
      }),
    finish: (lease, end, decide) =>
      within(lease.workspaceId, async ({ raw }) => {
        await giveBackLease(raw, lease);
        await recordAttempt(raw, lease.runId, { failure: end.failure, nextMs: null, epoch: lease.epoch });
        await endRun(raw, lease.runId, end);
        await tellReadFailure(raw, lease, end.failure);
        await noteOptOuts(raw, lease, end);
        await judgeStreak(raw, lease, decide);
      }),
    finishUnleased: (run, end, decide) =>
      within(run.workspaceId, async ({ raw }) => {
        const locked = await lockLease(raw, run, 0);
        if (!locked?.active || locked.driver !== run.driver) return;
        await takeLeaseFrom(raw, run.syncId, run.runId);
        await endRun(raw, run.runId, end);
        await noteOptOuts(raw, run, end);
        await judgeStreak(raw, run, decide);
      }),
  };
}

/** Why the lease is not given, if it is not. */
function refuse(locked: LockedLease | null, runId: string, driver: string, timing: Timing): LeaseAnswer | null {
  if (!locked?.active || locked.driver !== driver) return { kind: "not_ours" };
  if (locked.holder === null) return null;
  if (locked.holder !== runId) return locked.expired ? null : { kind: "busy", runId: locked.holder };
  if (locked.beatAtMs === null || locked.beatDead) return null;
  return { kind: "beating", retryAtMs: locked.beatAtMs + timing.beatDeadMs };
}

/** A run from which the lease is taken has lost its slot; one that no longer beat has died. */
const endOfDisplaced = (locked: LockedLease) =>
  locked.beatDead
    ? ({ state: "crashed", failure: failure("run.crashed"), verdict: null } as const)
    : ({ state: "stopped", failure: failure("run.lost_slot"), verdict: null } as const);
