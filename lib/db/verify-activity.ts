import type { ChainHead } from "./audit-chain";
import { type Database, database, inWorkspace } from "./client";
import { chainPage, olderFacts } from "./read-activity";
import { workspaceIds } from "./system";
import { type BrokenAt, ChainVerifier } from "./verify-chain";

const PAGE = 1_000;

export interface AuditVerdict {
  entries: number;
  /** Of every chain that is whole: to be kept elsewhere and given to the next check. */
  heads: ChainHead[];
  /** The first broken entry of each workspace that has one. */
  broken: BrokenAt[];
}

/** Proves the audit log of every workspace. @param kept heads of earlier checks, kept where the database's owner cannot reach */
export async function verifyActivity(
  signingKey: Uint8Array,
  kept: readonly ChainHead[] = [],
  db: Database = database(),
): Promise<AuditVerdict> {
  const verdict: AuditVerdict = { entries: 0, heads: [], broken: [] };
  const known = await workspaceIds(db);
  for (const id of known) {
    const of = kept.filter(({ workspaceId }) => workspaceId === id);
    const { head, broken } = await verifyOne(signingKey, id, of, db);
    verdict.entries += head.seq;
    if (broken) verdict.broken.push(broken);
    else verdict.heads.push(head);
  }
  const gone = new Set(kept.map(({ workspaceId }) => workspaceId));
  for (const id of known) gone.delete(id);
  for (const workspaceId of gone)
    verdict.broken.push({ workspaceId, fault: "cut_off_since_kept", seq: null, entryId: null });
  return verdict;
}

async function verifyOne(
  signingKey: Uint8Array,
  workspaceId: string,
  kept: readonly ChainHead[],
  db: Database,
): Promise<{ head: ChainHead; broken: BrokenAt | null }> {
  return inWorkspace(
    workspaceId,
    async ({ raw }) => {
      const verifier = new ChainVerifier(signingKey, workspaceId, await olderFacts(raw), kept);
      for (;;) {
        const { entries, head } = await chainPage(raw, verifier.head.seq, PAGE);
        for (const entry of entries) {
          const broken = verifier.follow(entry);
          if (broken) return { head: verifier.head, broken };
        }
        if (entries.length < PAGE) return { head: verifier.head, broken: verifier.end(head) };
      }
    },
    db,
  );
}
