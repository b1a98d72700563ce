import { and, eq, ne, or } from "drizzle-orm";
import { connections, credentials } from "@/lib/db/schema/connections";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";
import { connectionInput } from "./test-connection";

/** Forgets the secret of a connection. Refused while a published sync uses it: it could neither run nor be resumed. Connecting the same end again revives it. */
export const disconnect = defineUseCase({
  role: "editor",
  input: connectionInput,
  run: async (tx, _context, { connectionId: id }) => {
    const [row] = await tx.select().from(connections).where(eq(connections.id, id)).for("update");
    if (!row) return refuse("not_found", "not_found");
    const [user] = await tx
      .select({ name: syncs.name })
      .from(syncs)
      .where(and(ne(syncs.state, "draft"), or(eq(syncs.sourceConnectionId, id), eq(syncs.destinationConnectionId, id))))
      .limit(1);
    if (user) return refuse("conflict", "connections.in_use", { sync: user.name });
    await tx.update(connections).set({ state: "disconnected", lastError: null }).where(eq(connections.id, id));
    await tx.delete(credentials).where(eq(credentials.connectionId, id));
    return ok({ connectionId: id });
  },
  audit: (_input, { connectionId }) => ({
    verb: "connection.disconnected",
    subjectKind: "connection",
    subjectId: connectionId,
  }),
});
