import type { TransactionSql } from "postgres";

/**
 * Addresses that must not be written to marketing from now on. An entry that stands is left; one that a person lifted stands again, for the owner has opted out
 * anew. @param seen.reason a machine word @returns how many are new
 */
export async function suppressAddresses(
  sql: TransactionSql,
  seen: { workspaceId: string; account: string; hashes: readonly string[]; reason: string },
): Promise<number> {
  const changed = await sql`
    insert into suppressions as s (workspace_id, account, address_hash, reason)
    select distinct ${seen.workspaceId}::uuid, ${seen.account}, value, ${seen.reason}
    from jsonb_array_elements_text(${JSON.stringify(seen.hashes)}::text::jsonb)
    on conflict (workspace_id, account, address_hash) do update
      set lifted_at = null, reason = excluded.reason, created_at = clock_timestamp()
      where s.lifted_at is not null`;
  return changed.count;
}
