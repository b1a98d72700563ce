import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { stopShopper } from "@/lib/db/queries/stop-shopper";
import { privacyRequests } from "@/lib/db/schema/inbound";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { addressHash } from "@/lib/runner/ledger";
import { requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuseField } from "../errors";
import { type RecordSearch, readSearch } from "../records/read-search";

/** As long as Shopify's own requests have. */
const DUE_MS = 30 * 24 * 3_600_000;

interface Found {
  connectionId: string;
  recordId: string;
}

/**
 * An owner has a shopper erased, by id or address, as a request of Shopify's would: from this moment nothing is sent for them (tombstone, suppressed address);
 * what is stored, and the contact that we wrote, go within the hour. @returns how many records it concerns
 */
export const eraseShopper = defineUseCase({
  role: "owner",
  input: z.strictObject({ search: z.string().trim().min(1).max(400) }),
  run: async (tx, context, { search }) => {
    const recent = requireRecentSignIn(context, Date.now());
    if (!recent.ok) return recent;
    const wanted = readSearch(search);
    if (wanted === null) return refuseField("search", "records.neither");
    const hashes = wanted.by === "address" ? await hashesOf(tx, wanted.address) : [];
    const found = await findShopper(tx, wanted, hashes);
    if (found.length === 0) return refuseField("search", "privacy.nobody");
    for (const one of found) {
      const at = { workspaceId: context.workspaceId, ...one, addressHashes: hashes };
      await stopShopper(tx.raw, at);
      await tx.insert(privacyRequests).values({ ...at, kind: "customer_redact", dueAt: new Date(Date.now() + DUE_MS) });
    }
    return ok({ records: found.length });
  },
  audit: (_input, { records }) => ({
    verb: "privacy.erasure_requested",
    subjectKind: "workspace",
    subjectId: "shopper",
    details: { records },
  }),
});

async function hashesOf(tx: WorkspaceTx, address: string): Promise<string[]> {
  const { address: keys } = await loadWorkspaceKeys(tx.raw, tx.workspaceId, installation().master);
  return keys.map(({ key }) => addressHash(key, address));
}

/** An id is stopped in every shop of the workspace, also where it was never met; an address is whoever stands at it. */
async function findShopper(tx: WorkspaceTx, wanted: RecordSearch, hashes: readonly string[]): Promise<Found[]> {
  const rows = await tx.execute<{ connection: string; record: string }>(
    wanted.by === "id"
      ? sql`select id as connection, ${wanted.recordId}::text as record from connections where kind = 'shopify'`
      : sql`select distinct s.source_connection_id as connection, r.record_id as record
          from record_rows r join syncs s on s.id = r.sync_id
          where r.address_hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))`,
  );
  return rows.map(({ connection, record }) => ({ connectionId: connection, recordId: record }));
}
