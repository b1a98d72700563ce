import { and, eq } from "drizzle-orm";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { members, ROLES, type Role, workspaces } from "@/lib/db/schema/workspaces";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { UseCaseError } from "./errors";

export interface Person {
  id: string;
  name: string;
  email: string;
  /** When the session began, epoch ms. */
  signedInAtMs: number;
}

/** Who acts, where, and what they may: made by `openContext` alone, so that holding one proves membership at that moment. */
export interface Context {
  user: Person;
  workspaceId: string;
  workspace: { id: string; name: string; isDemo: boolean };
  role: Role;
  /** How the audit log names whoever acts. */
  actorKind: "user" | "support";
  /** IANA time zone of the workspace. */
  zone: string;
  locale: string;
  /** One transaction that sees this workspace alone. What is thrown rolls it back. */
  transact<T>(work: (tx: WorkspaceTx) => Promise<T>): Promise<T>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Authorises in the data layer: reads the membership under the row-level security of that very workspace.
 * @returns null for an unknown workspace, for somebody else's and for what is no id: callers cannot tell them apart
 */
export async function openContext(user: Person, workspaceId: string): Promise<Context | null> {
  if (!UUID.test(workspaceId)) return null;
  const transact: Context["transact"] = (work) => inWorkspace(workspaceId, work);
  const [row] = await transact((tx) =>
    tx
      .select({ role: members.role, workspace: workspaces })
      .from(members)
      .innerJoin(workspaces, eq(workspaces.id, members.workspaceId))
      .where(and(eq(members.workspaceId, workspaceId), eq(members.userId, user.id)))
      .limit(1),
  );
  return row ? contextOf(user, row.workspace, { role: row.role, actorKind: "user", transact }) : null;
}

/**
 * For `resumeForMerchant` alone, which has asked whether this person may: what support staff do in a workspace that they do not belong to. It must never reach
 * a page, since it would read what they may not see.
 */
export async function openSupportContext(user: Person, workspaceId: string): Promise<Context | null> {
  const transact: Context["transact"] = (work) => inWorkspace(workspaceId, work);
  const [workspace] = await transact((tx) => tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)));
  return workspace ? contextOf(user, workspace, { role: "editor", actorKind: "support", transact }) : null;
}

function contextOf(
  user: Person,
  { id, name, isDemo, timeZone, locale }: typeof workspaces.$inferSelect,
  how: Pick<Context, "role" | "actorKind" | "transact">,
): Context {
  return { user, workspaceId: id, workspace: { id, name, isDemo }, zone: timeZone, locale, ...how };
}

/** Owner may what an editor may, an editor what a viewer may. */
export function requireRole(context: Pick<Context, "role">, least: Role): Result<true, UseCaseError> {
  const enough = ROLES.indexOf(context.role) <= ROLES.indexOf(least);
  return enough ? ok(true) : err({ kind: "forbidden", code: "forbidden" });
}

const RECENT_MS = 10 * 60_000;

/** Publishing and credentials ask for a sign-in within the last ten minutes. */
export function requireRecentSignIn(context: Pick<Context, "user">, nowMs: number): Result<true, UseCaseError> {
  const recent = nowMs - context.user.signedInAtMs <= RECENT_MS;
  return recent ? ok(true) : err({ kind: "sign_in_again", code: "sign_in_again" });
}
