import type { TransactionSql } from "postgres";
import { loadWorkspaceKeys, type MasterKey, type WorkspaceKeys } from "./workspace-keys";

const KEPT_MS = 60_000;

/** The workspaces' unwrapped keys, kept in memory for a minute: a new version is seen, and a destroyed key forgotten, within that time. */
export interface KeyRing {
  /** @param sql a transaction that sees this workspace */
  of(sql: TransactionSql, workspaceId: string): Promise<WorkspaceKeys>;
}

export function createKeyRing(master: MasterKey): KeyRing {
  const known = new Map<string, { keys: WorkspaceKeys; untilMs: number }>();
  return {
    async of(sql, workspaceId) {
      const kept = known.get(workspaceId);
      if (kept && kept.untilMs > Date.now()) return kept.keys;
      known.delete(workspaceId);
      const keys = await loadWorkspaceKeys(sql, workspaceId, master);
      known.set(workspaceId, { keys, untilMs: Date.now() + KEPT_MS });
      return keys;
    },
  };
}
