import { type Database, database } from "./client";
import type { ApiScope } from "./schema/access";
import type { Role } from "./schema/workspaces";

/*
 * What is found by the hash of a token that somebody presents, before any workspace is known.
 */

export interface Invitation {
  workspaceId: string;
  invitationId: string;
  /** The workspace's name. */
  workspace: string;
  role: Role;
  email: string;
  /** Not run out. */
  alive: boolean;
}

export async function invitationBy(tokenHash: string, db: Database = database()): Promise<Invitation | null> {
  const [found] = await db.$client<Invitation[]>`
    select workspace_id as "workspaceId", invitation_id as "invitationId", workspace, role, email, alive from system_invitation(${tokenHash})`;
  return found ?? null;
}

export interface ApiKeyHolder {
  workspaceId: string;
  keyId: string;
  scopes: ApiScope[];
}

/** @returns null for an unknown and for a revoked key */
export async function apiKeyBy(keyHash: string, db: Database = database()): Promise<ApiKeyHolder | null> {
  const [found] = await db.$client<ApiKeyHolder[]>`
    select workspace_id as "workspaceId", key_id as "keyId", scopes from system_api_key(${keyHash})`;
  return found ?? null;
}
