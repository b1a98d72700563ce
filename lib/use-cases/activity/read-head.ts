import { sql } from "drizzle-orm";
import { z } from "zod";
import { type ChainHead, sealOf } from "@/lib/db/audit-chain";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

/** The end of the audit log, sealed: kept somewhere else it shows later that nothing was changed or cut off. Null while nothing is chained. */
export const readHead = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx, { workspaceId }) => {
    const [head] = await tx.execute<{ seq: number; hash: string }>(
      sql`select seq::float8 as seq, hash from activity_heads where seq > 0`,
    );
    if (!head) return ok(null);
    return ok<ChainHead>({ workspaceId, ...head, seal: sealOf(installation().signingKey, { workspaceId, ...head }) });
  },
});
