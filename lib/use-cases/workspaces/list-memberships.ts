import type { Role } from "@/lib/db/schema/workspaces";
import { memberships } from "@/lib/db/system";

export interface Membership {
  workspaceId: string;
  name: string;
  role: Role;
}

/** The workspaces of the signed-in user, oldest first. @param userId of `currentUser()`, never from outside */
export async function listMemberships(userId: string): Promise<Membership[]> {
  return memberships(userId);
}
