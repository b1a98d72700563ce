import { eq } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { sessions } from "@/lib/db/schema/auth";

/** Ends every session of a person with the transaction: what they may do changed, so they sign in anew. Each request reads the row, so it holds at once. */
export async function endSessions(tx: WorkspaceTx, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}
