import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type PreviewState, previews } from "@/lib/db/schema/publications";
import { openJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import type { PreviewSample, PreviewTotals } from "@/lib/rules/preview";
import { type Failure, failure } from "@/lib/runner/failures";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { sampleBinding } from "./sample-binding";

export interface PreviewView {
  id: string;
  state: PreviewState;
  digest: string;
  revision: number;
  totals: PreviewTotals | null;
  samples: PreviewSample[];
  failure: Failure | null;
}

/** A preview whose process died never becomes ready. */
const GIVEN_UP = sql<boolean>`created_at < clock_timestamp() - interval '10 minutes'`;

/** One preview, its samples unsealed. An expired one is not found, like an unknown or a foreign one. */
export const readPreview = defineUseCase({
  role: "viewer",
  input: z.strictObject({ syncId: z.uuid(), previewId: z.uuid() }),
  run: async (tx, context, { syncId, previewId }) => {
    const [row] = await tx
      .select({ preview: previews, givenUp: GIVEN_UP })
      .from(previews)
      .where(and(eq(previews.id, previewId), eq(previews.syncId, syncId), sql`expires_at > clock_timestamp()`));
    if (!row) return refuse("not_found", "publish.preview_gone");
    const { preview } = row;
    const died = preview.state === "running" && row.givenUp;
    const keys = preview.samples && (await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master));
    const view: PreviewView = {
      id: preview.id,
      state: died ? "failed" : preview.state,
      digest: preview.digest,
      revision: preview.revision,
      totals: preview.totals as PreviewTotals | null,
      samples:
        preview.samples && keys
          ? openJson<PreviewSample[]>(keys.data, preview.samples, sampleBinding(context.workspaceId, preview.id))
          : [],
      failure: died ? failure("run.internal", "preview_died") : preview.failure,
    };
    return ok(view);
  },
});
