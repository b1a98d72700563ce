import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { addressHash } from "@/lib/runner/ledger";
import { defineUseCase } from "../define-use-case";
import { refuseField } from "../errors";
import { type RecordSearch, readSearch } from "./read-search";
import type { FoundRecords, RecordHit } from "./record-view";

const HITS = 50;
const DELIVERIES = 20;

/**
 * Finds a customer in all syncs of the workspace: what was last done with it, when, and why not. An address is looked up by its keyed hashes and is neither
 * stored nor logged.
 */
export const findRecords = defineUseCase({
  role: "viewer",
  input: z.strictObject({ search: z.string().trim().min(1).max(400) }),
  run: async (tx, _context, { search }) => {
    const wanted = readSearch(search);
    if (wanted === null) return refuseField("search", "records.neither");
    const hashes = wanted.by === "address" ? await hashesOf(tx, wanted.address) : [];
    const hits = await selectHits(tx, matching(wanted, hashes));
    const suppressed = hashes.length > 0 ? await suppressionOf(tx, hashes) : null;
    return ok<FoundRecords>({ by: wanted.by, hits, suppressed });
  },
});

/** Under every address key that the workspace has had: a row keeps the hash of its time. */
async function hashesOf(tx: WorkspaceTx, address: string): Promise<string[]> {
  const { address: keys } = await loadWorkspaceKeys(tx.raw, tx.workspaceId, installation().master);
  return keys.map(({ key }) => addressHash(key, address));
}

/** Pairs of sync and record, through the keys of both tables: each sync of the workspace is asked, never all of its rows. */
function matching(wanted: RecordSearch, hashes: readonly string[]): SQL {
  const accounts = sql`(select identity from connections where kind = 'brevo')`;
  if (wanted.by === "address")
    return sql`select r.sync_id, r.record_id from syncs s join record_rows r on r.sync_id = s.id and r.account in ${accounts}
      and r.address_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))`;
  return sql`select r.sync_id, r.record_id from syncs s join record_rows r on r.sync_id = s.id and r.account in ${accounts}
      and r.record_id = ${wanted.recordId}
    union select p.sync_id, p.record_id from syncs s join pending p on p.sync_id = s.id and p.lane in ('scheduled', 'manual')
      and p.record_id = ${wanted.recordId}`;
}

async function selectHits(tx: WorkspaceTx, pairs: SQL): Promise<RecordHit[]> {
  const rows = await tx.execute<{ hit: RecordHit }>(sql`
    with found as (select distinct sync_id, record_id from (${pairs}) m)
    select jsonb_build_object('syncId', s.id, 'syncName', s.name, 'recordId', f.record_id, 'last', r.last, 'waiting', p.waiting,
      'deliveries', coalesce(l.deliveries, '[]')) as hit
    from found f join syncs s on s.id = f.sync_id
    left join lateral (
      select jsonb_build_object('outcome', r.outcome, 'reason', r.reason, 'errorCode', r.error_code, 'atMs', epoch_ms(r.settled_at),
        'runId', r.run_id, 'publication', (select number from publications where id = r.publication_id),
        'changedAtMs', epoch_ms(r.source_updated_at), 'writes', r.sequence, 'listed', r.listed, 'destinationId', r.destination_id) as last
      from record_rows r where r.sync_id = f.sync_id and r.record_id = f.record_id
      order by r.settled_at desc limit 1
    ) r on true
    left join lateral (
      select jsonb_build_object('lane', lane, 'cause', cause, 'atMs', epoch_ms(check_at)) as waiting from pending
      where sync_id = f.sync_id and lane in ('scheduled', 'manual') and record_id = f.record_id
      order by check_at nulls first limit 1
    ) p on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'state', state, 'atMs', epoch_ms(claimed_at), 'closedAtMs', epoch_ms(closed_at),
        'runId', run_id, 'errorCode', error_code) order by claimed_at desc) as deliveries
      from (select * from ledger where sync_id = f.sync_id and record_id = f.record_id order by claimed_at desc limit ${DELIVERIES}) d
    ) l on true
    order by lower(s.name), f.record_id limit ${HITS}`);
  return rows.map(({ hit }) => hit);
}

async function suppressionOf(tx: WorkspaceTx, hashes: readonly string[]): Promise<FoundRecords["suppressed"]> {
  const [row] = await tx.execute<{ reason: string; at: number }>(sql`
    select reason, epoch_ms(created_at) as at from suppressions
    where address_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb)) and lifted_at is null
    order by created_at limit 1`);
  return row ? { reason: row.reason, atMs: row.at } : null;
}
