import { asc } from "drizzle-orm";
import { z } from "zod";
import { connections } from "@/lib/db/schema/connections";
import { syncs } from "@/lib/db/schema/syncs";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { viewConnection } from "./connection-view";

/** Every connection of the workspace with the syncs that use it; shops first, the oldest first. */
export const listConnections = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const rows = await tx.select().from(connections).orderBy(asc(connections.createdAt));
    const users = await tx
      .select({
        id: syncs.id,
        name: syncs.name,
        state: syncs.state,
        source: syncs.sourceConnectionId,
        destination: syncs.destinationConnectionId,
      })
      .from(syncs)
      .orderBy(asc(syncs.name));
    const views = rows.map((row) =>
      viewConnection(
        row,
        users
          .filter(({ source, destination }) => source === row.id || destination === row.id)
          .map(({ id, name, state }) => ({ id, name, state })),
      ),
    );
    return ok(views.sort((left, right) => Number(left.kind === "brevo") - Number(right.kind === "brevo")));
  },
});
