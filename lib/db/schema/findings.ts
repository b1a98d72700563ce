import { sql } from "drizzle-orm";
import { check, foreignKey, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { FINDING_STATES, type FindingState } from "../../runner/finding";
import { SEVERITIES, type Severity } from "../../runner/finding-kinds";
import { users } from "./auth";
import { id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { syncs } from "./syncs";
import { workspaces } from "./workspaces";

/** An observed fact about health: opened once, updated, resolved. Evidence holds counts, times, codes and ids. */
export const findings = pgTable(
  "findings",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    syncId: uuid("sync_id"),
    /** E.g. `sync.paused`. */
    kind: text("kind").notNull(),
    /** What it is about beside the sync (a record, a connection); empty when nothing. */
    subject: text("subject").notNull().default(""),
    severity: text("severity").$type<Severity>().notNull(),
    state: text("state").$type<FindingState>().notNull().default("open"),
    evidence: jsonb("evidence").$type<Record<string, unknown>>().notNull().default({}),
    openedAt: instantNow("opened_at"),
    updatedAt: instantNow("updated_at"),
    snoozedUntil: instant("snoozed_until"),
    resolvedAt: instant("resolved_at"),
    /** When people are reminded next; null: never. */
    remindAt: instant("remind_at"),
    acknowledgedBy: uuid("acknowledged_by").references(() => users.id, { onDelete: "set null" }),
    /** Null when the fact ended by itself. */
    resolvedBy: uuid("resolved_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    uniqueIndex("findings_one_open")
      .on(
        table.workspaceId,
        sql`coalesce(${table.syncId}, '00000000-0000-0000-0000-000000000000')`,
        table.kind,
        table.subject,
      )
      .where(sql`state <> 'resolved'`),
    unique("findings_of_workspace").on(table.workspaceId, table.id),
    index("findings_to_remind").on(table.remindAt).where(sql`state = 'open'`),
    index("findings_newest").on(table.workspaceId, table.openedAt.desc()),
    oneOf("findings_severity", table.severity, SEVERITIES),
    oneOf("findings_state", table.state, FINDING_STATES),
    check("findings_resolved_since", sql`(state = 'resolved') = (resolved_at is not null)`),
    foreignKey({
      name: "findings_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);
