import { eq } from "drizzle-orm";
import { SHOPIFY_API_VERSION } from "@/lib/connectors/shopify/operations";
import type { WorkspaceTx } from "@/lib/db/client";
import { connections } from "@/lib/db/schema/connections";
import { ok, type Result } from "@/lib/kernel/result";
import type { PublishedEnds } from "@/lib/rules/schema";
import type { SyncRow } from "../drafts/find-sync";
import { refuse, type UseCaseError } from "../errors";

/** Both ends of a sync as they are now, in the form that a digest binds. Refused while one is missing or not connected. */
export async function publishedEnds(tx: WorkspaceTx, sync: SyncRow): Promise<Result<PublishedEnds, UseCaseError>> {
  const source = await connected(tx, sync.sourceConnectionId);
  const destination = await connected(tx, sync.destinationConnectionId);
  if (source?.kind !== "shopify" || !source.details.timeZone || !source.details.currency)
    return refuse("conflict", "rule.source_not_connected");
  if (destination?.kind !== "brevo") return refuse("conflict", "rule.destination_not_connected");
  return ok({
    source: {
      connectionId: source.id,
      kind: "shopify",
      identity: source.identity,
      timeZone: source.details.timeZone,
      currency: source.details.currency,
    },
    destination: { connectionId: destination.id, kind: "brevo", identity: destination.identity },
    sourceApiVersion: SHOPIFY_API_VERSION,
  });
}

async function connected(tx: WorkspaceTx, id: string | null) {
  if (id === null) return undefined;
  const [row] = await tx.select().from(connections).where(eq(connections.id, id));
  return row?.state === "connected" ? row : undefined;
}
