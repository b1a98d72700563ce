import { type Database, database } from "./client";

/*
 * Finds the workspace of what comes from outside, through SECURITY DEFINER functions: ids and no more. Who may act is proved afterwards, by a signature.
 */

export interface ConnectionInWorkspace {
  workspaceId: string;
  connectionId: string;
}

/** Connections of any workspace to this shop, disconnected ones too. @param domain lower-case, `….myshopify.com` */
export async function shopConnections(domain: string, db: Database = database()): Promise<ConnectionInWorkspace[]> {
  return db.$client<ConnectionInWorkspace[]>`
    select workspace_id as "workspaceId", connection_id as "connectionId" from system_shop_connections(${domain})`;
}

/** @returns null for an unknown connection */
export async function connectionWorkspace(connectionId: string, db: Database = database()): Promise<string | null> {
  const [row] = await db.$client<
    { id: string | null }[]
  >`select system_connection_workspace(${connectionId}::uuid) as id`;
  return row?.id ?? null;
}

/** @returns null for an unknown sync */
export async function syncWorkspace(syncId: string, db: Database = database()): Promise<string | null> {
  const [row] = await db.$client<{ id: string | null }[]>`select system_sync_workspace(${syncId}::uuid) as id`;
  return row?.id ?? null;
}

/** Connections whose webhooks are to be checked now. */
export async function dueHookChecks(upTo: number, db: Database = database()): Promise<ConnectionInWorkspace[]> {
  return db.$client<ConnectionInWorkspace[]>`
    select workspace_id as "workspaceId", connection_id as "connectionId" from system_due_hooks(${upTo})`;
}

export async function openPrivacyRequests(
  upTo: number,
  db: Database = database(),
): Promise<{ workspaceId: string; requestId: string }[]> {
  return db.$client<{ workspaceId: string; requestId: string }[]>`
    select workspace_id as "workspaceId", request_id as "requestId" from system_open_privacy_requests(${upTo})`;
}

/** Deletes what came from outside and has outlived its use. */
export async function pruneInbound(
  db: Database = database(),
): Promise<{ events: number; calls: number; exports: number }> {
  const [gone] = await db.$client<{ events: number; calls: number; exports: number }[]>`
    select events::float8, calls::float8, exports::float8 from system_prune_inbound()`;
  return gone ?? { events: 0, calls: 0, exports: 0 };
}
