import type { z } from "zod";
import { supportResumable } from "@/lib/db/support";
import type { Result } from "@/lib/kernel/result";
import { openSupportContext, type Person } from "../context";
import { invalidInput, refuse, type UseCaseError } from "../errors";
import { resumeSyncInput } from "../syncs/resume-input";
import { resumeSync } from "../syncs/resume-sync";

/**
 * Support staff put a paused sync of some workspace back to work, with a reason, where its owner allows it. The same proofs as for the merchant; the
 * merchant's audit log says who did it. An unknown sync and one that may not be resumed are the same answer.
 */
export async function resumeForMerchant(
  user: Person,
  input: z.input<typeof resumeSyncInput>,
): Promise<Result<{ syncId: string }, UseCaseError>> {
  const parsed = resumeSyncInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const workspaceId = await supportResumable(user.id, parsed.data.syncId);
  const context = workspaceId === null ? null : await openSupportContext(user, workspaceId);
  return context ? resumeSync(context, parsed.data) : refuse("not_found", "not_found");
}
