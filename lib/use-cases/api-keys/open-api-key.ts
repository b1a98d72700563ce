import { sql } from "drizzle-orm";
import { hashSecretToken } from "@/lib/auth/secret-token";
import { type ApiKeyHolder, apiKeyBy } from "@/lib/db/access";
import { inWorkspace } from "@/lib/db/client";
import type { ApiScope } from "@/lib/db/schema/access";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "../errors";

const BEARER = /^Bearer (np_[\w-]{43})$/;

/**
 * Who calls the API. No key, a malformed, an unknown and a revoked one are the same answer; a key without the scope is told so.
 * @param authorization the request's header
 */
export async function openApiKey(
  authorization: string | null,
  scope: ApiScope,
): Promise<Result<ApiKeyHolder, UseCaseError>> {
  const key = BEARER.exec(authorization ?? "")?.[1];
  const holder = key === undefined ? null : await apiKeyBy(hashSecretToken(key));
  if (!holder) return refuse("unauthenticated", "unauthenticated");
  if (!holder.scopes.includes(scope)) return refuse("forbidden", "api_keys.scope_missing", { scope });
  await noteUse(holder);
  return ok(holder);
}

/** To the minute: a key that is used often is not written at each call. */
async function noteUse({ workspaceId, keyId }: ApiKeyHolder): Promise<void> {
  await inWorkspace(workspaceId, (tx) =>
    tx.execute(sql`update api_keys set last_used_at = clock_timestamp()
      where id = ${keyId} and coalesce(last_used_at, '-infinity') < clock_timestamp() - interval '1 minute'`),
  );
}
