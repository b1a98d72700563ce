import { and, eq, ne } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { ruleSchema } from "@/lib/rules/schema";

/**
 * What the other live syncs of the workspace write to an account: names of syncs by attribute. Two that write the same attribute would undo each other.
 * @param account identity of the Brevo account
 */
export async function attributeRivals(
  tx: WorkspaceTx,
  syncId: string,
  account: string,
): Promise<Record<string, string>> {
  const others = await tx
    .select({ name: syncs.name, rule: publications.rule, ends: publications.ends })
    .from(syncs)
    .innerJoin(publications, eq(publications.id, syncs.livePublicationId))
    .where(and(ne(syncs.id, syncId), ne(syncs.state, "draft")));
  const rivals: Record<string, string> = {};
  for (const other of others) {
    const theirs = ruleSchema.safeParse(other.rule);
    if (!theirs.success || other.ends.destination.identity !== account) continue;
    for (const { target } of theirs.data.mapping) rivals[target.name] ??= other.name;
  }
  return rivals;
}
