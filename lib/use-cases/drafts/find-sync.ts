import { eq } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { syncs } from "@/lib/db/schema/syncs";
import { ok, type Result } from "@/lib/kernel/result";
import { refuse, type UseCaseError } from "../errors";

export type SyncRow = typeof syncs.$inferSelect;

/** @returns the sync of this workspace; an unknown, a foreign one and what is no id are refused alike */
export async function findSync(tx: WorkspaceTx, syncId: string): Promise<Result<SyncRow, UseCaseError>> {
  if (!z.uuid().safeParse(syncId).success) return refuse("not_found", "not_found");
  const [row] = await tx.select().from(syncs).where(eq(syncs.id, syncId));
  return row ? ok(row) : refuse("not_found", "not_found");
}
