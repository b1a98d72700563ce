import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { findSync } from "../drafts/find-sync";
import type { HeldLine, HeldPage } from "./held-view";
import { IS_HELD } from "./is-held";

const PAGE = 50;

/** `<last try, epoch ms>_<record id>`: the last record of the page before. */
const cursorSchema = z
  .string()
  .regex(/^\d{1,15}_\d{1,20}$/)
  .transform((text) => {
    const [atMs = "", recordId = ""] = text.split("_");
    return { atMs: Number(atMs), recordId };
  });

export const listHeldInput = z.strictObject({
  syncId: z.uuid(),
  /** One that cannot be read begins at the newest. */
  before: cursorSchema.optional().catch(undefined),
});

/** The records of a sync that wait for a person, last tried first, a page at a time. */
export const listHeld = defineUseCase({
  role: "viewer",
  input: listHeldInput,
  run: async (tx, _context, { syncId, before }) => {
    const sync = await findSync(tx, syncId);
    if (!sync.ok) return sync;
    const after = before ? sql`and (h.settled_at, h.record_id) < (at_ms(${before.atMs}), ${before.recordId})` : sql``;
    const lines = await selectLines(tx, syncId, after);
    const [about] = await tx.execute<{ total: number; shop: string | null }>(sql`
      select (select count(*)::int from record_rows h where h.sync_id = s.id and ${IS_HELD}) as total,
        (select c.details ->> 'shopDomain' from connections c where c.id = s.source_connection_id and c.details ->> 'demo' is null) as shop
      from syncs s where s.id = ${syncId}`);
    const records = lines.slice(0, PAGE);
    const last = records.at(-1);
    const next = lines.length > PAGE && last ? `${last.lastTryMs}_${last.recordId}` : null;
    return ok<HeldPage>({ records, shopDomain: about?.shop ?? null, total: about?.total ?? 0, next });
  },
});

/** One statement: the page by the index on (sync, outcome, settled at), then the queue and the ledger of its records alone. */
async function selectLines(tx: WorkspaceTx, syncId: string, after: SQL): Promise<HeldLine[]> {
  const rows = await tx.execute<{ line: HeldLine }>(sql`
    with page as (
      select h.sync_id, h.record_id, coalesce(h.error_code, h.reason, 'unknown') as code, h.settled_at from record_rows h
      where h.sync_id = ${syncId} and ${IS_HELD} ${after}
      order by h.settled_at desc, h.record_id desc limit ${PAGE + 1}
    )
    select jsonb_build_object('recordId', page.record_id, 'code', page.code, 'lastTryMs', epoch_ms(page.settled_at),
      'sinceMs', epoch_ms(least(page.settled_at, l.since)), 'tries', greatest(q.stage, 1), 'nextTryMs', epoch_ms(q.check_at),
      'isQueued', q.stage is not null) as line
    from page
    left join lateral (
      select max(p.stage) as stage, min(p.check_at) as check_at from pending p
      where p.sync_id = page.sync_id and p.record_id = page.record_id
    ) q on true
    left join lateral (
      select min(claimed_at) as since from ledger
      where sync_id = page.sync_id and record_id = page.record_id and state = 'refused' and claimed_at > coalesce(
        (select max(claimed_at) from ledger where sync_id = page.sync_id and record_id = page.record_id and state = 'completed'), '-infinity')
    ) l on true
    order by page.settled_at desc, page.record_id desc`);
  return rows.map(({ line }) => line);
}
