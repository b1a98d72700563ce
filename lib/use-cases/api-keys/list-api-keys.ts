import { desc, isNull } from "drizzle-orm";
import { z } from "zod";
import { type ApiScope, apiKeys } from "@/lib/db/schema/access";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

export interface ApiKeyLine {
  keyId: string;
  name: string;
  /** Its first characters. */
  prefix: string;
  scopes: ApiScope[];
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

/** The keys that work, newest first. */
export const listApiKeys = defineUseCase({
  role: "owner",
  input: z.strictObject({}),
  run: async (tx) => {
    const rows = await tx.select().from(apiKeys).where(isNull(apiKeys.revokedAt)).orderBy(desc(apiKeys.createdAt));
    return ok(
      rows.map(
        ({ id, name, prefix, scopes, createdAt, lastUsedAt }): ApiKeyLine => ({
          ...{ keyId: id, name, prefix, scopes },
          ...{ createdAtMs: createdAt.getTime(), lastUsedAtMs: lastUsedAt?.getTime() ?? null },
        }),
      ),
    );
  },
});
