import { eq } from "drizzle-orm";
import { z } from "zod";
import { privacyRequests } from "@/lib/db/schema/inbound";
import { openJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** What is known of a shopper who asked for it through Shopify, for the owner to hand on; gone after 30 days. */
export const readPrivacyExport = defineUseCase({
  role: "owner",
  input: z.strictObject({ requestId: z.uuid() }),
  run: async (tx, context, { requestId }) => {
    const [row] = await tx.select().from(privacyRequests).where(eq(privacyRequests.id, requestId));
    if (!row) return refuse("not_found", "not_found");
    if (!row.sealedExport) return refuse("gone", "privacy.export_gone");
    const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master);
    const bound = ["privacy_export", context.workspaceId, requestId];
    return ok(openJson<Record<string, unknown>>(keys.data, row.sealedExport, bound));
  },
});
