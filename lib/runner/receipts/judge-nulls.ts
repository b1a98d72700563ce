import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { PendingRow } from "../delivery-port";
import { type Failure, failure } from "../failures";
import type { LegContext } from "../leg-context";
import { departuresOf } from "./departures";
import { readBesideWitnesses } from "./read-beside-witnesses";

/**
 * What nulls by id mean. With a deletion or a merge the record is gone. Without one it has vanished: it is looked at again a day later, which lets the batch
 * land, and a finding says so; still null then, it is gone. When a chunk shows no record at all, it is read once more beside witnesses: reads by id that
 * show nobody are no reads.
 * @returns ids of this chunk that have vanished; a failure when the reads cannot be believed
 */
export async function judgeNulls(
  context: LegContext,
  pending: readonly PendingRow[],
  records: ReadonlyMap<string, SourceRecord | null>,
): Promise<Result<ReadonlySet<string>, Failure>> {
  const nulls = pending
    .filter((row) => records.get(row.recordId) == null && row.again?.cause !== "vanished")
    .map((row) => row.recordId);
  if (nulls.length === 0) return ok(new Set());
  const departed = await departuresOf(context, nulls);
  if (!departed.ok) return departed;
  const vanished = nulls.filter((id) => !departed.value.has(id));
  if (vanished.length === 0) return ok(new Set());
  const anyAlive = [...records.values()].some((record) => record !== null);
  if (!anyAlive) {
    const believed = await isBelieved(context, vanished);
    if (!believed.ok) return believed;
    if (!believed.value) return err(failure("source.unreadable", "R4:witnesses_null"));
  }
  await context.ports.receipts.noteVanished(context.lease, vanished);
  return ok(new Set(vanished));
}

/** Whether a reading that showed none of these is to be believed: they are null again, and a witness is alive or has an event that says why it is not. */
async function isBelieved(context: LegContext, vanished: readonly string[]): Promise<Result<boolean, Failure>> {
  const reading = await readBesideWitnesses(context, vanished);
  if (!reading.ok) return reading;
  const { again, witnesses } = reading.value;
  if (again.size > 0) return ok(false);
  if (witnesses.length === 0) {
    const listed = await listedByWalk(context, vanished);
    return ok(listed.length === 0);
  }
  if (witnesses.some(({ record }) => record !== null)) return ok(true);
  const departed = await departuresOf(
    context,
    witnesses.map(({ id }) => id),
  );
  return departed.ok ? ok(departed.value.size === witnesses.length) : departed;
}

/** Where nothing was ever applied, the rows of the run's own walk are the first witnesses: what it has just listed is there. */
async function listedByWalk({ ports, lease }: LegContext, ids: readonly string[]): Promise<string[]> {
  const walk = await ports.walks.walkOfRun(lease);
  if (walk === null) return [];
  const asked = { listed: [...ids], named: [], fromMs: walk.t0Ms, limit: 1 };
  const { unmet } = await ports.receipts.compare(lease, walk, asked);
  return ids.filter((id) => !unmet.includes(id));
}
