import { foreignKey, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { SilenceState } from "../../runner/statistic/silence-state";
import { instant, instantNow, workspaceId } from "./columns";
import { syncs } from "./syncs";

/** What is remembered of a sync's rhythm: one row of fixed size, taken on by each judged read of the scheduled lane. */
export const silenceStates = pgTable(
  "silence_states",
  {
    syncId: uuid("sync_id").primaryKey(),
    workspaceId: workspaceId(),
    state: jsonb("state").$type<SilenceState>().notNull(),
    /** When a silence that has not ended made the receipts be taken again; once a silence. */
    lookedAgainAt: instant("looked_again_at"),
    updatedAt: instantNow("updated_at"),
  },
  (table) => [
    foreignKey({
      name: "silence_states_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);
