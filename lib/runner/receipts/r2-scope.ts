import type { SourceRecord } from "@/lib/rules/customer";
import { type Failure, failure } from "../failures";
import type { SourceAccess } from "../reading-ports";
import type { ScopeEvidence } from "./evidence";

/** So many known addresses must be gone at once before it is taken for a denied field: one may have been taken off by the merchant. */
const DENIED_FROM = 2;

/**
 * R2, scope: the granted scopes cover the operations, and protected fields are not null where they were not before. A field that the app may not see
 * comes as null without a word, so that a denied address looks like a customer without one.
 * @param addressed what reads by id say now of records that had an address when they were applied; null: gone
 */
export function judgeScope(
  access: SourceAccess | null,
  addressed: readonly (SourceRecord | null)[],
): { evidence: ScopeEvidence; failure: Failure | null } {
  const alive = addressed.filter((record) => record !== null);
  const visible = alive.filter((record) => record.email !== null);
  const evidence: ScopeEvidence = {
    granted: access?.grantedScopes ?? null,
    addressedBefore: alive.length,
    addressedNow: visible.length,
    oldestVisibleMs: access?.oldestVisibleMs ?? null,
    wholePast: access?.wholePast ?? true,
  };
  const [missing] = access?.missingScopes ?? [];
  if (missing !== undefined) return { evidence, failure: failure("source.scope", missing) };
  const denied = alive.length >= DENIED_FROM && visible.length === 0;
  return { evidence, failure: denied ? failure("source.unreadable", "R2:fields_denied") : null };
}
