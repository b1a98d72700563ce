import { isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { hashSecretToken, newSecretToken } from "@/lib/auth/secret-token";
import { API_SCOPES, apiKeys } from "@/lib/db/schema/access";
import { ok } from "@/lib/kernel/result";
import { requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

const AT_MOST = 50;
const PREFIX_SHOWN = 11;

/** Makes a key for another system. It is returned here and never again. */
export const createApiKey = defineUseCase({
  role: "owner",
  input: z.strictObject({
    name: z.string().trim().min(1).max(80),
    scopes: z.preprocess(
      (one) => (typeof one === "string" ? [one] : one),
      z.array(z.enum(API_SCOPES)).min(1, "api_keys.no_scope"),
    ),
  }),
  run: async (tx, context, { name, scopes }) => {
    const recent = requireRecentSignIn(context, Date.now());
    if (!recent.ok) return recent;
    const [used] = await tx
      .select({ count: sql<number>`count(*)::int` })
      .from(apiKeys)
      .where(isNull(apiKeys.revokedAt));
    if ((used?.count ?? 0) >= AT_MOST) return refuse("conflict", "api_keys.too_many", { limit: AT_MOST });
    const key = newSecretToken("np_");
    const [made] = await tx
      .insert(apiKeys)
      .values({
        ...{ workspaceId: context.workspaceId, name, scopes: [...new Set(scopes)] },
        ...{ prefix: key.slice(0, PREFIX_SHOWN), keyHash: hashSecretToken(key), createdBy: context.user.id },
      })
      .returning({ id: apiKeys.id });
    return made ? ok({ keyId: made.id, key }) : refuse("unavailable", "unavailable");
  },
  audit: ({ scopes }, { keyId }) => ({
    verb: "api_key.created",
    subjectKind: "api_key",
    subjectId: keyId,
    details: { scopes: scopes.join(" ") },
  }),
});
