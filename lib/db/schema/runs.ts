import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Failure } from "../../runner/failures";
import {
  ACTIVE_RUN_STATES,
  LANES,
  type Lane,
  READ_VERDICTS,
  type ReadVerdict,
  RUN_KINDS,
  RUN_STATES,
  type RunKind,
  type RunState,
  SWEEPS,
  type Sweep,
} from "../../runner/states";
import { users } from "./auth";
import { id, instant, instantNow, isAnyOf, oneOf, workspaceId } from "./columns";
import { publications } from "./publications";
import { syncs } from "./syncs";

export const REQUESTERS = ["user", "schedule", "hook"] as const;
export type Requester = (typeof REQUESTERS)[number];

export const runs = pgTable(
  "runs",
  {
    id: id(),
    workspaceId: workspaceId(),
    syncId: uuid("sync_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    kind: text("kind").$type<RunKind>().notNull().default("ordinary"),
    state: text("state").$type<RunState>().notNull().default("queued"),
    publicationId: uuid("publication_id").notNull(),
    /** The announcement that drives it: a leg of another driver changes nothing. */
    driver: text("driver"),
    announcedAt: instant("announced_at"),
    /** When a worker took the announcement; a new one empties it. */
    heardAt: instant("heard_at"),
    requestedBy: text("requested_by").$type<Requester>().notNull(),
    requestedByUser: uuid("requested_by_user").references(() => users.id, { onDelete: "set null" }),
    requestedAt: instantNow("requested_at"),
    wakeAt: instant("wake_at"),
    failedAttempts: integer("failed_attempts").notNull().default(0),
    secondLook: boolean("second_look").notNull().default(false),
    hasWorked: boolean("has_worked").notNull().default(false),
    fromAt: instant("from_at"),
    testRecordIds: text("test_record_ids").array(),
    resend: boolean("resend").notNull().default(false),
    /** For a sweep: how far it reads. */
    sweep: text("sweep").$type<Sweep>(),
    /** Passed the mass-change guard, or a person let it through; its minutes count from then. */
    guardPassedAt: instant("guard_passed_at"),
    cancelRequestedAt: instant("cancel_requested_at"),
    usedCalls: integer("used_calls").notNull().default(0),
    usedCreated: integer("used_created").notNull().default(0),
    usedWritten: integer("used_written").notNull().default(0),
    failure: jsonb("failure").$type<Failure>(),
    verdict: text("verdict").$type<ReadVerdict>(),
    /** Pending records that this run tried and did not land; known at its end. */
    leftOver: integer("left_over"),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    unique("runs_of_workspace").on(table.workspaceId, table.id),
    uniqueIndex("runs_one_active_per_lane").on(table.syncId, table.lane).where(isAnyOf(table.state, ACTIVE_RUN_STATES)),
    index("runs_active").on(table.state).where(isAnyOf(table.state, ACTIVE_RUN_STATES)),
    index("runs_newest").on(table.syncId, table.requestedAt.desc()),
    index("runs_finished").on(table.syncId, table.finishedAt.desc()),
    oneOf("runs_lane", table.lane, LANES),
    oneOf("runs_kind", table.kind, RUN_KINDS),
    oneOf("runs_state", table.state, RUN_STATES),
    oneOf("runs_requested_by", table.requestedBy, REQUESTERS),
    oneOf("runs_sweep", table.sweep, SWEEPS),
    check("runs_sweep_says_which", sql`(kind = 'sweep') = (sweep is not null)`),
    oneOf("runs_verdict", table.verdict, READ_VERDICTS),
    check("runs_finished_is_over", sql`(finished_at is null) = (${isAnyOf(table.state, ACTIVE_RUN_STATES)})`),
    check("runs_waiting_until", sql`state <> 'waiting' or wake_at is not null`),
    check("runs_failed_says_why", sql`state not in ('failed', 'crashed') or failure is not null`),
    check("runs_used", sql`used_calls >= 0 and used_created >= 0 and used_written >= 0`),
    foreignKey({
      name: "runs_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "runs_publication",
      columns: [table.syncId, table.publicationId],
      foreignColumns: [publications.syncId, publications.id],
    }),
  ],
);

/** The exclusive right to run a sync. `epoch` grows at every execution; a lease that was given back has no run. */
export const leases = pgTable(
  "leases",
  {
    syncId: uuid("sync_id").primaryKey(),
    workspaceId: workspaceId(),
    epoch: bigint("epoch", { mode: "number" }).notNull().default(0),
    runId: uuid("run_id"),
    lane: text("lane").$type<Lane>(),
    takenAt: instant("taken_at"),
    expiresAt: instant("expires_at"),
    /** A due scheduled run asks the manual run that holds it to wait at the end of its batch. */
    yieldAskedAt: instant("yield_asked_at"),
    beatAt: instant("beat_at"),
    /** When a leg handed over to the next one, which empties `beat_at`. */
    leftAt: instant("left_at"),
  },
  (table) => [
    check(
      "leases_held_or_given_back",
      sql`(run_id is null) = (expires_at is null) and (run_id is null) = (lane is null) and (beat_at is null or run_id is not null)`,
    ),
    foreignKey({
      name: "leases_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** Tries of a run, in order: each ends with a failure, or with the run. */
export const attempts = pgTable(
  "attempts",
  {
    id: id(),
    workspaceId: workspaceId(),
    runId: uuid("run_id").notNull(),
    number: integer("number").notNull(),
    epoch: bigint("epoch", { mode: "number" }),
    failure: jsonb("failure").$type<Failure>(),
    /** When the next try begins; null: the run ended. */
    nextAt: instant("next_at"),
    startedAt: instant("started_at"),
    endedAt: instantNow("ended_at"),
  },
  (table) => [
    unique("attempts_number").on(table.runId, table.number),
    foreignKey({
      name: "attempts_run",
      columns: [table.workspaceId, table.runId],
      foreignColumns: [runs.workspaceId, runs.id],
    }).onDelete("cascade"),
  ],
);
