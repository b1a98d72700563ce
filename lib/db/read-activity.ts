import type { TransactionSql } from "postgres";
import type { AuditFact, ChainedFact } from "./audit-chain";

const FACT = `id, workspace_id as "workspaceId", epoch_ms(at) as "atMs", actor_kind as "actorKind", actor_id as "actorId", verb,
  subject_kind as "subjectKind", subject_id as "subjectId", details`;

/** The workspace's entries from before the chain, in their order. */
export async function olderFacts(raw: TransactionSql): Promise<AuditFact[]> {
  return raw<AuditFact[]>`select ${raw.unsafe(FACT)} from activity where seq is null order by at, id`;
}

export interface ChainPage {
  entries: ChainedFact[];
  /** What the database says the end is, at the moment of these entries; null where there is none. */
  head: { seq: number; hash: string } | null;
}

/** The next entries of the workspace's chain and its head, of one snapshot. @param after place of the last that is known, 0 for none */
export async function chainPage(raw: TransactionSql, after: number, upTo: number): Promise<ChainPage> {
  type Row = ChainedFact & { headSeq: number | null; headHash: string };
  const rows = await raw<(Omit<Row, "id"> & { id: string | null })[]>`
    select h.seq::float8 as "headSeq", h.hash as "headHash", e.*
    from (select 1) one left join activity_heads h on true
    left join lateral (
      select ${raw.unsafe(FACT)}, seq::float8 as seq, prev_hash as "prevHash", activity.hash, seal
      from activity where seq > ${after} order by activity.seq limit ${upTo}
    ) e on true order by e.seq`;
  const [first] = rows;
  const head = first && first.headSeq !== null ? { seq: first.headSeq, hash: first.headHash } : null;
  return { entries: rows.filter((row): row is Row => row.id !== null), head };
}
