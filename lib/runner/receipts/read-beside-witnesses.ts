import { ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import type { Failure } from "../failures";
import type { LegContext } from "../leg-context";

/** How many witnesses are asked when a whole chunk shows nothing. */
const WITNESSES = 3;

export interface Besides {
  /** Those of the chunk that are there when they are read once more. */
  again: Map<string, SourceRecord>;
  /** The newest records that were applied, none of the chunk, as they are read now; empty where nothing ever was. */
  witnesses: { id: string; record: SourceRecord | null }[];
}

/** Reads a chunk that showed nothing once more, and beside it witnesses: one bad answer and a source that withholds are told from a change to the shop. */
export async function readBesideWitnesses(
  { ports, lease, source }: LegContext,
  ids: readonly string[],
): Promise<Result<Besides, Failure>> {
  const known = await ports.receipts.witnesses(lease, WITNESSES, ids);
  const read = await source.read([...ids, ...known.map(({ id }) => id)]);
  if (!read.ok) return read;
  const { records } = read.value;
  const found = ids.flatMap((id) => {
    const record = records.get(id);
    return record ? [[id, record] as const] : [];
  });
  return ok({
    again: new Map(found),
    witnesses: known.map(({ id }) => ({ id, record: records.get(id) ?? null })),
  });
}
