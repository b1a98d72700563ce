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
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  LANDED,
  LANES,
  type Landed,
  type Lane,
  LEDGER_STATES,
  type LedgerState,
  NOT_LANDED,
} from "../../runner/states";
import { bytes, id, instant, instantNow, isAnyOf, oneOf, workspaceId } from "./columns";
import { runs } from "./runs";
import { syncs } from "./syncs";
import { workspaces } from "./workspaces";

const count = (name: string) => integer(name).notNull().default(0);
const settled = sql.raw([...LANDED, ...NOT_LANDED].join(" + "));

/** At most 250 records taken together. `returned` were put back untouched when a leg ended in mid-batch. */
export const batches = pgTable(
  "batches",
  {
    id: id(),
    workspaceId: workspaceId(),
    runId: uuid("run_id").notNull(),
    number: integer("number").notNull(),
    taken: integer("taken").notNull(),
    delivered: count("delivered"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    filtered: count("filtered"),
    superseded: count("superseded"),
    gone: count("gone"),
    held: count("held"),
    doubt: count("doubt"),
    failed: count("failed"),
    returned: count("returned"),
    /** Of those settled here, how many an earlier batch of the run had left in doubt, or failed: so that the run counts each record once. */
    retakenDoubt: count("retaken_doubt"),
    retakenFailed: count("retaken_failed"),
    /** Of those settled here, how many the run had landed before, by the outcome that no longer counts. */
    repeated: jsonb("repeated").$type<Partial<Record<Landed, number>>>().notNull().default({}),
    /** Of the held ones, those that were held before and were tried again. */
    heldAgain: count("held_again"),
    openedAt: instantNow("opened_at"),
    closedAt: instant("closed_at"),
  },
  (table) => [
    unique("batches_number").on(table.runId, table.number),
    uniqueIndex("batches_one_open_per_run").on(table.runId).where(sql`closed_at is null`),
    check("batches_add_up", sql`closed_at is null or taken = ${settled} + returned`),
    check("batches_never_more_than_taken", sql`taken >= ${settled} + returned`),
    foreignKey({
      name: "batches_run",
      columns: [table.workspaceId, table.runId],
      foreignColumns: [runs.workspaceId, runs.id],
    }).onDelete("cascade"),
  ],
);

export const OPEN_LEDGER_STATES = ["claimed", "doubt"] as const satisfies readonly LedgerState[];

/** Every intended write, from before the call. Open rows keep body and address sealed; closing wipes them. */
export const ledger = pgTable(
  "ledger",
  {
    id: id(),
    workspaceId: workspaceId(),
    syncId: uuid("sync_id").notNull(),
    runId: uuid("run_id").notNull(),
    lane: text("lane").$type<Lane>().notNull(),
    epoch: bigint("epoch", { mode: "number" }).notNull(),
    recordId: text("record_id").notNull(),
    /** Identity of the destination: Brevo's organisation id. */
    account: text("account").notNull(),
    addressHash: text("address_hash").notNull(),
    deliveryKey: text("delivery_key").notNull(),
    payloadDigest: text("payload_digest").notNull(),
    sequence: integer("sequence").notNull(),
    /** Requests reserved for it, and made once it is settled. */
    calls: integer("calls").notNull(),
    state: text("state").$type<LedgerState>().notNull().default("claimed"),
    sealedBody: bytes("sealed_body"),
    sourceUpdatedAt: instant("source_updated_at"),
    destinationId: text("destination_id"),
    maybeCreates: boolean("maybe_creates").notNull(),
    /** Outside the caps. */
    exempt: boolean("exempt").notNull(),
    errorCode: text("error_code"),
    looks: integer("looks").notNull().default(0),
    checkAt: instant("check_at"),
    claimedAt: instantNow("claimed_at"),
    closedAt: instant("closed_at"),
  },
  (table) => [
    uniqueIndex("ledger_one_open_per_record")
      .on(table.syncId, table.recordId)
      .where(isAnyOf(table.state, OPEN_LEDGER_STATES)),
    uniqueIndex("ledger_one_open_per_address")
      .on(table.account, table.addressHash)
      .where(isAnyOf(table.state, OPEN_LEDGER_STATES)),
    index("ledger_of_record").on(table.syncId, table.recordId, table.claimedAt.desc()),
    index("ledger_closed").on(table.closedAt).where(sql`closed_at is not null`),
    oneOf("ledger_lane", table.lane, LANES),
    oneOf("ledger_state", table.state, LEDGER_STATES),
    check("ledger_open_until_closed", sql`(closed_at is null) = (${isAnyOf(table.state, OPEN_LEDGER_STATES)})`),
    check("ledger_sealed_while_open", sql`(sealed_body is not null) = (${isAnyOf(table.state, OPEN_LEDGER_STATES)})`),
    foreignKey({
      name: "ledger_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** What we last did with a record, whatever the outcome. Lives as long as the sync; nothing personal. */
export const recordRows = pgTable(
  "record_rows",
  {
    syncId: uuid("sync_id").notNull(),
    account: text("account").notNull(),
    recordId: text("record_id").notNull(),
    workspaceId: workspaceId(),
    outcome: text("outcome").$type<Landed>().notNull(),
    reason: text("reason"),
    notes: text("notes").array().notNull().default(sql`'{}'`),
    errorCode: text("error_code"),
    appliedDigest: text("applied_digest"),
    sourceUpdatedAt: instant("source_updated_at"),
    readAt: instant("read_at").notNull(),
    /** Confirmed writes of this record. */
    sequence: integer("sequence").notNull().default(0),
    consentState: text("consent_state"),
    /** Of the address last applied; before anything was applied, of the one last read. */
    addressHash: text("address_hash"),
    destinationId: text("destination_id"),
    listed: boolean("listed").notNull().default(false),
    /** The last walk that met it, so that a walk can say which known records it did not meet. */
    metByWalk: uuid("met_by_walk"),
    /** A person has seen that Brevo refuses it and wants no more tries until it changes. */
    dismissedAt: instant("dismissed_at"),
    publicationId: uuid("publication_id").notNull(),
    runId: uuid("run_id").notNull(),
    settledAt: instantNow("settled_at"),
  },
  (table) => [
    primaryKey({ columns: [table.syncId, table.account, table.recordId] }),
    index("record_rows_address").on(table.syncId, table.account, table.addressHash),
    index("record_rows_living").on(table.syncId, table.account, table.sourceUpdatedAt).where(sql`outcome <> 'gone'`),
    index("record_rows_outcome").on(table.syncId, table.outcome, table.settledAt.desc()),
    oneOf("record_rows_outcome_known", table.outcome, LANDED),
    foreignKey({
      name: "record_rows_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** Address hashes that must not be written to marketing. Grows by itself; only a person lifts an entry. */
export const suppressions = pgTable(
  "suppressions",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    account: text("account").notNull(),
    addressHash: text("address_hash").notNull(),
    reason: text("reason").notNull(),
    createdAt: instantNow("created_at"),
    liftedAt: instant("lifted_at"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.account, table.addressHash] })],
);

/** Records that must never be sent again: erased in the destination by its owner, or redacted. */
export const tombstones = pgTable(
  "tombstones",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    /** Identity of the source: shop gid. */
    source: text("source").notNull(),
    account: text("account").notNull(),
    recordId: text("record_id").notNull(),
    reason: text("reason").notNull(),
    createdAt: instantNow("created_at"),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.source, table.account, table.recordId] })],
);

/** When the next call to an account may start (GCRA's theoretical arrival time). One budget per account, over all workspaces: not a tenant's. */
export const limiterBuckets = pgTable(
  "limiter_buckets",
  { account: text("account").notNull(), bucket: text("bucket").notNull(), nextAt: instant("next_at").notNull() },
  (table) => [primaryKey({ columns: [table.account, table.bucket] })],
);
