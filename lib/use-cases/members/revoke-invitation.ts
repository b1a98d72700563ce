import { eq } from "drizzle-orm";
import { z } from "zod";
import { invitations } from "@/lib/db/schema/access";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

/** Takes an invitation back: its link opens nothing any more. */
export const revokeInvitation = defineUseCase({
  role: "owner",
  input: z.strictObject({ invitationId: z.uuid() }),
  run: async (tx, _context, { invitationId }) => {
    const gone = await tx.delete(invitations).where(eq(invitations.id, invitationId)).returning({ id: invitations.id });
    return gone.length === 0 ? refuse("not_found", "not_found") : ok({ invitationId });
  },
  audit: ({ invitationId }) => ({
    verb: "member.invitation_revoked",
    subjectKind: "invitation",
    subjectId: invitationId,
  }),
});
