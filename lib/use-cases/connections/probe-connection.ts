import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import type { ShopifyClient } from "@/lib/connectors/shopify/client";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import type { ConnectionDetails } from "@/lib/db/schema/connections";
import { systemClock } from "@/lib/ends/system-clock";
import { type Failure, failure, publicationFailure } from "@/lib/runner/failures";

/** What a test of a connection found. */
export interface Findings {
  /** Each operation that was tried; null means it passed. */
  operations: { name: string; failure: Failure | null }[];
  /** The first thing that is wrong, null when all is well. */
  failure: Failure | null;
  /** What is known now; absent when the end itself could not be asked. */
  seen?: { name: string; details: ConnectionDetails };
}

const firstFailure = (operations: Findings["operations"]) =>
  operations.find((operation) => operation.failure !== null)?.failure ?? null;

/** Tries every operation that a rule runs against the shop. */
export async function checkShop(client: ShopifyClient): Promise<Findings> {
  const probe = await probeShopify({ client, clock: systemClock });
  if (!probe.ok) return { operations: [{ name: "Probe", failure: probe.error }], failure: probe.error };
  const { name, planName, timeZone, currency, grantedScopes, missingScopes, operations } = probe.value;
  return {
    operations: [{ name: "Probe", failure: null }, ...operations],
    failure: missingScopes.length > 0 ? failure("source.scope", missingScopes.join(" ")) : firstFailure(operations),
    seen: { name, details: { plan: planName, timeZone, currency, scopes: grantedScopes, missingScopes } },
  };
}

/** Tries every read that a rule relies on, and that the key still belongs to the account the connection was made for. */
export async function checkAccount(client: BrevoClient, identity: string): Promise<Findings> {
  const probe = await probeBrevo({ client, clock: systemClock });
  if (!probe.ok) return { operations: [{ name: "account", failure: probe.error }], failure: probe.error };
  const { companyName, planName, rateTier, operations } = probe.value;
  const moved = probe.value.identity === identity ? null : publicationFailure("destination_identity_differs");
  return {
    operations,
    failure: moved ?? firstFailure(operations),
    seen: { name: companyName, details: { rateTier, ...(planName === null ? {} : { plan: planName }) } },
  };
}
