import { err, ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { PendingRow } from "../delivery-port";
import { type Failure, failure } from "../failures";
import type { LegContext } from "../leg-context";
import { departuresOf } from "./departures";

/** How many witnesses are asked when a whole chunk answers null. */
const WITNESSES = 3;

/**
 * What nulls by id mean. With a deletion or a merge the record is gone. Without one it has vanished: it is looked at again a day later, which lets the batch
 * land, and a finding says so; still null then, it is gone. When a chunk shows no record at all, witnesses are asked: reads by id that show nobody are no reads.
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
    const believed = await witnessesAreThere(context, nulls);
    if (!believed.ok) return believed;
    if (!believed.value) return err(failure("source.unreadable", "R4:witnesses_null"));
  }
  await context.ports.receipts.noteVanished(context.lease, vanished);
  return ok(new Set(vanished));
}

/** Whether any of the newest records that were applied is alive by id. Where nothing ever was applied, there is nobody to ask. */
async function witnessesAreThere(context: LegContext, except: readonly string[]): Promise<Result<boolean, Failure>> {
  const { ports, lease, source } = context;
  const witnesses = await ports.receipts.witnesses(lease, WITNESSES, except);
  if (witnesses.length === 0) return ok(true);
  const read = await source.read(witnesses.map(({ id }) => id));
  if (!read.ok) return read;
  if ([...read.value.records.values()].some((record) => record !== null)) return ok(true);
  const departed = await departuresOf(
    context,
    witnesses.map(({ id }) => id),
  );
  return departed.ok ? ok(departed.value.size === witnesses.length) : departed;
}
