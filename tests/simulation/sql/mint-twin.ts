import { randomBytes, randomUUID } from "node:crypto";
import { KEY_KINDS } from "@/lib/db/schema/workspaces";
import { masterKeyFrom } from "@/lib/db/workspace-keys";
import { IV_BYTES, pack, seal } from "@/lib/kernel/envelope";
import { ENDS } from "../../support/world/world";
import { IdMap } from "./id-map";
import type { VirtualDatabase } from "./virtual-database";

/** The key under which the simulation signs and hashes: Postgres must make the same hashes. */
export const KEY = new Uint8Array(32).fill(7);

export const MASTER = masterKeyFrom(Buffer.alloc(32, 9).toString("base64"));

/** A workspace with its keys, both connections and a sync, as the simulated world has them; every seed has its own. */
export async function mintTwin({ owner }: VirtualDatabase): Promise<IdMap> {
  const ids = new IdMap();
  const { connectionId: source, identity: shop } = ENDS.source;
  const { connectionId: destination, identity: account } = ENDS.destination;
  const [workspaceId, syncId] = [randomUUID(), randomUUID()];
  ids.bind("workspace-1", workspaceId);
  ids.bind("sync-1", syncId);
  for (const name of [source, destination]) ids.bind(name, randomUUID());
  // Open claims are one per account and address, whatever the workspace.
  ids.bind(account, `account of ${syncId}`);
  await owner`insert into workspaces (id, name, time_zone) values (${workspaceId}, 'W', 'Europe/Paris')`;
  for (const kind of KEY_KINDS) {
    const boundTo = ["workspace_key", workspaceId, kind, "1"];
    const wrapped = Buffer.from(pack(1, seal(MASTER.key, randomBytes(IV_BYTES), KEY, boundTo)));
    await owner`
      insert into workspace_keys (workspace_id, kind, version, wrapped, master_key_id)
      values (${workspaceId}, ${kind}, 1, ${wrapped}, ${MASTER.id})`;
  }
  await owner`
    insert into connections (id, workspace_id, kind, name, state, identity) values
      (${ids.sql(source)}, ${workspaceId}, 'shopify', 'S', 'connected', ${shop}),
      (${ids.sql(destination)}, ${workspaceId}, 'brevo', 'B', 'connected', ${ids.sql(account)})`;
  await owner`
    insert into syncs (id, workspace_id, name, source_connection_id, destination_connection_id)
    values (${syncId}, ${workspaceId}, 'Customers', ${ids.sql(source)}, ${ids.sql(destination)})`;
  return ids;
}
