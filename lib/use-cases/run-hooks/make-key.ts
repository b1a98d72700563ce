import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { runHookKeys } from "@/lib/db/schema/inbound";
import { syncs } from "@/lib/db/schema/syncs";
import { sealJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { type Context, requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse, type UseCaseError } from "../errors";

const keyInput = z.strictObject({ syncId: z.uuid() });

export const boundToSync = (workspaceId: string, syncId: string) => ["run_hook_key", workspaceId, syncId];

const make = defineUseCase({
  role: "editor",
  input: keyInput,
  run: async (tx, context, { syncId }) => {
    const [sync] = await tx.select({ id: syncs.id }).from(syncs).where(eq(syncs.id, syncId));
    if (!sync) return refuse("not_found", "not_found");
    const key = `nprun_${randomBytes(32).toString("base64url")}`;
    const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master);
    const sealedKey = sealJson(keys.data, key, boundToSync(context.workspaceId, syncId));
    await tx
      .insert(runHookKeys)
      .values({ syncId, workspaceId: context.workspaceId, sealedKey })
      .onConflictDoUpdate({
        target: runHookKeys.syncId,
        set: { sealedKey, createdAt: sql`clock_timestamp()`, lastUsedAt: null },
      });
    return ok({ key });
  },
  audit: ({ syncId }) => ({ verb: "run_hook.key_made", subjectKind: "sync", subjectId: syncId }),
});

/** A key with which another system starts runs of this sync; in the place of the one before, which is worth nothing from then on. Shown this once. */
export async function makeRunHookKey(
  context: Context,
  input: z.input<typeof keyInput>,
): Promise<Result<{ key: string }, UseCaseError>> {
  const recent = requireRecentSignIn(context, Date.now());
  return recent.ok ? make(context, input) : recent;
}
