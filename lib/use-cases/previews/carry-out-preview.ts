import { eq } from "drizzle-orm";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import { database, inWorkspace } from "@/lib/db/client";
import { recordRows } from "@/lib/db/schema/delivering";
import { previews } from "@/lib/db/schema/publications";
import { sealJson } from "@/lib/db/seal";
import { loadWorkspaceKeys, type WorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo, openShopify } from "@/lib/ends/open-ends";
import { openContactsLimiter } from "@/lib/ends/open-run-ends";
import { logUnexpected } from "@/lib/http/log-unexpected";
import { installation } from "@/lib/installation";
import type { PreviewSample, PreviewTotals } from "@/lib/rules/preview";
import { ruleSchema } from "@/lib/rules/schema";
import { type Failure, failure } from "@/lib/runner/failures";
import { previewPopulation } from "./preview-population";
import { sampleBinding } from "./sample-binding";

/**
 * Reads the shop and the account as the rule would, and stores totals and samples with the preview; what fails is stored as its failure. Writes nothing
 * anywhere else. Begun after the answer to `startPreview` was sent.
 */
export async function carryOutPreview(workspaceId: string, previewId: string): Promise<void> {
  try {
    const found = await readPopulation(workspaceId, previewId);
    if (found.ok) await storeReady(workspaceId, previewId, found.value, found.keys);
    else await storeFailed(workspaceId, previewId, found.failure);
  } catch (error) {
    logUnexpected(error, "preview");
    await storeFailed(workspaceId, previewId, failure("run.internal"));
  }
}

type Population =
  | { ok: true; value: { totals: PreviewTotals; samples: PreviewSample[] }; keys: WorkspaceKeys }
  | { ok: false; failure: Failure };

async function readPopulation(workspaceId: string, previewId: string): Promise<Population> {
  const ends = await inWorkspace(workspaceId, async (tx) => {
    const [preview] = await tx.select().from(previews).where(eq(previews.id, previewId));
    if (!preview) return null;
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, installation().master);
    const { policy } = installation();
    const shop = await openShopify(tx, keys, preview.ends.source.connectionId, policy);
    const account = await openBrevo(tx, keys, preview.ends.destination.connectionId, policy);
    const rows = await tx
      .select({
        recordId: recordRows.recordId,
        appliedDigest: recordRows.appliedDigest,
        destinationId: recordRows.destinationId,
      })
      .from(recordRows)
      .where(eq(recordRows.syncId, preview.syncId));
    return { preview, keys, shop, account, rows };
  });
  if (!ends) return { ok: false, failure: failure("run.internal", "preview_gone") };
  const looked = await previewPopulation({
    source: createShopifySource({ client: ends.shop.client }),
    brevo: ends.account.client,
    limiter: openContactsLimiter(database(), ends.account.row),
    rule: ruleSchema.parse(ends.preview.rule),
    timeZone: ends.preview.ends.source.timeZone,
    known: new Map(ends.rows.map((row) => [row.recordId, row])),
    nowMs: Date.now(),
  });
  return looked.ok ? { ok: true, value: looked.value, keys: ends.keys } : { ok: false, failure: looked.error };
}

async function storeReady(
  workspaceId: string,
  previewId: string,
  { totals, samples }: { totals: PreviewTotals; samples: PreviewSample[] },
  keys: WorkspaceKeys,
): Promise<void> {
  const sealed = sealJson(keys.data, samples, sampleBinding(workspaceId, previewId));
  await inWorkspace(workspaceId, (tx) =>
    tx.update(previews).set({ state: "ready", totals, samples: sealed }).where(eq(previews.id, previewId)),
  );
}

async function storeFailed(workspaceId: string, previewId: string, cause: Failure): Promise<void> {
  await inWorkspace(workspaceId, (tx) =>
    tx.update(previews).set({ state: "failed", failure: cause }).where(eq(previews.id, previewId)),
  );
}
