import { sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { refuse, type UseCaseError } from "../errors";

/**
 * Where the owner wants it, whoever changed the draft since the last version does not publish it: a second person looks at the preview and does. Asked of
 * the audit log, which says who changed it, however often it went back and forth.
 */
export async function requireSecondPerson(
  tx: WorkspaceTx,
  context: Context,
  syncId: string,
): Promise<Result<true, UseCaseError>> {
  const [answer] = await tx.execute<{ refused: boolean }>(sql`
    select w.publishing_needs_approval and exists (
      select from activity a where a.actor_id = ${context.user.id} and a.subject_kind = 'sync' and a.subject_id = ${syncId}::text
        and a.verb in ('draft.saved', 'sync.returned_to_draft', 'sync.created')
        and a.at > coalesce((select max(p.published_at) from publications p where p.sync_id = ${syncId}), '-infinity')
    ) as refused from workspaces w`);
  return answer?.refused ? refuse("conflict", "publish.second_person") : ok(true);
}
