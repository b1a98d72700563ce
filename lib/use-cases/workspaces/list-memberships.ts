import { sql } from "drizzle-orm";
import { database } from "@/lib/db/client";
import { ROLES, type Role } from "@/lib/db/schema/workspaces";

export interface Membership {
  workspaceId: string;
  name: string;
  role: Role;
}

/** The workspaces of a user, oldest first. Across workspaces, so through the narrow function that returns ids, names and roles. */
export async function listMemberships(userId: string): Promise<Membership[]> {
  const rows = await database().execute<{ workspace_id: string; name: string; role: string }>(
    sql`SELECT workspace_id, name, role FROM system_memberships(${userId}::uuid)`,
  );
  return rows.map((row) => ({ workspaceId: row.workspace_id, name: row.name, role: roleOf(row.role) }));
}

function roleOf(text: string): Role {
  const role = ROLES.find((known) => known === text);
  if (!role) throw new Error(`Unknown role ${text}`);
  return role;
}
