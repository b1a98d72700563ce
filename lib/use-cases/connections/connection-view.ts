import { type BrevoRates, ratesOf } from "@/lib/connectors/brevo/rates";
import type { ConnectionKind, ConnectionStateName, connections } from "@/lib/db/schema/connections";
import type { FailureCode } from "@/lib/runner/failures";
import type { SyncState } from "@/lib/runner/states";

export type { ConnectionKind };

/** `refused` is connected, but the last check did not pass: runs still try, since waiting or the vendor may mend it. */
export type ConnectionHealth = "connected" | "refused" | "broken" | "disconnected";

/** A connection as its page shows it. Nothing secret. */
export interface ConnectionView {
  id: string;
  kind: ConnectionKind;
  name: string;
  health: ConnectionHealth;
  /** What its secret reaches: shop gid, or Brevo organisation id. */
  identity: string;
  shopDomain: string | null;
  /** Whether it reaches a stand-in of the demo. */
  demo: boolean;
  /** Whether a shop's access is renewed with the credentials of an app; else its token lasts. */
  renewed: boolean;
  plan: string | null;
  timeZone: string | null;
  currency: string | null;
  scopes: string[];
  missingScopes: string[];
  /** Requests that the account's plan allows; null for a shop, whose limits come with each answer. */
  rates: BrevoRates | null;
  /** Whether the other side tells us of changes; null: not looked yet. */
  hooks: { state: "registered" | "unsigned" | "failed"; missing: string[] } | null;
  checkedAtMs: number | null;
  lastError: FailureCode | null;
  usedBy: { id: string; name: string; state: SyncState }[];
}

type Row = typeof connections.$inferSelect;

export function viewConnection(row: Row, usedBy: ConnectionView["usedBy"]): ConnectionView {
  const { details } = row;
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    health: healthOf(row.state, row.lastError !== null),
    identity: row.identity,
    shopDomain: details.shopDomain ?? null,
    demo: details.demo === true,
    renewed: details.renewed === true,
    plan: details.plan ?? null,
    timeZone: details.timeZone ?? null,
    currency: details.currency ?? null,
    scopes: details.scopes ?? [],
    missingScopes: details.missingScopes ?? [],
    rates: details.rateTier === undefined ? null : ratesOf(details.rateTier),
    hooks: row.hooks && { state: row.hooks.state, missing: row.hooks.missing },
    checkedAtMs: row.checkedAt?.getTime() ?? null,
    lastError: row.lastError?.code ?? null,
    usedBy,
  };
}

function healthOf(state: ConnectionStateName, hasError: boolean): ConnectionHealth {
  switch (state) {
    case "connected":
      return hasError ? "refused" : "connected";
    case "broken":
    case "disconnected":
      return state;
  }
}
