import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { apiKeys } from "@/lib/db/schema/access";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Ends a key with its next request. */
export const revokeApiKey = defineUseCase({
  role: "owner",
  input: z.strictObject({ keyId: z.uuid() }),
  run: async (tx, _context, { keyId }) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`clock_timestamp()` })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    return revoked.length === 0 ? refuse("not_found", "not_found") : ok({ keyId });
  },
  audit: ({ keyId }) => ({ verb: "api_key.revoked", subjectKind: "api_key", subjectId: keyId }),
});
