import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReadEvidence } from "../../runner/reading-ports";
import { LANES, type Lane, NOT_LANDED, READ_VERDICTS, type ReadVerdict } from "../../runner/states";
import { id, instant, instantNow, isAnyOf, oneOf, workspaceId } from "./columns";
import { runs } from "./runs";
import { syncs } from "./syncs";

/** Per lane: everything in the source up to `at` has landed; up to `covered` it has been walked. Neither is known before the first judged walk. */
export const bookmarks = pgTable(
  "bookmarks",
  {
    syncId: uuid("sync_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    workspaceId: workspaceId(),
    at: instant("at"),
    covered: instant("covered"),
    /** Orders, scheduled lane: what changed before this, told by the source, is none of the lane's. */
    startsAt: instant("starts_at"),
    movedAt: instant("moved_at"),
  },
  (table) => [
    primaryKey({ columns: [table.syncId, table.lane] }),
    oneOf("bookmarks_lane", table.lane, LANES),
    foreignKey({
      name: "bookmarks_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

export const WALK_KINDS = ["updated", "id"] as const;
export const WALK_STATES = ["walking", "complete", "judged", "abandoned"] as const;
export const OPEN_WALK_STATES = ["walking", "complete"] as const;

/** A pass over the source's list, saved page by page, with the evidence it ended with. */
export const walks = pgTable(
  "walks",
  {
    id: id(),
    workspaceId: workspaceId(),
    syncId: uuid("sync_id").notNull(),
    runId: uuid("run_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    kind: text("kind").$type<(typeof WALK_KINDS)[number]>().notNull(),
    state: text("state").$type<(typeof WALK_STATES)[number]>().notNull().default("walking"),
    floor: instant("floor"),
    t0: instant("t0").notNull(),
    cursor: text("cursor"),
    lowest: instant("lowest"),
    pages: integer("pages").notNull().default(0),
    rows: integer("rows").notNull().default(0),
    queued: integer("queued").notNull().default(0),
    /** It met a record that we know at or below its floor. */
    metFloor: boolean("met_floor").notNull().default(false),
    /** R5: the exact unfiltered total when it began. */
    totalBefore: integer("total_before"),
    verdict: text("verdict").$type<ReadVerdict>(),
    evidence: jsonb("evidence").$type<ReadEvidence>(),
    /** What the silence statistic said when it was judged: records that came, records expected, expected ones missed since the last, and how many alarm. */
    arrived: integer("arrived"),
    expected: doublePrecision("expected"),
    silence: doublePrecision("silence"),
    silenceLimit: doublePrecision("silence_limit"),
    /** The silence asks, for the first time, that the source be read again. */
    asksAgain: boolean("asks_again").notNull().default(false),
    startedAt: instantNow("started_at"),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("walks_one_open_per_run").on(table.runId).where(isAnyOf(table.state, OPEN_WALK_STATES)),
    index("walks_of_run").on(table.runId, table.startedAt.desc()),
    index("walks_of_sync").on(table.syncId, table.startedAt.desc()),
    oneOf("walks_lane", table.lane, LANES),
    oneOf("walks_kind", table.kind, WALK_KINDS),
    oneOf("walks_state", table.state, WALK_STATES),
    oneOf("walks_verdict", table.verdict, READ_VERDICTS),
    check("walks_finished_is_over", sql`(finished_at is null) = (${isAnyOf(table.state, OPEN_WALK_STATES)})`),
    foreignKey({
      name: "walks_run",
      columns: [table.workspaceId, table.runId],
      foreignColumns: [runs.workspaceId, runs.id],
    }).onDelete("cascade"),
  ],
);

export const PENDING_CAUSES = ["walk", "test", "retry", "doubt", "hook", "recheck", "vanished"] as const;
/** Causes that hold the bookmark back. A chosen or retried record has landed before, or is none of the lane's reading. */
export const HOLDING_CAUSES = ["walk", "doubt", "hook"] as const;

/** The records known to need looking at. */
export const pending = pgTable(
  "pending",
  {
    syncId: uuid("sync_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    recordId: text("record_id").notNull(),
    workspaceId: workspaceId(),
    /** The source's `updatedAt` under which it was last seen. */
    seenAt: instant("seen_at"),
    /** Grows with each sighting; settling deletes the row only at the mark it read. */
    mark: integer("mark").notNull().default(1),
    withdrawal: boolean("withdrawal").notNull().default(false),
    cause: text("cause").$type<(typeof PENDING_CAUSES)[number]>().notNull(),
    /** Not before; null: now. */
    checkAt: instant("check_at"),
    triedByRun: uuid("tried_by_run"),
    lastOutcome: text("last_outcome").$type<(typeof NOT_LANDED)[number]>(),
    doubtRuns: integer("doubt_runs").notNull().default(0),
    looks: integer("looks").notNull().default(0),
    /** For `retry`, `recheck` and `vanished`: how many times a landed record was looked at again. */
    stage: integer("stage").notNull().default(0),
    /** The last walk that met it. */
    metByWalk: uuid("met_by_walk"),
    queuedAt: instantNow("queued_at"),
  },
  (table) => [
    primaryKey({ columns: [table.syncId, table.lane, table.recordId] }),
    index("pending_in_order").on(
      table.syncId,
      table.lane,
      table.withdrawal.desc(),
      table.seenAt.asc().nullsFirst(),
      table.recordId,
    ),
    index("pending_tried").on(table.triedByRun).where(sql`tried_by_run is not null`),
    oneOf("pending_lane", table.lane, LANES),
    oneOf("pending_cause", table.cause, PENDING_CAUSES),
    oneOf("pending_last_outcome", table.lastOutcome, NOT_LANDED),
    foreignKey({
      name: "pending_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** Records that are alive by id, belong into a walk's span and were missing from it (R4, R6, R7). They hold the bookmark below them. */
export const contradictions = pgTable(
  "contradictions",
  {
    syncId: uuid("sync_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    recordId: text("record_id").notNull(),
    workspaceId: workspaceId(),
    /** The source's `updatedAt` by id. */
    at: instant("at").notNull(),
    receipts: text("receipts").array().notNull(),
    /** Walks in which it was missing, and the last of them. */
    looks: integer("looks").notNull().default(1),
    walkId: uuid("walk_id").notNull(),
    firstLookAt: instantNow("first_look_at"),
    /** When it was found landed by id; a day later it holds nothing any more. */
    landedAt: instant("landed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.syncId, table.lane, table.recordId] }),
    oneOf("contradictions_lane", table.lane, LANES),
    foreignKey({
      name: "contradictions_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** What the receipts remember of a sync from read to read. */
export const readingStates = pgTable(
  "reading_states",
  {
    syncId: uuid("sync_id").primaryKey(),
    workspaceId: workspaceId(),
    /** The largest commit delay or index lag that was measured, and when. */
    lagMs: doublePrecision("lag_ms").notNull().default(0),
    lagAt: instant("lag_at"),
    /** R5: how far the exact total lies above what we know, as it is settled and as the last read saw it; and reads in a row above it. */
    drift: integer("drift"),
    lastDrift: integer("last_drift"),
    gapReads: integer("gap_reads").notNull().default(0),
  },
  (table) => [
    foreignKey({
      name: "reading_states_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);
