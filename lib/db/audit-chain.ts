import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson, digestOf } from "@/lib/kernel/canonical-json";

/** What an entry of the audit log says: everything that its hash covers. */
export interface AuditFact {
  id: string;
  workspaceId: string;
  /** When, epoch ms by the database's clock. */
  atMs: number;
  actorKind: string;
  actorId: string | null;
  verb: string;
  subjectKind: string;
  subjectId: string;
  details: Record<string, unknown>;
}

export interface ChainPlace {
  /** From 1, without gaps. */
  seq: number;
  prevHash: string;
  hash: string;
  seal: string;
}

export type ChainedFact = AuditFact & ChainPlace;

/** How far a workspace's chain reaches. Kept elsewhere, it shows later that nothing was cut off. */
export interface ChainHead {
  workspaceId: string;
  seq: number;
  hash: string;
  seal: string;
}

/** What comes before the first entry: nothing, or the entries that are older than the chain. */
export const hashBefore = (workspaceId: string, older: readonly AuditFact[]): string =>
  digestOf({ workspaceId, older: older.map(coveredOf) });

/** @returns SHA-256 over the previous hash and the canonical JSON (RFC 8785) of the entry, 64 hex digits */
export function hashOf(prevHash: string, seq: number, fact: AuditFact): string {
  const covered = canonicalJson({ ...coveredOf(fact), seq });
  return createHash("sha256").update(`${prevHash}\n${covered}`).digest("hex");
}

/** @param signingKey the installation's, raw bytes @returns HMAC-SHA-256 of a place in a chain, 64 hex digits */
export function sealOf(signingKey: Uint8Array, at: Pick<ChainHead, "workspaceId" | "seq" | "hash">): string {
  const { workspaceId, seq, hash } = at;
  return createHmac("sha256", signingKey)
    .update(canonicalJson(["nightpost audit", workspaceId, seq, hash]))
    .digest("hex");
}

export function isSealed(signingKey: Uint8Array, head: ChainHead): boolean {
  const wanted = Buffer.from(sealOf(signingKey, head));
  const given = Buffer.from(head.seal);
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** The next entry of a chain. @param end where it ends now */
export function chain(signingKey: Uint8Array, end: { seq: number; hash: string }, fact: AuditFact): ChainedFact {
  const seq = end.seq + 1;
  const hash = hashOf(end.hash, seq, fact);
  return { ...fact, seq, prevHash: end.hash, hash, seal: sealOf(signingKey, { ...fact, seq, hash }) };
}

/** The fields that count, by name: a column that is added later changes no old hash. */
function coveredOf(fact: AuditFact) {
  const { id, workspaceId, atMs, actorKind, actorId, verb, subjectKind, subjectId, details } = fact;
  return { id, workspaceId, atMs, actorKind, actorId, verb, subjectKind, subjectId, details };
}
