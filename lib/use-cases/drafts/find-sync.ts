import { eq } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { syncs } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "../errors";

export type SyncRow = typeof syncs.$inferSelect;

/** @returns the sync of this workspace; an unknown and a foreign one are refused alike */
export async function findSync(tx: WorkspaceTx, syncId: string): Promise<Result<SyncRow, UseCaseError>> {
  const [row] = await tx.select().from(syncs).where(eq(syncs.id, syncId));
  return row ? ok(row) : refuse("not_found", "not_found");
}
