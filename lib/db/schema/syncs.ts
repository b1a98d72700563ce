import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Failure } from "../../runner/failures";
import { SWEEPS, type Sweep, SYNC_STATES, type SyncState } from "../../runner/states";
import { users } from "./auth";
import { id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { connections } from "./connections";
import { publications } from "./publications";
import { workspaces } from "./workspaces";

export const OBJECTS = ["customer", "order"] as const;

/** When a sync runs by itself. A cron expression is read in `zone`. */
export type Schedule =
  | { kind: "interval"; minutes: number }
  | { kind: "cron"; expression: string; zone: string }
  | { kind: "off" };

/** What is set without publishing, and not bound by the digest. */
export interface SyncSettings {
  /** Whether a pause that outages alone caused may end by itself (default: yes). */
  resumeAfterOutage?: boolean;
  /** Days that closed ledger rows are kept; never less than seven (the default). */
  keepLedgerDays?: number | "forever";
  watches?: Watches;
}

/** When the watches alarm; what is left out has its default (`lib/watch/thresholds.ts`). */
export interface Watches {
  /** Without a proven success for so many hours; never less than two intervals. */
  silentAfterHours?: number;
  /** A scheduled run overdue by so many intervals. */
  lateAfterIntervals?: number;
  /** Empty successes in a row after it had produced; null: never. */
  emptyRuns?: number | null;
}

export const syncs = pgTable(
  "syncs",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    name: text("name").notNull(),
    object: text("object").$type<(typeof OBJECTS)[number]>().notNull().default("customer"),
    state: text("state").$type<SyncState>().notNull().default("draft"),
    sourceConnectionId: uuid("source_connection_id"),
    destinationConnectionId: uuid("destination_connection_id"),
    livePublicationId: uuid("live_publication_id"),
    schedule: jsonb("schedule").$type<Schedule>().notNull().default({ kind: "interval", minutes: 15 }),
    /** When a schedule was last switched on: nothing was due before it. */
    scheduledSince: instant("scheduled_since"),
    /** When the dispatcher starts the next scheduled run; null: never. */
    nextRunAt: instant("next_run_at"),
    /** A sweep that the next scheduled run carries; null: none is due. */
    sweepDue: text("sweep_due").$type<Sweep>(),
    streakThreshold: integer("streak_threshold").notNull().default(5),
    /** Published, resumed, or a connection re-made by a person: the streak counts from here. */
    changedAt: instantNow("changed_at"),
    pausedAt: instant("paused_at"),
    pauseCause: jsonb("pause_cause").$type<Failure>(),
    pauseOutageOnly: boolean("pause_outage_only").notNull().default(false),
    pauseRunIds: uuid("pause_run_ids").array().notNull().default(sql`'{}'`),
    /** While outages alone have paused it: when both ends are probed next. */
    nextProbeAt: instant("next_probe_at"),
    /** While it does not run: when withdrawals alone are sent next. */
    nextOptOutAt: instant("next_opt_out_at"),
    /** Pending records that the mass-change guard showed to a person, and how many one approval covers; used up by the run that it lets through. */
    guardShown: integer("guard_shown"),
    guardApproved: integer("guard_approved"),
    settings: jsonb("settings").$type<SyncSettings>().notNull().default({}),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
  },
  (table): PgTableExtraConfigValue[] => [
    unique("syncs_of_workspace").on(table.workspaceId, table.id),
    index("syncs_due").on(table.nextRunAt).where(sql`state = 'active' and next_run_at is not null`),
    oneOf("syncs_object", table.object, OBJECTS),
    oneOf("syncs_sweep_due", table.sweepDue, SWEEPS),
    oneOf("syncs_state", table.state, SYNC_STATES),
    check("syncs_active_is_published", sql`state <> 'active' or live_publication_id is not null`),
    check("syncs_paused_since", sql`(state = 'paused') = (paused_at is not null)`),
    check("syncs_threshold", sql`streak_threshold between 1 and 100`),
    foreignKey({
      name: "syncs_source",
      columns: [table.workspaceId, table.sourceConnectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }),
    foreignKey({
      name: "syncs_destination",
      columns: [table.workspaceId, table.destinationConnectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }),
    foreignKey({
      name: "syncs_live_publication",
      columns: [table.id, table.livePublicationId],
      foreignColumns: [publications.syncId, publications.id],
    }),
  ],
);

/** The rule being edited, one per sync. `revision` grows with each save; saving over another revision is a conflict. */
export const drafts = pgTable(
  "drafts",
  {
    syncId: uuid("sync_id").primaryKey(),
    workspaceId: workspaceId(),
    rule: jsonb("rule").$type<unknown>().notNull(),
    revision: integer("revision").notNull().default(1),
    updatedBy: uuid("updated_by").references(() => users.id, { onDelete: "set null" }),
    updatedAt: instantNow("updated_at"),
  },
  (table) => [
    foreignKey({
      name: "drafts_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);
