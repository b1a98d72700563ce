import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { InvariantViolation } from "@/lib/kernel/errors";
import { type AuditFact, chain, hashBefore } from "./audit-chain";
import { olderFacts } from "./read-activity";
import type { ACTOR_KINDS } from "./schema/workspaces";

export interface NewActivity {
  actorKind: (typeof ACTOR_KINDS)[number];
  actorId: string | null;
  /** Noun and verb, e.g. `sync.paused`. */
  verb: string;
  subjectKind: string;
  subjectId: string;
  /** Plain facts. No personal data, no credentials. */
  details?: Record<string, unknown>;
}

/**
 * Adds the next entry to the workspace's audit log, in the transaction of what it tells. From here to the commit nobody else adds one: call it last.
 * @param signingKey the installation's, raw bytes
 */
export async function appendActivity(
  raw: TransactionSql,
  workspaceId: string,
  entry: NewActivity,
  signingKey: Uint8Array,
): Promise<void> {
  const [end] = await raw<{ seq: number; hash: string; atMs: number }[]>`
    select seq::float8 as seq, hash, epoch_ms(at) as "atMs" from system_lock_activity_head()`;
  if (!end) throw new InvariantViolation("The audit log has no end to add to.");
  // What Postgres keeps of it, so that the hash is that of what is read back.
  const details = JSON.parse(JSON.stringify(entry.details ?? {}));
  const fact: AuditFact = { ...entry, details, id: randomUUID(), workspaceId, atMs: end.atMs };
  const hash = end.seq === 0 ? hashBefore(workspaceId, await olderFacts(raw)) : end.hash;
  const next = chain(signingKey, { seq: end.seq, hash }, fact);
  await raw`
    insert into activity (id, workspace_id, at, actor_kind, actor_id, verb, subject_kind, subject_id, details, seq, prev_hash, hash, seal)
    values (${next.id}, ${workspaceId}, at_ms(${next.atMs}), ${next.actorKind}, ${next.actorId}, ${next.verb}, ${next.subjectKind}, ${next.subjectId},
      ${JSON.stringify(details)}::text::jsonb, ${next.seq}, ${next.prevHash}, ${next.hash}, ${next.seal})`;
}
