import { and, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { type ConnectionKind, connections } from "@/lib/db/schema/connections";
import { syncs } from "@/lib/db/schema/syncs";
import { InvariantViolation } from "@/lib/kernel/errors";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuseField } from "../errors";

export const createSyncInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  sourceConnectionId: z.uuid("field_choice"),
  destinationConnectionId: z.uuid("field_choice"),
});

/** Makes a sync; its first draft is suggested when the rule is opened. Nothing runs before that was previewed and published. */
export const createSync = defineUseCase({
  role: "editor",
  input: createSyncInput,
  run: async (tx, context, input) => {
    const kinds = await usableKinds(tx, [input.sourceConnectionId, input.destinationConnectionId]);
    if (kinds.get(input.sourceConnectionId) !== "shopify") return refuseField("sourceConnectionId", "field_choice");
    if (kinds.get(input.destinationConnectionId) !== "brevo")
      return refuseField("destinationConnectionId", "field_choice");
    const [sync] = await tx
      .insert(syncs)
      .values({ ...input, workspaceId: context.workspaceId, createdBy: context.user.id })
      .returning({ id: syncs.id });
    if (!sync) throw new InvariantViolation("an insert returns its row");
    return ok({ syncId: sync.id });
  },
  audit: (input, { syncId }) => ({
    verb: "sync.created",
    subjectKind: "sync",
    subjectId: syncId,
    details: { sourceConnectionId: input.sourceConnectionId, destinationConnectionId: input.destinationConnectionId },
  }),
});

async function usableKinds(tx: WorkspaceTx, ids: string[]): Promise<Map<string, ConnectionKind>> {
  const found = await tx
    .select({ id: connections.id, kind: connections.kind })
    .from(connections)
    .where(and(inArray(connections.id, ids), ne(connections.state, "disconnected")));
  return new Map(found.map(({ id, kind }) => [id, kind]));
}
