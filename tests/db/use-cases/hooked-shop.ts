import { randomUUID } from "node:crypto";
import { database, inWorkspace } from "@/lib/db/client";
import { saveCredential } from "@/lib/db/credentials";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import type { TestDb } from "@/tests/support/test-db";
import { mintSync } from "../world";

export const SIGNING_SECRET = "shpss_of_a_test_app";

export interface HookedShop {
  workspaceId: string;
  syncId: string;
  publicationId: string;
  connectionId: string;
  destinationId: string;
  account: string;
  domain: string;
  identity: string;
  /** A record that we wrote and that stands on the list. */
  listed(
    recordId: string,
    addressHash: string,
    more?: { sourceUpdatedAt?: string; readAt?: string; destinationId?: string },
  ): Promise<void>;
}

/** A workspace with an active sync, whose shop can sign webhooks. */
export async function mintHookedShop(
  db: TestDb,
  given: { domain?: string; secret?: string } = {},
): Promise<HookedShop> {
  const domain = given.domain ?? `shop-${randomUUID().slice(0, 8)}.myshopify.com`;
  const { workspaceId, syncId, publicationId, account } = await mintSync({
    db: database(),
    master: installation().master,
  });
  const [ends] = await db.sql`
    select source_connection_id as source, destination_connection_id as destination from syncs where id = ${syncId}`;
  const connectionId: string = ends?.source;
  await db.sql`
    update connections set details = ${db.sql.json({ shopDomain: domain, demo: true })} where id = ${connectionId}`;
  await inWorkspace(workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, installation().master);
    const secret = { connectionId, field: "client_secret", value: given.secret ?? SIGNING_SECRET };
    await saveCredential(tx, keys, secret);
    await saveCredential(tx, keys, { connectionId, field: "access_token", value: "shpat_of_a_test" });
  });
  return {
    ...{ workspaceId, syncId, publicationId, connectionId, account, domain, identity: "gid://shopify/Shop/1" },
    destinationId: ends?.destination,
    async listed(recordId, addressHash, more = {}) {
      await db.sql`
        insert into record_rows (sync_id, account, record_id, workspace_id, outcome, address_hash, listed, read_at, source_updated_at,
          destination_id, sequence, publication_id, run_id)
        values (${syncId}, ${account}, ${recordId}, ${workspaceId}, 'delivered', ${addressHash}, true, ${more.readAt ?? "2026-01-01T00:00:00Z"},
          ${more.sourceUpdatedAt ?? "2026-01-01T00:00:00Z"}, ${more.destinationId ?? null}, 1, ${publicationId}, ${randomUUID()})`;
    },
  };
}
