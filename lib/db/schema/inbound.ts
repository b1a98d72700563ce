import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { bytes, id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { connections } from "./connections";
import { runs } from "./runs";
import { syncs } from "./syncs";

const ofConnection = (name: string, table: { workspaceId: never; connectionId: never }) =>
  foreignKey({
    name,
    columns: [table.workspaceId, table.connectionId],
    foreignColumns: [connections.workspaceId, connections.id],
  }).onDelete("cascade");

/**
 * What Shopify and Brevo told us by webhook, once each: the vendor's event id (Brevo has none: a keyed hash of what it says). Written in the transaction of its
 * effects. Ids of records and no more: the records are read anew.
 */
export const inboundEvents = pgTable(
  "inbound_events",
  {
    workspaceId: workspaceId(),
    connectionId: uuid("connection_id").notNull(),
    eventKey: text("event_key").notNull(),
    topic: text("topic").notNull(),
    /** Records that it names, by the source's ids. */
    recordIds: text("record_ids").array().notNull().default(sql`'{}'`),
    receivedAt: instantNow("received_at"),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.eventKey] }),
    index("inbound_events_received").on(table.connectionId, table.receivedAt.desc()),
    ofConnection("inbound_events_connection", table as never),
  ],
);

export const PRIVACY_KINDS = ["data_request", "customer_redact", "shop_redact"] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];
export const PRIVACY_STATES = ["open", "done"] as const;

/** What Shopify's compliance topics ask for. Nothing personal: the shopper's id and keyed hashes of the addresses; an export is sealed, and gone after its time. */
export const privacyRequests = pgTable(
  "privacy_requests",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectionId: uuid("connection_id").notNull(),
    kind: text("kind").$type<PrivacyKind>().notNull(),
    state: text("state").$type<(typeof PRIVACY_STATES)[number]>().notNull().default("open"),
    recordId: text("record_id"),
    addressHashes: text("address_hashes").array().notNull().default(sql`'{}'`),
    receivedAt: instantNow("received_at"),
    /** By law and by Shopify's terms: 30 days. */
    dueAt: instant("due_at").notNull(),
    doneAt: instant("done_at"),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instantNow("next_at"),
    /** Rows erased or exported, by table. */
    counts: jsonb("counts").$type<Record<string, number>>().notNull().default({}),
    sealedExport: bytes("sealed_export"),
    exportUntil: instant("export_until"),
  },
  (table) => [
    index("privacy_requests_newest").on(table.workspaceId, table.receivedAt.desc()),
    index("privacy_requests_open").on(table.nextAt).where(sql`state = 'open'`),
    oneOf("privacy_requests_kind", table.kind, PRIVACY_KINDS),
    oneOf("privacy_requests_state", table.state, PRIVACY_STATES),
    check("privacy_requests_done_since", sql`(state = 'done') = (done_at is not null)`),
    check("privacy_requests_about", sql`(kind = 'shop_redact') = (record_id is null)`),
    check("privacy_requests_export", sql`(sealed_export is not null) = (export_until is not null)`),
    ofConnection("privacy_requests_connection", table as never),
  ],
);

/** Keys with which another system starts runs of one sync: sealed, since a signature is checked with the key itself; shown once. One is in use at a time. */
export const runHookKeys = pgTable(
  "run_hook_keys",
  {
    syncId: uuid("sync_id").primaryKey(),
    workspaceId: workspaceId(),
    sealedKey: bytes("sealed_key").notNull(),
    createdAt: instantNow("created_at"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    foreignKey({
      name: "run_hook_keys_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** Calls of the run webhook by their `Idempotency-Key`: the same key gets the same answer, and starts nothing. */
export const runHookCalls = pgTable(
  "run_hook_calls",
  {
    syncId: uuid("sync_id").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    workspaceId: workspaceId(),
    /** SHA-256 of the body: the same key with another body is refused. */
    bodyDigest: text("body_digest").notNull(),
    runId: uuid("run_id").notNull(),
    receivedAt: instantNow("received_at"),
  },
  (table) => [
    primaryKey({ columns: [table.syncId, table.idempotencyKey] }),
    index("run_hook_calls_run_of").on(table.runId),
    foreignKey({
      name: "run_hook_calls_run",
      columns: [table.workspaceId, table.runId],
      foreignColumns: [runs.workspaceId, runs.id],
    }).onDelete("cascade"),
  ],
);

/** How far the opt-outs of a Brevo account were read: its bookmark, once a run; a day of overlap once a day, all contacts once a week. */
export const optOutScans = pgTable(
  "opt_out_scans",
  {
    workspaceId: workspaceId(),
    connectionId: uuid("connection_id").notNull(),
    /** Contacts changed up to here were looked at. */
    scannedTo: instant("scanned_to"),
    overlappedAt: instant("overlapped_at"),
    wholeAt: instant("whole_at"),
    lastRunId: uuid("last_run_id"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.connectionId] }),
    unique("opt_out_scans_connection").on(table.connectionId),
    ofConnection("opt_out_scans_connection_of", table as never),
  ],
);
