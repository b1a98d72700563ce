import type { Lease } from "@/lib/runner/lease-port";
import type { ReceiptStore } from "@/lib/runner/receipt-port";
import { type Database, inWorkspace, type WorkspaceTx } from "../client";
import { compareWalk } from "../queries/compare-walk";
import { type Held, holdLease } from "../queries/hold-lease";
import { closeContradictions, noteContradictions, supplyRecords } from "../queries/note-contradictions";
import { storeMeasures, tellFindings, tellVanished } from "../queries/note-read";
import { newestApplied, readLag, receiptFacts } from "../queries/receipt-facts";

/** What the receipts know and leave behind, in Postgres. Each method is one transaction under the lease. */
export function createReceiptStore(db: Database): ReceiptStore {
  const held = <T>(lease: Lease, work: (raw: WorkspaceTx["raw"], run: Held) => Promise<T>) =>
    inWorkspace(lease.workspaceId, async ({ raw }) => work(raw, await holdLease(raw, lease)), db);
  return {
    lagMs: (lease) => held(lease, (raw) => readLag(raw, lease)),
    witnesses: (lease, limit, except) =>
      held(lease, (raw, { account }) => newestApplied(raw, lease, account, limit, except)),
    facts: (lease, walk, limits) => held(lease, (raw, { account }) => receiptFacts(raw, lease, account, walk, limits)),
    compare: (lease, walk, input) => held(lease, (raw, { account }) => compareWalk(raw, lease, account, walk, input)),
    noteContradictions: (lease, walk, found) => held(lease, (raw) => noteContradictions(raw, lease, walk, found)),
    note: (lease, walk, notes) =>
      held(lease, async (raw, { account }) => {
        await noteContradictions(raw, lease, walk, notes.contradictions);
        await closeContradictions(raw, lease, account, walk);
        await supplyRecords(raw, lease, account, notes.supplied);
        await storeMeasures(raw, lease, notes);
        await tellFindings(raw, lease, notes.findings);
      }),
    noteVanished: (lease, recordIds) => held(lease, (raw) => tellVanished(raw, lease, recordIds)),
  };
}
