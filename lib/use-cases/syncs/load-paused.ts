import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo, openShopify } from "@/lib/ends/open-ends";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { publicationDigest, verifySignature } from "@/lib/rules/publication";
import { type PublishedEnds, type Rule, ruleSchema } from "@/lib/rules/schema";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";
import { resumeSyncInput } from "./resume-input";

type Publication = typeof publications.$inferSelect;

export interface PausedSync {
  publicationId: string;
  ends: PublishedEnds;
  rule: Rule;
  shopify: Awaited<ReturnType<typeof openShopify>>["client"];
  brevo: Awaited<ReturnType<typeof openBrevo>>["client"];
}

/** A check needs no reason; what a person resumes with one is checked first, too. */
export const pausedInput = resumeSyncInput.partial({ reason: true });

/** A paused sync whose publication still holds, with clients for both ends. Nothing is asked of them yet: no call inside a transaction. */
export const loadPaused = defineUseCase({
  role: "editor",
  input: pausedInput,
  run: async (tx, context, { syncId }: z.infer<typeof pausedInput>): Promise<Result<PausedSync, UseCaseError>> => {
    const [row] = await tx
      .select({ state: syncs.state, publication: publications })
      .from(syncs)
      .leftJoin(publications, eq(publications.id, syncs.livePublicationId))
      .where(eq(syncs.id, syncId));
    if (!row) return refuse("not_found", "not_found");
    if (row.state !== "paused") return refuse("conflict", "syncs.not_paused");
    const { publication } = row;
    const rule = publication && validRule(publication);
    if (!publication || !rule) return refuse("conflict", "syncs.publish_again");
    return ok({
      publicationId: publication.id,
      ends: publication.ends,
      rule,
      ...(await openBoth(tx, context, publication)),
    });
  },
});

async function openBoth(tx: WorkspaceTx, context: { workspaceId: string }, { ends }: Publication) {
  const { master, policy } = installation();
  const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, master);
  const shopify = await openShopify(tx, keys, ends.source.connectionId, policy);
  const brevo = await openBrevo(tx, keys, ends.destination.connectionId, policy);
  return { shopify: shopify.client, brevo: brevo.client };
}

/** What every leg proves too: the stored rule has the digest that was published, and the signature is ours. @returns null when it does not */
function validRule({ syncId, number, rule, ends, digest, signature }: Publication): Rule | null {
  const parsed = ruleSchema.safeParse(rule);
  if (!parsed.success || publicationDigest(parsed.data, ends) !== digest) return null;
  return verifySignature(installation().signingKey, { syncId, number, digest }, signature) ? parsed.data : null;
}
