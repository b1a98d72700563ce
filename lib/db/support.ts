import type { Severity } from "@/lib/runner/finding-kinds";
import { type Database, database } from "./client";

export interface SupportFinding {
  kind: string;
  severity: Severity;
  sinceMs: number;
  /** Code of the failure it is about, if it is about one. */
  code: string | null;
}

/** A sync that needs somebody, as support staff see it: state, causes and ages. Never a record, a rule, a credential or a person. */
export interface SupportSync {
  workspaceId: string;
  workspace: string;
  /** Whether the merchant lets support staff resume. */
  mayResume: boolean;
  syncId: string;
  sync: string;
  state: string;
  pausedAtMs: number | null;
  /** Code of what paused it; null when a person did, or it is not paused. */
  cause: string | null;
  findings: SupportFinding[];
}

export async function isSupportStaff(userId: string, db: Database = database()): Promise<boolean> {
  const rows = await db.$client`select 1 from support_staff where user_id = ${userId}`;
  return rows.length > 0;
}

/** Of all workspaces. Nobody who is not support staff sees any: the function asks the table too. */
export async function supportSyncs(userId: string, db: Database = database()): Promise<SupportSync[]> {
  return db.$client<SupportSync[]>`
    select workspace_id as "workspaceId", workspace, may_resume as "mayResume", sync_id as "syncId", sync, state, epoch_ms(paused_at) as "pausedAtMs",
      cause, findings
    from system_support_syncs(${userId})`;
}

/** The workspace of a paused sync that this person may resume as support staff, or null. */
export async function supportResumable(
  userId: string,
  syncId: string,
  db: Database = database(),
): Promise<string | null> {
  const [row] = await db.$client<{ id: string }[]>`
    select workspace_id as id from system_support_resumable(${userId}, ${syncId})`;
  return row?.id ?? null;
}
